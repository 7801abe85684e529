package dev.medley.server.internal.declared.expression.syntax;

/**
 * A text that a regular expression searches, with a check each time that so many characters have been read. Some expressions
 * take very long for some texts, and nothing else interrupts them: the check does, by an exception. For one thread.
 */
public final class CheckedText implements CharSequence {

    private final String text;
    private final int reads;
    private final Runnable check;
    private int sinceCheck;

    /**
     * A text that is checked.
     *
     * @param text the text
     * @param reads the reads of a character after which {@code check} is called, again and again
     * @param check throws what ends the search, to its caller
     */
    public CheckedText(String text, int reads, Runnable check) {
        this.text = text;
        this.reads = reads;
        this.check = check;
    }

    @Override
    public char charAt(int index) {
        sinceCheck++;
        if (sinceCheck == reads) {
            sinceCheck = 0;
            check.run();
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
