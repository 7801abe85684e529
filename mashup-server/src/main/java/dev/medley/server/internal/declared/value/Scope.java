package dev.medley.server.internal.declared.value;

import dev.medley.exchange.Exchange;
import dev.medley.server.internal.declared.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The variables that the expressions of one request see. An element of {@code for-each} has a scope of its own. Thread-safe. */
public final class Scope implements Function<String, @Nullable Object> {

    private final RequestValue request;
    private final Results results;
    private final @Nullable Object item;
    private final int index;
    /** What the element is one of; null outside of {@code for-each}. */
    private final @Nullable Expression elements;

    /** The variables of one of several requests of an exchange, and the name of that exchange. */
    private final Map<String, @Nullable Object> further;

    private final String exchange;
    /** The values of expressions that are not evaluated any more; null if all are. */
    private final @Nullable Recorded recorded;

    private Scope(
            RequestValue request,
            Results results,
            @Nullable Object item,
            int index,
            @Nullable Expression elements,
            Map<String, @Nullable Object> further,
            String exchange,
            @Nullable Recorded recorded) {
        this.recorded = recorded;
        this.further = further;
        this.exchange = exchange;
        this.request = request;
        this.results = results;
        this.item = item;
        this.index = index;
        this.elements = elements;
    }

    /** Returns the scope of a whole run, without an element; it sees what is added to {@code results} later. */
    public static Scope of(RequestValue request, Results results) {
        return new Scope(request, results, null, -1, null, Map.of(), "", null);
    }

    /** Returns a scope for each element of an array, which is the value of {@code expression}. */
    public List<Scope> ofElements(List<?> array, Expression expression) {
        List<Scope> scopes = new ArrayList<>(array.size());
        for (Object element : array) {
            scopes.add(new Scope(request, results, element, scopes.size(), expression, Map.of(), "", null));
        }
        return scopes;
    }

    /**
     * Returns this scope with the variables of one of several requests of an exchange.
     *
     * @param exchange the name of that, which these variables come from
     * @param further those of {@link Names#PAGE}, {@link Names#HEAD}, {@link Names#CURSOR} and {@link Names#KEYS} that have a value
     */
    public Scope with(String exchange, Map<String, @Nullable Object> further) {
        return new Scope(request, results, item, index, elements, further, exchange, recorded);
    }

    /** Returns this scope, in which the values of expressions are those that {@code values} has or takes. */
    public Scope recordedBy(Recorded values) {
        return new Scope(request, results, item, index, elements, further, exchange, values);
    }

    /** Returns this scope, in which expressions have their own values: for those that read a response. */
    public Scope unrecorded() {
        return new Scope(request, results, item, index, elements, further, exchange, null);
    }

    /** Returns the value of an expression; {@link Expression#UNDEFINED} if it has none. */
    @Nullable
    Object valueOf(Expression expression) {
        Recorded values = recorded;
        return values == null ? expression.evaluate(this) : values.valueOf(expression, this);
    }

    /** Returns the name of the exchange of {@link #with}; empty without one. */
    public String exchange() {
        return exchange;
    }

    /** Returns where the element comes from, as its array does. */
    Provenance ofArray() {
        return Provenance.of(elements == null ? List.of() : elements.sources(), this);
    }

    /** Returns whether clients do not see an exchange. */
    boolean isInternal(String exchange) {
        return results.names().isInternal(exchange);
    }

    /** Returns the names of the exchanges that have results. */
    List<String> exchanges() {
        return results.names().exchanges();
    }

    /** Returns the position of the element; -1 outside of {@code for-each}. */
    public int index() {
        return index;
    }

    /** Returns the inbound request; scopes of elements share it. */
    public RequestValue request() {
        return request;
    }

    /** Returns what came of an exchange; null if it has not ended. */
    @Nullable
    public Result result(String exchange) {
        return results.get(exchange);
    }

    /** Returns the value of a variable; {@link Expression#UNDEFINED} if it has none. */
    @Override
    public @Nullable Object apply(String variable) {
        return switch (variable) {
            case Names.REQUEST -> request.tree();
            case Names.PARTNERS -> request.partners();
            case Names.ITEM -> item;
            case Names.INDEX -> index;
            case Names.RESPONSE -> responses();
            case Names.MISSING -> missing().causes();
            case Names.PAGE, Names.HEAD, Names.CURSOR, Names.KEYS ->
                isExchange(variable) ? value(variable) : further.getOrDefault(variable, Expression.UNDEFINED);
            default -> value(variable);
        };
    }

    /** Returns whether an exchange has the name of a variable, which only one that is several requests has. */
    boolean isExchange(String variable) {
        return results.names().isExchange(variable);
    }

    private @Nullable Object value(String name) {
        Result result = result(name);
        Document value = result == null ? null : result.value();
        return value == null ? Expression.UNDEFINED : value.tree();
    }

    private Map<String, Object> responses() {
        Map<String, Object> responses = new LinkedHashMap<>();
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            if (result != null) {
                responses.put(results.name(i), ResponseValue.of(result));
            }
        }
        return responses;
    }

    /** Returns the manifest of this moment, without the exchanges that clients do not see; these count for its completeness. */
    public Manifest manifest() {
        Map<String, Result> shown = new LinkedHashMap<>();
        boolean complete = true;
        for (int i = 0; i < results.size(); i++) {
            Result ended = results.get(i);
            Result result = ended == null ? Result.unfinished(null) : ended;
            complete &= result.isComplete();
            if (!results.names().isInternal(results.name(i))) {
                shown.put(results.name(i), result);
            }
        }
        return new Manifest(shown, complete);
    }

    /** Calls {@code action} with the name and the exchange of each value, those of elements included. */
    public void forEachExchange(BiConsumer<String, Exchange> action) {
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            if (result != null) {
                forEachExchange(results.name(i), result, action);
            }
        }
    }

    private static void forEachExchange(String name, Result result, BiConsumer<String, Exchange> action) {
        result.exchanges().forEach(each -> action.accept(name, each));
        result.elements().forEach(each -> forEachExchange(name, each, action));
    }

    /** Returns the account of what is missing. */
    public Missing missing() {
        return new Missing(results);
    }

    /** Returns why an expression may have no value here, as {@link Missing#reason}; null if it depends on nothing missing. */
    @Nullable
    String missingFor(Expression expression) {
        Set<String> inputs = new LinkedHashSet<>(Dependencies.of(expression, results.names(), Set.of()));
        if (elements != null && expression.variables().contains(Names.ITEM)) {
            inputs.addAll(Dependencies.of(elements, results.names(), Set.of()));
        }
        return missing().reason(inputs);
    }

    /** Returns the results of the elements of an exchange with {@code for-each}. */
    public List<Result> elements(String exchange) {
        return results.elements(exchange);
    }
}
