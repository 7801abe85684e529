package dev.medley.server.internal.declared.several;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.TextTemplate;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Scope;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How several elements are asked for at once. Immutable.
 *
 * @param by member of each object of the response that has its key
 * @param max different keys of one request
 * @param key expression of the key of an element; null for the element itself
 * @param array expression of the elements, for messages; null without {@code for-each}
 * @param items expression of the array in the response; null for the response itself
 * @param many whether the value of an element is an array of all objects that have its key
 * @param shared the requests that several inbound requests share; null if each has its own
 */
public record BatchPlan(
        String by,
        int max,
        @Nullable Formula key,
        @Nullable Formula array,
        @Nullable Formula items,
        boolean many,
        @Nullable SharedBatches shared) {

    /**
     * The elements of one request.
     *
     * @param number of the request, from 1 on
     * @param keys different ones, as the request has them, by their texts
     * @param members the elements, of which several may have the same key
     */
    public record Batch(int number, Map<String, Object> keys, List<Member> members) {}

    /**
     * One element.
     *
     * @param scope of its expressions
     * @param key as text, by which it is found in the response
     */
    public record Member(Scope scope, String key) {}

    /**
     * The elements of an array.
     *
     * @param batches of those that have a key
     * @param faults of the others
     */
    public record Split(List<Batch> batches, Map<Scope, EvaluationException> faults) {}

    /** Returns the elements in as few requests as can be, in their order. */
    public Split split(List<Scope> elements) {
        List<Batch> batches = new ArrayList<>();
        Map<Scope, EvaluationException> faults = new LinkedHashMap<>();
        Map<String, Batch> known = new LinkedHashMap<>();
        for (Scope element : elements) {
            try {
                Object value = keyOf(element);
                String text = textOf(value);
                Batch batch = known.computeIfAbsent(text, each -> withKey(each, value, batches));
                batch.members().add(new Member(element, text));
            } catch (EvaluationException x) {
                faults.put(element, x);
            }
        }
        return new Split(batches, faults);
    }

    private Batch withKey(String text, Object key, List<Batch> batches) {
        Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
        if (last == null || last.keys().size() == max) {
            last = new Batch(batches.size() + 1, new LinkedHashMap<>(), new ArrayList<>());
            batches.add(last);
        }
        last.keys().put(text, key);
        return last;
    }

    /**
     * Returns the key of an element, text or a number.
     *
     * @throws EvaluationException if it has none
     */
    private Object keyOf(Scope element) {
        Formula formula = key;
        Object value = formula == null ? element.apply(Names.ITEM) : formula.evaluate(element);
        if (value instanceof Number || (value instanceof String text && !text.isEmpty())) {
            return value;
        }
        Formula given = formula == null ? array : formula;
        if (given == null) {
            throw new IllegalStateException("a batch with neither a key nor elements");
        }
        String fault = value == null || value == Expression.UNDEFINED || value.equals("")
                ? "has no value for an element; expected the key of each"
                : "is not a key; expected text or a number";
        throw EvaluationException.unusable(given.source(), fault, fault, given.provenance(element), "no key");
    }

    /** Returns the text by which keys are compared: 1, 1.0 and "1" are equal. */
    private static String textOf(Object key) {
        Object plain = key instanceof BigDecimal number ? number.stripTrailingZeros() : key;
        return String.valueOf(TextTemplate.text(plain));
    }

    /**
     * Returns the objects of a response by their keys; the first one of each key, or all.
     *
     * @param scope which has the response as the page
     * @throws ProblemException if it is not an array
     */
    public Map<String, Object> found(DefaultExchange exchange, Scope scope) {
        Object value = items == null ? scope.apply(Names.PAGE) : items.evaluate(scope);
        Map<String, Object> found = new LinkedHashMap<>();
        if (value == Expression.UNDEFINED || value == null) {
            return found;
        }
        // An expression has a single object in place of an array of one.
        List<?> objects = value instanceof List<?> list ? list : items == null ? null : List.of(value);
        if (objects == null) {
            throw problem(exchange, "the response is not an array");
        }
        for (Object each : objects) {
            Object own = each instanceof Map<?, ?> object ? object.get(by) : null;
            if (own instanceof String || own instanceof Number) {
                add(found, textOf(own), each);
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // What an element has is a list if many may have its key.
    private void add(Map<String, Object> found, String its, Object object) {
        if (many) {
            ((List<Object>) found.computeIfAbsent(its, none -> new ArrayList<>())).add(object);
        } else {
            found.putIfAbsent(its, object);
        }
    }

    /** Returns the value of an element among those {@linkplain #found found}; null if it has none. */
    public @Nullable Object valueOf(Map<String, Object> found, String its) {
        Object value = found.get(its);
        return value == null && many ? List.of() : value;
    }

    /** Returns the failure of an element that its partner does not know. */
    public static ProblemException absent(DefaultExchange exchange) {
        return problem(exchange, "not in the response");
    }

    private static ProblemException problem(DefaultExchange exchange, String fault) {
        return new ProblemException(new Problem(
                Status.BAD_GATEWAY,
                "partner %s: %s".formatted(exchange.partner(), fault),
                exchange.partner(),
                exchange.state().label()));
    }

    /** Returns whether reading a response may take long by its expression. */
    public boolean isHeavy() {
        return items != null && !items.expression().isLight();
    }
}
