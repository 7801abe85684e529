package dev.medley.server.declared.expression.syntax;

/**
 * A token of an expression.
 *
 * @param begin the offset of its first character
 * @param end the offset after its last character
 * @param value of a name, the name; of a variable, the name without {@code $}; of a string, what it stands for; of others
 *     their text
 */
public record Token(Kind kind, int begin, int end, String value) {

    /** The kinds; {@code and}, {@code or} and {@code in} are operators or names, according to their place. */
    public enum Kind {
        NAME,
        VARIABLE,
        STRING,
        NUMBER,
        /** One of {@code true}, {@code false}, {@code null}. */
        CONSTANT,
        REGEX,
        OPERATOR
    }

    public boolean is(String operator) {
        return kind == Kind.OPERATOR && value.equals(operator);
    }

    public boolean is(Kind other) {
        return kind == other;
    }
}
