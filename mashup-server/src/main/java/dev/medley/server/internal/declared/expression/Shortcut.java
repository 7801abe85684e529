package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Token;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way around the library for the simplest expressions. The results are those of the library. Immutable. */
interface Shortcut {

    /** The result if the library has to evaluate the expression. */
    Object NOT_TAKEN = new Object();

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable Shortcut of(List<Token> tokens) {
        Shortcut path = PathShortcut.of(tokens);
        Shortcut range = path == null ? RangeShortcut.of(tokens) : path;
        return range == null ? ElementShortcut.of(tokens) : range;
    }

    /** Whether it can always be taken, if the variable is none of a function. */
    boolean isWhole();

    /**
     * Returns the result, or {@link #NOT_TAKEN}.
     *
     * @param variables gives the values of the variables, and {@link #NOT_TAKEN} for the name of a function
     */
    @Nullable
    Object evaluate(Function<String, @Nullable Object> variables);
}
