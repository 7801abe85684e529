package dev.medley.server.declared;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** What came of the exchanges of one run so far. Thread-safe. */
final class Results {

    private final Graph graph;
    private final Names names;
    private final AtomicReferenceArray<@Nullable Result> results;

    Results(Graph graph, Names names) {
        this.graph = graph;
        this.names = names;
        results = new AtomicReferenceArray<>(graph.size());
    }

    Graph graph() {
        return graph;
    }

    Names names() {
        return names;
    }

    /** Returns the number of exchanges, whether they have ended or not. */
    int size() {
        return results.length();
    }

    void set(int position, Result result) {
        results.set(position, result);
    }

    /** Returns what came of an exchange; null if it has not ended. */
    @Nullable
    Result get(int position) {
        return results.get(position);
    }

    /** As above, by its name. */
    @Nullable
    Result get(String exchange) {
        return results.get(names.position(exchange));
    }

    /** Returns the name of an exchange. */
    String name(int position) {
        return names.exchanges().get(position);
    }

    /** Returns the results of the elements of an exchange with {@code for-each}; none if it has failed as a whole. */
    List<Result> elements(String exchange) {
        Result result = get(exchange);
        return result == null ? List.of() : result.elements();
    }
}
