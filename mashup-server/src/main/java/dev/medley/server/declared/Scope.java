package dev.medley.server.declared;

import dev.medley.server.declared.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The variables that the expressions of one request see. An element of {@code for-each} has a scope of its own. Thread-safe. */
final class Scope implements Function<String, @Nullable Object> {

    private final RequestValue request;
    private final Names names;
    private final AtomicReferenceArray<@Nullable Result> results;
    private final @Nullable Object item;
    private final int index;

    private Scope(
            RequestValue request,
            Names names,
            AtomicReferenceArray<@Nullable Result> results,
            @Nullable Object item,
            int index) {
        this.request = request;
        this.names = names;
        this.results = results;
        this.item = item;
        this.index = index;
    }

    static Scope of(RequestValue request, Names names, AtomicReferenceArray<@Nullable Result> results) {
        return new Scope(request, names, results, null, -1);
    }

    /** Returns a scope for each element of an array. */
    List<Scope> ofElements(List<?> array) {
        List<Scope> scopes = new ArrayList<>(array.size());
        for (Object element : array) {
            scopes.add(new Scope(request, names, results, element, scopes.size()));
        }
        return scopes;
    }

    /** Returns the position of the element; -1 outside of {@code for-each}. */
    int index() {
        return index;
    }

    RequestValue request() {
        return request;
    }

    /** Returns what came of an exchange; null if it has not ended. */
    @Nullable
    Result result(String exchange) {
        return results.get(names.position(exchange));
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
            case Names.MISSING -> missing();
            default -> value(variable);
        };
    }

    private @Nullable Object value(String exchange) {
        Result result = result(exchange);
        Document value = result == null ? null : result.value();
        return value == null ? Expression.UNDEFINED : value.tree();
    }

    private Map<String, Object> responses() {
        Map<String, Object> responses = new LinkedHashMap<>();
        for (int i = 0; i < results.length(); i++) {
            Result result = results.get(i);
            if (result != null) {
                responses.put(names.exchanges().get(i), ResponseValue.of(result));
            }
        }
        return responses;
    }

    /** Returns the manifest of this moment, without the exchanges that clients do not see; these count for its completeness. */
    Manifest manifest() {
        Map<String, Result> shown = new LinkedHashMap<>();
        boolean complete = true;
        for (int i = 0; i < results.length(); i++) {
            Result ended = results.get(i);
            Result result = ended == null ? Result.unfinished(null) : ended;
            complete &= result.isComplete();
            String name = names.exchanges().get(i);
            if (!names.isInternal(name)) {
                shown.put(name, result);
            }
        }
        return new Manifest(shown, complete);
    }

    /** Returns the causes of what is missing, by the names of exchanges. */
    Map<String, String> missing() {
        Map<String, String> missing = new LinkedHashMap<>();
        for (int i = 0; i < results.length(); i++) {
            Result result = results.get(i);
            if (result != null) {
                result.listMissing(names.exchanges().get(i), missing);
            }
        }
        return missing;
    }

    /** The elements of the array that an exchange with {@code for-each} has for its value. */
    List<Result> elements(String exchange) {
        Result result = result(exchange);
        return result == null ? List.of() : result.elements();
    }
}
