package dev.medley.server.declared.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way around the library for the simplest expressions. The results are those of the library. Immutable. */
interface Shortcut {

    /** The result if the library has to evaluate the expression. */
    Object NOT_TAKEN = new Object();

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable Shortcut of(List<Token> tokens) {
        Shortcut path = PathShortcut.of(tokens);
        return path == null ? RangeShortcut.of(tokens) : path;
    }

    /** Whether it can always be taken, if the variable is none of a function. */
    boolean isWhole();

    /**
     * Returns the result, or {@link #NOT_TAKEN}.
     *
     * @param values that of the variable, if there is one
     */
    @Nullable
    Object evaluate(@Nullable Object[] values);
}
