package dev.medley.server.internal.declared.expression.syntax;

import java.util.Set;

/**
 * The part of an expression whose evaluation has failed, as far as it is known.
 *
 * @param position the offset of its token; -1 if it is not known
 * @param operators of which one has failed; empty if it is none
 * @param operand the position of the operand that is at fault; -1 if it may be any
 */
public record FaultPlace(int position, Set<String> operators, int operand) {

    /** That of a failure of which nothing is known: it is no node's. */
    public static final FaultPlace NONE = at(ExpressionException.UNKNOWN);

    static FaultPlace at(int position) {
        return new FaultPlace(position, Set.of(), -1);
    }

    /** Several parts may be meant, of which each may be the one. */
    public boolean isOf(Node node) {
        return node.token().begin() == position
                || (node.token().is(Token.Kind.OPERATOR)
                        && operators.contains(node.token().value()));
    }
}
