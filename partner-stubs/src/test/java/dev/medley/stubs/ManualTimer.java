package dev.medley.stubs;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;

/** A timer whose time the test moves. Tasks of Jetty itself never run. */
final class ManualTimer implements BiFunction<Runnable, Duration, Runnable> {

    private final long delayMillis;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** Holds the tasks that are scheduled with exactly this delay. */
    ManualTimer(long delayMillis) {
        this.delayMillis = delayMillis;
    }

    @Override
    public Runnable apply(Runnable task, Duration delay) {
        if (delay.toMillis() != delayMillis) {
            return () -> {};
        }
        waiting.add(task);
        return () -> waiting.remove(task);
    }

    int waiting() {
        return waiting.size();
    }

    /** Lets the delay pass for all that wait. */
    void pass() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }
}
