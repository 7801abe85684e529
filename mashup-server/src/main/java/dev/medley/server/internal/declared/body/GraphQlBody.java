package dev.medley.server.internal.declared.body;

import dev.medley.connection.RequestBody;
import dev.medley.json.Json;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body that is a query or mutation of GraphQL (GraphQL over HTTP, section 5.1). Immutable.
 *
 * @param query its document
 * @param operation the operation to carry out; null for the only one
 * @param variables their expressions, in order
 */
public record GraphQlBody(String query, @Nullable String operation, Map<String, Formula> variables)
        implements BodyPlan {

    @Override
    public ContentType type() {
        return ContentType.JSON;
    }

    @Override
    public List<Expression> expressions() {
        return variables.values().stream().map(Formula::expression).toList();
    }

    @Override
    public RequestBody of(Scope scope) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        variables.forEach((name, formula) -> {
            Object value = formula.evaluate(scope);
            if (value != Expression.UNDEFINED) {
                values.put(name, value);
            }
        });
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("query", query);
        if (operation != null) {
            body.put("operationName", operation);
        }
        if (!values.isEmpty()) {
            body.put("variables", values);
        }
        return RequestBody.of(type().text(), Json.of(body).bytes());
    }
}
