package dev.medley.server.internal.declared.body;

import dev.medley.connection.RequestBody;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of an exchange's request. Immutable. */
public sealed interface BodyPlan permits ValueBody, TemplateBody, SoapBody, GraphQlBody {

    /**
     * Returns the body; null if its expression has no value.
     *
     * @throws EvaluationException if an expression fails, or its value cannot be written so
     */
    @Nullable
    RequestBody of(Scope scope);

    /** Returns its expressions. */
    List<Expression> expressions();

    /** Returns the media type; null if it follows from the request. */
    @Nullable
    ContentType type();
}
