package dev.medley.server.internal.declared.value;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The results of the exchanges of one run so far. Thread-safe. */
public final class Results {

    private final List<BitSet> sources;
    private final Names names;
    private final AtomicReferenceArray<@Nullable Result> results;

    /**
     * Creates what holds them.
     *
     * @param sources for each exchange the positions of those that it depends on
     */
    public Results(List<BitSet> sources, Names names) {
        this.sources = sources;
        this.names = names;
        results = new AtomicReferenceArray<>(sources.size());
    }

    /** Returns the positions of the exchanges that one depends on, be it by way of others. */
    IntStream sources(int position) {
        return sources.get(position).stream();
    }

    Names names() {
        return names;
    }

    /** Returns the number of exchanges, whether they have ended or not. */
    public int size() {
        return results.length();
    }

    /** Sets what came of an exchange, which its dependents see when they start; replaces what was set before. */
    public void set(int position, Result result) {
        results.set(position, result);
    }

    /** Returns what came of an exchange; null if it has not ended. */
    @Nullable
    public Result get(int position) {
        return results.get(position);
    }

    /** As above, by its name. */
    @Nullable
    public Result get(String exchange) {
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
