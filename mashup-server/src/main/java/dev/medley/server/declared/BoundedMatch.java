package dev.medley.server.declared;

import dev.medley.server.declared.expression.CheckedText;
import java.util.regex.Pattern;

/**
 * Matches texts of clients by regular expressions. Some take very long, or much of the stack, for some texts; the thread may
 * be a loop.
 */
final class BoundedMatch {

    /** Some tens of milliseconds. */
    private static final int MAX_READS = 5_000_000;

    private BoundedMatch() {}

    /** Returns whether {@code text} matches as a whole; not if that takes too much to find out. */
    @SuppressWarnings("UnusedException") // A text of this kind is refused like any other.
    static boolean matches(Pattern pattern, String text) {
        try {
            return pattern.matcher(new CheckedText(text, MAX_READS, BoundedMatch::end))
                    .matches();
        } catch (TooManyReads | StackOverflowError x) {
            return false;
        }
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
