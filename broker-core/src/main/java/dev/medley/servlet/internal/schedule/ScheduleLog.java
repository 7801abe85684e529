package dev.medley.servlet.internal.schedule;

import dev.medley.thread.internal.LogPace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of one schedule, in which a failure that repeats does not fill the log. Thread-safe. */
final class ScheduleLog {

    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

    private final String mashup;
    private volatile LogPace failed = new LogPace();
    private final LogPace blocked = new LogPace();

    ScheduleLog(String mashup) {
        this.mashup = mashup;
    }

    /** A run has ended, after the run {@code before}. */
    void ended(@Nullable LastRun before, RunResult result, long nanos) {
        if (result.outcome().isGood()) {
            if (before != null && !before.outcome().isGood()) {
                LOG.info("mashup {} runs again by its schedule", mashup);
                // The next failure is told at once: this line must not be the last one while runs fail.
                failed = new LogPace();
            }
            return;
        }
        long others = failed.others(nanos);
        if (others >= 0) {
            LOG.warn(
                    "mashup {}: a run by its schedule has failed: {}{}",
                    mashup,
                    result.cause(),
                    others == 0 ? "" : " (and " + others + " runs since the last line)",
                    result.defect());
        }
    }

    /** A run is put off. */
    void blocked(long nanos) {
        if (blocked.others(nanos) >= 0) {
            LOG.warn(
                    "mashup {}: the code of its last run still blocks a thread after the deadline; the next run waits for it",
                    mashup);
        }
    }
}
