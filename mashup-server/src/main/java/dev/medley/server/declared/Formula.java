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
     * @throws EvaluationException if it has none because of its data, with who is to blame
     */
    @Nullable
    Object evaluate(Scope scope) {
        try {
            return expression.evaluate(scope);
        } catch (ExpressionException x) {
            throw EvaluationException.failed(
                    source, Math.max(0, x.position()), x.getMessage(), Provenance.of(expression.sources(x), scope));
        }
    }

    /** Returns the value; null for none, too. */
    @Nullable
    Object valueOrNull(Scope scope) {
        Object value = evaluate(scope);
        return value == Expression.UNDEFINED ? null : value;
    }

    /** Returns the failure of a value that is not what is expected; {@code fault} follows the name of the key, for clients, too. */
    EvaluationException unusable(Scope scope, String fault) {
        return EvaluationException.unusable(source, fault, provenance(scope));
    }

    /** As above, with a fault for the log that has something of the value. */
    EvaluationException unusable(Scope scope, String logged, String fault) {
        return EvaluationException.unusable(source, logged, fault, provenance(scope));
    }

    /** Returns where its value comes from. */
    Provenance provenance(Scope scope) {
        return Provenance.of(expression.sources(), scope);
    }
}
