package dev.medley.server.internal.declared.expression.syntax;

import java.util.List;

/**
 * A part of an expression, with the parts that it has itself. Immutable.
 *
 * @param token the operator; of a call the function, of other operands their first token
 * @param parts in the order of the text
 */
public record Node(Kind kind, Token token, List<Node> parts) {

    /** The kinds; what the parts are, in brackets. */
    public enum Kind {
        /** A literal or a regular expression; it has no parts. */
        CONSTANT,
        /** A variable, also {@code $} and {@code $$}; it has no parts. */
        VARIABLE,
        /** A member of the context. */
        NAME,
        /** The context, or any members of it. */
        WILDCARD,
        /** What gives the context, and what is evaluated for it. */
        PATH,
        /** What is filtered, and the condition. */
        PREDICATE,
        /** The function, and its arguments. */
        CALL,
        /** The left side, and the function on the right side of {@code ~>}. */
        APPLICATION,
        /** Expressions, of which the last one has the value. */
        BLOCK,
        /** Items. */
        LIST,
        /** Names and values in turn. */
        OBJECT,
        /** What is grouped, then names and values in turn. */
        GROUPS,
        /** Parameters, and last the body. */
        FUNCTION,
        /** The condition, and one value or two. */
        CONDITION,
        /** The variable, and its value. */
        BINDING,
        /** The path, and the variable that is bound to each step. */
        FOCUS,
        /** What is sorted, and the terms. */
        SORT,
        /** What is changed, and how. */
        TRANSFORM,
        /** One operand or two. */
        OPERATOR
    }

    /** Returns whether it is of this kind, which for an operand is not that of its token. */
    public boolean is(Kind other) {
        return kind == other;
    }
}
