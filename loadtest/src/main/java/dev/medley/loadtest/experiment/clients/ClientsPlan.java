package dev.medley.loadtest.experiment.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The plan of the experiment {@code clients}.
 *
 * @param clients the clients, in the order of the report
 * @param sizes requests at once, ascending
 * @param rounds the rounds that are measured
 * @param protocol {@value #HTTP_1_1} or {@value #H2C}
 * @param quick whether it takes seconds
 */
record ClientsPlan(List<ClientLibrary> clients, List<Integer> sizes, int rounds, String protocol, boolean quick) {

    static final String HTTP_1_1 = "http/1.1";
    static final String H2C = "h2c";

    private static final int REQUESTS_OF_SMALL_BURSTS = 3_000;
    private static final int MAX_REPEATED = 5;
    private static final int IMMEDIATE_REQUESTS = 10_000;
    private static final int MAX_PARTNERS = 4;
    private static final int REQUESTS_PER_PARTNER = 2_500;
    private static final int MAX_HEAP_ROUNDS = 3;

    /** Copies the lists. */
    ClientsPlan {
        clients = List.copyOf(clients);
        sizes = List.copyOf(sizes);
    }

    int largest() {
        return sizes.get(sizes.size() - 1);
    }

    /** The clients in the order of a round: each is the first, the second and so on equally often. */
    List<ClientLibrary> inRound(int round) {
        List<ClientLibrary> rotated = new ArrayList<>(clients);
        Collections.rotate(rotated, round);
        return rotated;
    }

    /** The partner processes: the connects of a burst must fit into the queues of those that accept them. */
    int partners() {
        return Math.min(MAX_PARTNERS, 1 + (largest() - 1) / REQUESTS_PER_PARTNER);
    }

    /** The delay of the partners, but for bursts that are answered at once. */
    Duration delay() {
        return quick ? Duration.ofMillis(200) : Duration.ofSeconds(1);
    }

    /** The delay of the partners while the heap is looked at, at first; later ones are longer. */
    Duration heapDelay() {
        return quick ? Duration.ofMillis(500) : Duration.ofSeconds(4);
    }

    /** The number of looks at the heap of each client and size. */
    int heapRounds() {
        return Math.min(MAX_HEAP_ROUNDS, (rounds + 1) / 2);
    }

    /** CPU time after which the code of a client counts as compiled. */
    Duration warmUp() {
        return quick ? Duration.ofMillis(200) : Duration.ofSeconds(20);
    }

    /** Bursts in one measurement: small ones take too little CPU time for its clock. */
    int times(int size, BurstKind kind) {
        return switch (kind) {
            case OPENING -> 1;
            case KEPT -> quick ? 1 : Math.max(2, Math.min(MAX_REPEATED, REQUESTS_OF_SMALL_BURSTS / size));
            case IMMEDIATE -> Math.max(1, IMMEDIATE_REQUESTS / (quick ? 10 : 1) / size);
        };
    }

    /** Steps of the progress. */
    long steps() {
        return (long) clients.size() * sizes.size() * (rounds + heapRounds());
    }
}
