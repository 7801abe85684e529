package dev.medley.server.internal.declared.expression.function;

import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.Arrays;

/** The text that the library gets, and the origin of each of its characters. */
public final class Rewritten {

    private final String text;
    private final int[] originals;

    private Rewritten(String text, int[] originals) {
        this.text = text;
        this.originals = originals;
    }

    /** Returns the text for the library, whose offsets {@link #before} translates. */
    public String text() {
        return text;
    }

    /** The offset in the text of the expression of the character before {@code end}; -1 if there is none. */
    public int before(int end) {
        return end < 1 || end > originals.length ? ExpressionException.UNKNOWN : originals[end - 1];
    }

    /** Puts the text together. */
    static final class Builder {

        private static final int FIRST_CAPACITY = 64;

        private final StringBuilder text = new StringBuilder();
        private int[] originals = new int[FIRST_CAPACITY];

        /**
         * Appends {@code part}.
         *
         * @param original the offset in the text of the expression that it belongs to
         */
        void append(String part, int original) {
            int end = text.length() + part.length();
            while (end > originals.length) {
                originals = Arrays.copyOf(originals, 2 * originals.length);
            }
            Arrays.fill(originals, text.length(), end, original);
            text.append(part);
        }

        Rewritten build() {
            return new Rewritten(text.toString(), Arrays.copyOf(originals, text.length()));
        }
    }
}
