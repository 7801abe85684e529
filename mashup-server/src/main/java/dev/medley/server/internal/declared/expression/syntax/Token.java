package dev.medley.server.internal.declared.expression.syntax;

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
        /** A member's name, plain or in backquotes; also {@code function}. */
        NAME,
        /** A variable, also {@code $} and {@code $$}, or the name of a function with its {@code $}. */
        VARIABLE,
        /** A string in single or double quotes. */
        STRING,
        /** A number without a sign, which is an operator. */
        NUMBER,
        /** One of {@code true}, {@code false}, {@code null}. */
        CONSTANT,
        /** A regular expression; its value has neither the slashes nor the flags. */
        REGEX,
        /** An operator, a bracket or a separator. */
        OPERATOR
    }

    /** Returns whether it is this operator; false for a name or a string of the same text. */
    public boolean is(String operator) {
        return kind == Kind.OPERATOR && value.equals(operator);
    }

    /** Returns whether it is of this kind, according to its place in the text. */
    public boolean is(Kind other) {
        return kind == other;
    }
}
