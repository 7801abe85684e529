package dev.medley.loadtest.experiment.clients;

import dev.medley.loadtest.experiment.server.Quartiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The figures of all clients, collected round by round. Not thread-safe. */
final class ClientResults {

    private final Map<Key, List<BurstFigures>> bursts = new LinkedHashMap<>();
    private final Map<HeapKey, List<HeapFigures>> heaps = new LinkedHashMap<>();

    void add(ClientLibrary client, int size, BurstKind kind, BurstFigures figures) {
        bursts.computeIfAbsent(new Key(client, size, kind), key -> new ArrayList<>())
                .add(figures);
    }

    /** Adds the heap of a burst; one in which not all requests waited is of no use. */
    void add(ClientLibrary client, int size, HeapFigures figures) {
        List<HeapFigures> all = heaps.computeIfAbsent(new HeapKey(client, size), key -> new ArrayList<>());
        if (figures.waiting() == size) {
            all.add(figures);
        }
    }

    /** The quartiles of a figure over the rounds. */
    Quartiles of(ClientLibrary client, int size, BurstKind kind, ToDoubleFunction<BurstFigures> figure) {
        return Quartiles.of(bursts.getOrDefault(new Key(client, size, kind), List.of()).stream()
                .map(figure::applyAsDouble)
                .toList());
    }

    /** The median heap in bytes; NaN if no burst had all of its requests waiting. */
    double heap(ClientLibrary client, int size, ToDoubleFunction<HeapFigures> figure) {
        return Quartiles.of(heaps.getOrDefault(new HeapKey(client, size), List.of()).stream()
                        .map(figure::applyAsDouble)
                        .toList())
                .median();
    }

    /** The errors of all rounds. */
    double errors(ClientLibrary client, int size, BurstKind kind) {
        return bursts.getOrDefault(new Key(client, size, kind), List.of()).stream()
                .mapToDouble(BurstFigures::errors)
                .sum();
    }

    /** The errors of a client in all. */
    double errors(ClientLibrary client) {
        return of(client).stream().mapToDouble(BurstFigures::errors).sum();
    }

    /** The most threads that a client had. */
    double threads(ClientLibrary client) {
        return of(client).stream().mapToDouble(BurstFigures::threads).max().orElse(Double.NaN);
    }

    /** The reasons of a client's errors, each once. */
    List<String> failures(ClientLibrary client) {
        return of(client).stream()
                .map(BurstFigures::failures)
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }

    private Collection<BurstFigures> of(ClientLibrary client) {
        return bursts.entrySet().stream()
                .filter(entry -> entry.getKey().client() == client)
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    private record Key(ClientLibrary client, int size, BurstKind kind) {}

    private record HeapKey(ClientLibrary client, int size) {}
}
