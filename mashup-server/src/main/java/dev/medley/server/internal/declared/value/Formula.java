package dev.medley.server.internal.declared.value;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import org.jspecify.annotations.Nullable;

/** An expression of the configuration, with its place for messages. Immutable. */
public final class Formula {

    private final LocatedText source;
    private final Expression expression;

    /** Creates a formula of an expression that has been compiled from {@code source}. */
    public Formula(LocatedText source, Expression expression) {
        this.source = source;
        this.expression = expression;
    }

    /** Returns the expression without its place, whose failures do not say where it is. */
    public Expression expression() {
        return expression;
    }

    /**
     * Returns the value of an expression that refers to no variable.
     *
     * @return {@code otherwise} if it refers to some, or fails
     */
    @Nullable
    public Object constant(@Nullable Object otherwise) {
        if (!expression.variables().isEmpty()) {
            return otherwise;
        }
        try {
            return expression.evaluate(name -> Expression.UNDEFINED);
        } catch (ExpressionException x) {
            return otherwise;
        }
    }

    /** Returns the text with its place in the configuration. */
    public LocatedText source() {
        return source;
    }

    /**
     * Returns the value; null for JSON's null, and {@link Expression#UNDEFINED} for none.
     *
     * @throws EvaluationException if it has none because of its data, with who is to blame
     */
    @Nullable
    public Object evaluate(Scope scope) {
        try {
            return scope.valueOf(expression);
        } catch (ExpressionException x) {
            throw EvaluationException.failed(
                    source, Math.max(0, x.position()), x.getMessage(), Provenance.of(expression.sources(x), scope));
        }
    }

    /** Returns the value; null for none, too. */
    @Nullable
    public Object valueOrNull(Scope scope) {
        Object value = evaluate(scope);
        return value == Expression.UNDEFINED ? null : value;
    }

    /** Returns the failure of a value that is not what is expected; {@code fault} follows the name of the key, for clients, too. */
    public EvaluationException unusable(Scope scope, String fault) {
        return EvaluationException.unusable(source, fault, provenance(scope));
    }

    /** As above, with a fault for the log that has something of the value. */
    public EvaluationException unusable(Scope scope, String logged, String fault) {
        return EvaluationException.unusable(source, logged, fault, provenance(scope));
    }

    /** Returns where its value comes from. */
    public Provenance provenance(Scope scope) {
        return Provenance.of(expression.sources(), scope);
    }
}
