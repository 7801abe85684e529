package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.syntax.CheckedText;
import java.util.regex.Pattern;

/**
 * Matches texts of clients by regular expressions. Some take very long, or much of the stack, for some texts; the thread may
 * be a loop.
 */
final class BoundedMatch {

    /**
     * Reads of a character for each one that the text has, and for a text of a few. Few enough that they take some milliseconds even
     * where code is not compiled yet or the machine is busy: what is refused shall be, and not be over its deadline.
     */
    private static final int READS_EACH = 50;

    private static final int FEW_READS = 20_000;

    private BoundedMatch() {}

    /** Returns whether {@code text} matches as a whole; not if that takes too much to find out. */
    @SuppressWarnings("UnusedException") // A text of this kind is refused like any other.
    static boolean matches(Pattern pattern, String text) {
        try {
            return pattern.matcher(new CheckedText(text, maxReads(text), BoundedMatch::end))
                    .matches();
        } catch (TooManyReads | StackOverflowError x) {
            return false;
        }
    }

    /** Returns the reads after which a search ends: it depends on the text, and not on time. */
    static int maxReads(String text) {
        return (int) Math.min(Integer.MAX_VALUE, FEW_READS + (long) READS_EACH * text.length());
    }

    private static void end() {
        throw new TooManyReads();
    }

    private static final class TooManyReads extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooManyReads() {
            super(null, null, false, false);
        }
    }
}
