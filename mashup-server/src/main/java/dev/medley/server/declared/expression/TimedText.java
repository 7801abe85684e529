package dev.medley.server.declared.expression;

/** A text that is searched: some regular expressions take very long, and nothing else interrupts them. */
final class TimedText implements CharSequence {

    private static final int LOOKS = 4096;

    private final String text;
    private final Evaluation evaluation;
    private int sinceLook;

    TimedText(String text, Evaluation evaluation) {
        this.text = text;
        this.evaluation = evaluation;
    }

    @Override
    public char charAt(int index) {
        sinceLook++;
        if (sinceLook == LOOKS) {
            sinceLook = 0;
            evaluation.checkTime();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
