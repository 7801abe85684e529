package dev.medley.connection.internal.pool;

import java.util.List;
import java.util.function.IntConsumer;

/** Reports how many exchanges the connections of one pool carry at a time. */
final class CapacityReport {

    private final PoolLock lock;
    private final ConnectionBounds bounds;
    private volatile IntConsumer listener = capacity -> {};

    CapacityReport(PoolLock lock, ConnectionBounds bounds) {
        this.lock = lock;
        this.bounds = bounds;
    }

    /** Reports to {@code to}, now and with each change. Called without the lock. */
    void reportTo(IntConsumer to) {
        listener = to;
        report();
    }

    /** The capacity may have changed. Called under the lock. */
    void changed(List<Runnable> calls) {
        calls.add(this::report);
    }

    /** Streams have come or gone. Where a connection carries one exchange, the capacity does not depend on those that are open. */
    void streamsChanged(List<Runnable> calls) {
        if (bounds.isMultiplexed()) {
            changed(calls);
        }
    }

    /** Two threads may report at a time: the one that is late reports again. */
    private void report() {
        int reported;
        do {
            reported = lock.read(bounds::capacity);
            listener.accept(reported);
        } while (reported != lock.read(bounds::capacity));
    }
}
