package dev.medley.loadtest.driver;

import java.util.function.LongConsumer;

/**
 * Starts what is due, when it is due. When it comes late, all that has become due is started at once and keeps its
 * intended time: the schedule never slips.
 */
final class Pacer implements Runnable {

    private final Starts starts;
    private final RunTime time;
    private final LongConsumer start;
    private volatile boolean stopped;
    private volatile boolean done;

    /** @param start called with the intended time of each start, in nanoseconds since the beginning of the run */
    Pacer(Starts starts, RunTime time, LongConsumer start) {
        this.starts = starts;
        this.time = time;
        this.start = start;
    }

    @Override
    public void run() {
        try {
            long due = starts.next();
            while (due != Starts.NONE && !stopped) {
                long ahead = due - time.now();
                if (ahead > 0) {
                    time.pace().pause(ahead);
                } else {
                    start.accept(due);
                    due = starts.next();
                }
            }
        } finally {
            done = true;
        }
    }

    /** Whether there is nothing left to start. */
    boolean done() {
        return done;
    }

    /** Starts nothing more; what is being started may still be. */
    void stop() {
        stopped = true;
    }
}
