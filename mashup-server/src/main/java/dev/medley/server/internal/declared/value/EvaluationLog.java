package dev.medley.server.internal.declared.value;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The log of expressions of one exchange, or one mashup, that fail on data which the configuration is not to blame for: one line a
 * minute at most, because clients may cause them; and one for those that are due to clients, which must not keep others out. Thread-safe.
 */
public final class EvaluationLog {

    private static final Logger LOG = LoggerFactory.getLogger(EvaluationLog.class);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final Pace ofClients = new Pace();
    private final Pace ofOthers = new Pace();

    /** Creates a log without a line. */
    public EvaluationLog() {}

    /** Logs a failure, or counts it for the next line. */
    public void add(EvaluationException failure, Clock clock) {
        boolean ofClient = failure.provenance().mayBeOfClient();
        long others = (ofClient ? ofClients : ofOthers).others(clock.nanoTime());
        if (others >= 0) {
            Level level = failure.provenance().isOfClient() ? Level.INFO : Level.WARN;
            LOG.atLevel(level).log("{} (and {} others since the last line)", failure.getMessage(), others);
        }
    }

    /** When there was a line, and what has come since. */
    private static final class Pace {

        private final AtomicLong lastNanos = new AtomicLong(NEVER);
        private final AtomicLong unlogged = new AtomicLong();

        /** Returns the failures since the last line if there is to be another; else -1. */
        long others(long now) {
            long last = lastNanos.get();
            if ((last != NEVER && now - last < PAUSE_NANOS) || !lastNanos.compareAndSet(last, now)) {
                unlogged.incrementAndGet();
                return -1;
            }
            return unlogged.getAndSet(0);
        }
    }
}
