package dev.medley.server.internal.declared.value;

import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.LogPace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The log of expressions of one exchange, or one mashup, that fail on data which the configuration is not to blame for: one line a
 * minute at most, because clients may cause them; and one for those that are due to clients, which must not keep others out. Thread-safe.
 */
public final class EvaluationLog {

    private static final Logger LOG = LoggerFactory.getLogger(EvaluationLog.class);

    private final LogPace ofClients = new LogPace();
    private final LogPace ofOthers = new LogPace();

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
}
