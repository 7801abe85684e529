package dev.medley.server.internal.inbound;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the connections of clients that were closed. Thread-safe. */
public final class ClosedConnections {

    /** Has all reasons from the start, and none is added. */
    private final Map<ClosedFor, LongAdder> counts = new EnumMap<>(ClosedFor.class);

    /** Creates counts of zero. */
    public ClosedConnections() {
        for (ClosedFor reason : ClosedFor.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void add(ClosedFor reason) {
        of(reason).increment();
    }

    /** Returns the number of connections that were closed for {@code reason}. */
    public long count(ClosedFor reason) {
        return of(reason).sum();
    }

    private LongAdder of(ClosedFor reason) {
        return Objects.requireNonNull(counts.get(reason), "every reason has a count");
    }
}
