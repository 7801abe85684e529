package dev.medley.json;

/** What is known of the classes whose values were documents. */
public final class JsonClasses {

    private JsonClasses() {}

    /**
     * Forgets all classes; they are examined again when they are used. Otherwise those of mashups that are no longer served
     * could not be unloaded. By any thread.
     */
    public static void forget() {
        JsonValues.forgetClasses();
    }
}
