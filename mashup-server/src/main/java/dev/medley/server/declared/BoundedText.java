package dev.medley.server.declared;

import java.util.regex.Pattern;

/**
 * A text of a client that is matched by a regular expression. Some take very long, or much of the stack, for some texts, and
 * nothing else interrupts them; the thread may be a loop.
 */
final class BoundedText implements CharSequence {

    /** Some tens of milliseconds. */
    private static final int MAX_READS = 5_000_000;

    private final String text;
    private int reads;

    private BoundedText(String text) {
        this.text = text;
    }

    /** Returns whether {@code text} matches as a whole; not if that takes too much to find out. */
    @SuppressWarnings("UnusedException") // A text of this kind is refused like any other.
    static boolean matches(Pattern pattern, String text) {
        try {
            return pattern.matcher(new BoundedText(text)).matches();
        } catch (TooManyReads | StackOverflowError x) {
            return false;
        }
    }

    @Override
    public char charAt(int index) {
        reads++;
        if (reads > MAX_READS) {
            throw new TooManyReads();
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

    private static final class TooManyReads extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooManyReads() {
            super(null, null, false, false);
        }
    }
}
