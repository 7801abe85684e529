package dev.medley.server.declared;

import dev.medley.config.LocatedText;
import dev.medley.server.declared.expression.Expression;
import dev.medley.server.declared.expression.ExpressionException;
import org.jspecify.annotations.Nullable;

/** An expression of the configuration, with its place for messages. Immutable. */
final class Formula {

    private final LocatedText source;
    private final Expression expression;

    Formula(LocatedText source, Expression expression) {
        this.source = source;
        this.expression = expression;
    }

    Expression expression() {
        return expression;
    }

    LocatedText source() {
        return source;
    }

    /**
     * Returns the value; null for JSON's null, and {@link Expression#UNDEFINED} for none.
     *
     * @throws EvaluationException if it has none because of its data
     */
    @Nullable
    Object evaluate(Scope scope) {
        try {
            return expression.evaluate(scope);
        } catch (ExpressionException x) {
            throw EvaluationException.of(source, x);
        }
    }

    /** Returns the value; null for none, too. */
    @Nullable
    Object valueOrNull(Scope scope) {
        Object value = evaluate(scope);
        return value == Expression.UNDEFINED ? null : value;
    }
}
