package dev.medley.loadtest.experiment.soak;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The ends of the requests of a soak. Thread-safe. */
final class SoakTally {

    /** The statuses that the failure of a partner, or too much load, may have. */
    private static final Set<Integer> HONEST = Set.of(200, 502, 503, 504);

    private static final int MOST_SHOWN = 20;

    private final Map<SoakKind, Map<String, LongAdder>> ends = new EnumMap<>(SoakKind.class);
    private final LongAdder foreign = new LongAdder();
    private final LongAdder dishonest = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final AtomicLong inFlight = new AtomicLong();
    private final ConcurrentLinkedQueue<String> shown = new ConcurrentLinkedQueue<>();

    SoakTally() {
        for (SoakKind kind : SoakKind.values()) {
            ends.put(kind, new ConcurrentHashMap<>());
        }
    }

    void begun() {
        inFlight.incrementAndGet();
    }

    /** A reply of status 200 that belongs to its request, and is whole. */
    void right(SoakKind kind) {
        answered.increment();
        end(kind, "200");
    }

    /** A reply of status 200 that is not. */
    void foreign(SoakKind kind, String what) {
        foreign.increment();
        show("foreign or truncated, " + what);
        end(kind, "200, foreign or truncated");
    }

    /** A reply of another status. */
    void status(SoakKind kind, int status) {
        if (!HONEST.contains(status)) {
            dishonest.increment();
            show(kind + " was answered with status " + status);
        }
        end(kind, Integer.toString(status));
    }

    /** The client has left. */
    void gone(SoakKind kind) {
        end(kind, "client left");
    }

    /** The reply has broken off, or the connection before it; {@code allowed} if that can be seen by the client as a failure. */
    void broken(SoakKind kind, boolean allowed, String what) {
        if (!allowed) {
            unanswered.increment();
            show(kind + ": " + what);
        }
        end(kind, allowed ? "broken off" : "no reply");
    }

    private void end(SoakKind kind, String how) {
        ends(kind).computeIfAbsent(how, name -> new LongAdder()).increment();
        inFlight.decrementAndGet();
    }

    private Map<String, LongAdder> ends(SoakKind kind) {
        return ends.getOrDefault(kind, Map.of());
    }

    private void show(String violation) {
        if (shown.size() < MOST_SHOWN) {
            shown.add(violation);
        }
    }

    /** The ends of a kind, by what they are. */
    Map<String, Long> of(SoakKind kind) {
        Map<String, Long> counts = new TreeMap<>();
        ends(kind).forEach((how, count) -> counts.put(how, count.sum()));
        return counts;
    }

    long inFlight() {
        return inFlight.get();
    }

    long answered() {
        return answered.sum();
    }

    /** Replies of status 200 that were not those of their requests, or not whole. */
    long foreign() {
        return foreign.sum();
    }

    /** Replies with a status that no fault of a partner has. */
    long dishonest() {
        return dishonest.sum();
    }

    /** Requests without a reply whose status could have been sent. */
    long unanswered() {
        return unanswered.sum();
    }

    /** The first of what should not have been. */
    List<String> shown() {
        return List.copyOf(shown);
    }
}
