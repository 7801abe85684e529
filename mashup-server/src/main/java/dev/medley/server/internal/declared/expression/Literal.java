package dev.medley.server.internal.declared.expression;

import dev.medley.server.internal.declared.expression.syntax.Token;
import dev.medley.server.internal.declared.expression.syntax.Tokens;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an expression makes whatever the values of its variables are: an object, if it is in braces, or an array, if it is in
 * brackets. Immutable.
 *
 * @param kind of the value
 * @param members names of the object's members, as far as they are written as strings
 */
public record Literal(Kind kind, Set<String> members) {

    /** The kinds of values. */
    public enum Kind {
        /** An object. */
        OBJECT,
        /** An array. */
        ARRAY,
        /** A value that is known only by evaluation. */
        UNKNOWN
    }

    /** Copies the set. */
    public Literal {
        members = Set.copyOf(members);
    }

    /** Returns what {@code expression} makes. */
    public static Literal of(Expression expression) {
        List<Token> tokens = Tokens.of(expression.toString());
        Token first = tokens.get(0);
        Kind kind = first.is("{") ? Kind.OBJECT : first.is("[") ? Kind.ARRAY : Kind.UNKNOWN;
        Set<String> members = new LinkedHashSet<>();
        int open = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (isOneOf(token, "(", "[", "{")) {
                open++;
            } else if (isOneOf(token, ")", "]", "}")) {
                open--;
            }
            if (open == 0 && i < tokens.size() - 1) {
                // An operator follows, which makes another value.
                return new Literal(Kind.UNKNOWN, Set.of());
            }
            if (open == 1
                    && kind == Kind.OBJECT
                    && token.is(Token.Kind.STRING)
                    && isOneOf(tokens.get(i - 1), "{", ",")
                    && tokens.get(i + 1).is(":")) {
                members.add(token.value());
            }
        }
        return new Literal(kind, members);
    }

    private static boolean isOneOf(Token token, String... operators) {
        for (String operator : operators) {
            if (token.is(operator)) {
                return true;
            }
        }
        return false;
    }
}
