package dev.medley.server.internal.declared.plan;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Scope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body that is the value of an expression; null if it has none.
 *
 * @param formula the expression
 * @param manifest name of a member with the completeness manifest; null for none
 */
public record ComputedBody(Formula formula, @Nullable LocatedText manifest) implements ReplyPlan.Body {

    @Override
    public Document document(Scope scope) {
        Object value = formula.valueOrNull(scope);
        if (manifest == null) {
            return Document.written(value);
        }
        if (!(value instanceof Map<?, ?> object)) {
            throw EvaluationException.unusable(
                    manifest,
                    "has no place, because the body is not an object; expected an object",
                    formula.provenance(scope));
        }
        Map<Object, Object> whole = new LinkedHashMap<>(object);
        whole.put(manifest.text(), scope.manifest().tree());
        return Document.written(whole);
    }
}
