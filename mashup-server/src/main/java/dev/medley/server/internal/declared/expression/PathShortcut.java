package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Token.Kind;
import dev.medley.server.internal.declared.expression.value.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A constant, a variable, or a path of names from a variable as long as it meets no list. */
final class PathShortcut implements Shortcut {

    private final @Nullable Object constant;
    /** Null for a constant. */
    private final @Nullable String variable;
    /** The names after the variable; null for a constant. */
    private final @Nullable List<String> path;

    private PathShortcut(@Nullable Object constant, @Nullable String variable, @Nullable List<String> path) {
        this.constant = constant;
        this.variable = variable;
        this.path = path;
    }

    /** Returns the shortcut for a valid expression, or null if it has none. */
    static @Nullable PathShortcut of(List<Token> tokens) {
        Token first = tokens.get(0);
        if (tokens.size() == 1 && !first.is(Kind.VARIABLE)) {
            return switch (first.kind()) {
                case STRING -> new PathShortcut(first.value(), null, null);
                case NUMBER -> new PathShortcut(Numbers.parse(first.value()), null, null);
                case CONSTANT ->
                    new PathShortcut(
                            first.value().equals("null") ? null : first.value().equals("true"), null, null);
                default -> null;
            };
        }
        if (tokens.size() == 2 && first.is("-") && tokens.get(1).is(Kind.NUMBER)) {
            return new PathShortcut(Numbers.parse("-" + tokens.get(1).value()), null, null);
        }
        List<String> path = path(tokens);
        return path == null ? null : new PathShortcut(null, first.value(), path);
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

    @Override
    public boolean isWhole() {
        return path == null || path.isEmpty();
    }

    /** Returns the name of the variable; null for a constant. */
    @Nullable
    String variable() {
        return variable;
    }

    @Override
    public @Nullable Object evaluate(Function<String, @Nullable Object> variables) {
        if (path == null || variable == null) {
            return constant;
        }
        Object value = variables.apply(variable);
        if (value == NOT_TAKEN) {
            return NOT_TAKEN;
        }
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
