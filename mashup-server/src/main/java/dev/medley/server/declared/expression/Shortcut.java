package dev.medley.server.declared.expression;

import dev.medley.server.declared.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way around the library for the simplest expressions: a constant, a variable, or a path of names from a variable as long
 * as it meets no list. The results are those of the library.
 */
final class Shortcut {

    /** The result if the library has to evaluate the expression. */
    static final Object NOT_TAKEN = new Object();

    private final @Nullable Object constant;
    /** The names after the variable; null for a constant. */
    private final @Nullable List<String> path;

    private Shortcut(@Nullable Object constant, @Nullable List<String> path) {
        this.constant = constant;
        this.path = path;
    }

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable Shortcut of(List<Token> tokens) {
        Token first = tokens.get(0);
        if (tokens.size() == 1 && !first.is(Kind.VARIABLE)) {
            return switch (first.kind()) {
                case STRING -> new Shortcut(first.value(), null);
                case NUMBER -> new Shortcut(Numbers.of(Double.parseDouble(first.value())), null);
                case CONSTANT ->
                    new Shortcut(
                            first.value().equals("null") ? null : first.value().equals("true"), null);
                default -> null;
            };
        }
        if (tokens.size() == 2 && first.is("-") && tokens.get(1).is(Kind.NUMBER)) {
            return new Shortcut(Numbers.of(-Double.parseDouble(tokens.get(1).value())), null);
        }
        List<String> path = path(tokens);
        return path == null ? null : new Shortcut(null, path);
    }

    private static @Nullable List<String> path(List<Token> tokens) {
        Token variable = tokens.get(0);
        if (!variable.is(Kind.VARIABLE) || tokens.size() % 2 == 0) {
            return null;
        }
        List<String> path = new ArrayList<>();
        for (int i = 1; i < tokens.size(); i += 2) {
            Token name = tokens.get(i + 1);
            if (!tokens.get(i).is(".") || !(name.is(Kind.NAME) || name.is(Kind.STRING))) {
                return null;
            }
            path.add(name.value());
        }
        return path;
    }

    /** Whether it can always be taken, if the variable is none of a function. */
    boolean isWhole() {
        return path == null || path.isEmpty();
    }

    /**
     * Returns the result, or {@link #NOT_TAKEN}.
     *
     * @param values that of the variable, if there is one
     */
    @Nullable
    Object evaluate(@Nullable Object[] values) {
        if (path == null) {
            return constant;
        }
        if (values.length == 0) {
            return NOT_TAKEN;
        }
        Object value = values[0];
        for (String name : path) {
            if (value instanceof Map<?, ?> object) {
                value = object.get(name);
                if (value == null && !object.containsKey(name)) {
                    return Expression.UNDEFINED;
                }
            } else {
                return value instanceof List ? NOT_TAKEN : Expression.UNDEFINED;
            }
        }
        return value;
    }
}
