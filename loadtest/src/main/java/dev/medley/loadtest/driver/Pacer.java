package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.plan.ArrivalSchedule;
import dev.medley.loadtest.driver.result.RunTime;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts what is due, when it is due. When it comes late, all that has become due is started at once and keeps its
 * intended time: the schedule never slips.
 */
final class Pacer implements Runnable {

    private final ArrivalSchedule starts;
    private final RunTime time;
    private final LongConsumer start;
    private volatile boolean stopped;
    private volatile boolean done;
    private volatile @Nullable Throwable failure;

    /** @param start called with the intended time of each start, in nanoseconds since the beginning of the run */
    Pacer(ArrivalSchedule starts, RunTime time, LongConsumer start) {
        this.starts = starts;
        this.time = time;
        this.start = start;
    }

    @Override
    public void run() {
        try {
            long due = starts.next();
            while (due != ArrivalSchedule.NONE && !stopped) {
                long ahead = due - time.now();
                if (ahead > 0) {
                    time.pause(ahead);
                } else {
                    start.accept(due);
                    due = starts.next();
                }
            }
        } catch (RuntimeException | Error x) {
            failure = x;
        } finally {
            done = true;
        }
    }

    /**
     * Does nothing as long as all has been started that was due.
     *
     * @throws IllegalStateException if a start has failed; nothing was started after it
     */
    void checkFailure() {
        Throwable failed = failure;
        if (failed != null) {
            throw new IllegalStateException("the load driver could not start a request: " + failed, failed);
        }
    }

    /** Returns whether there is nothing left to start. */
    boolean done() {
        return done;
    }

    /** Starts nothing more; what is being started may still be. */
    void stop() {
        stopped = true;
    }
}
