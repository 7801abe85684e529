package dev.medley.server.internal.declared.several;

import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Provenance;
import dev.medley.server.internal.declared.value.Scope;
import java.util.List;

/**
 * The elements of {@code for-each}.
 *
 * @param array expression of them
 * @param concurrency exchanges in flight at a time
 * @param max elements at most
 */
public record ElementsPlan(Formula array, int concurrency, int max) {

    /** Returns how many times {@code concurrency} of {@code exchanges} follow one another, at most. */
    public int rounds(int exchanges) {
        return (exchanges + concurrency - 1) / concurrency;
    }

    /**
     * Returns the elements: none if the expression has no value, and one if its value is not an array.
     *
     * @throws EvaluationException if there are too many
     */
    public List<?> of(Scope scope, String exchange) {
        Object value = array.valueOrNull(scope);
        if (value == null) {
            return List.of();
        }
        List<?> elements = value instanceof List<?> list ? list : List.of(value);
        if (elements.size() > max) {
            String fault = "has %d elements, expected at most %d".formatted(elements.size(), max);
            Provenance provenance = array.provenance(scope);
            throw EvaluationException.unusable(
                    array.source(),
                    fault,
                    provenance,
                    provenance.status(),
                    "the exchange %s %s".formatted(exchange, fault));
        }
        return elements;
    }
}
