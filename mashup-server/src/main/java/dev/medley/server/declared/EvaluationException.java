package dev.medley.server.declared;

import dev.medley.config.LocatedText;
import dev.medley.server.declared.expression.ExpressionException;

/** An expression has no value because of its data. The message has its place in the configuration, for the log. */
final class EvaluationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private EvaluationException(String message) {
        super(message, null, false, false);
    }

    static EvaluationException of(LocatedText source, ExpressionException failure) {
        return of(source, Math.max(0, failure.position()), failure);
    }

    static EvaluationException of(LocatedText source, int position, ExpressionException failure) {
        return new EvaluationException(source.problem(position, failure.getMessage()));
    }

    static EvaluationException of(LocatedText source, String fault) {
        return new EvaluationException(source.problem(fault));
    }
}
