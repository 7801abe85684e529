package dev.medley.loadtest.experiment.paper;

/** The forms of the mashup of figure 5, by the names that users type. */
enum MashupForm {
    /** The sample mashup of the server. */
    servlet("/fanout", "as a servlet"),
    declared("/declared/fanout", "declared"),
    script("/script/fanout", "as a script");

    private final String path;
    private final String title;

    MashupForm(String path, String title) {
        this.path = path;
        this.title = title;
    }

    /** The path of the mashup with {@code exchanges} exchanges, each as slow as its partner is. */
    String path(int exchanges) {
        return path + "?c=" + exchanges;
    }

    /** The form in words, after "the mashup". */
    String title() {
        return title;
    }
}
