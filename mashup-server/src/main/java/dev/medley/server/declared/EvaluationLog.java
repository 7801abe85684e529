package dev.medley.server.declared;

import dev.medley.thread.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of expressions of one exchange that fail on data, and whose mashup replies all the same: one line a minute at most, as
 * clients may cause them. Thread-safe.
 */
final class EvaluationLog {

    private static final Logger LOG = LoggerFactory.getLogger(EvaluationLog.class);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLong lastNanos = new AtomicLong(NEVER);
    private final AtomicLong unlogged = new AtomicLong();

    /** Logs a failure, or counts it for the next line. */
    void add(EvaluationException failure, Clock clock) {
        long now = clock.nanoTime();
        long last = lastNanos.get();
        if ((last != NEVER && now - last < PAUSE_NANOS) || !lastNanos.compareAndSet(last, now)) {
            unlogged.incrementAndGet();
            return;
        }
        LOG.warn("{} (and {} others since the last line)", failure.getMessage(), unlogged.getAndSet(0));
    }
}
