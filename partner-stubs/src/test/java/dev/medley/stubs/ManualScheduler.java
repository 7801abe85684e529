package dev.medley.stubs;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/** A scheduler whose time the test moves. Tasks of Jetty itself are not affected. */
final class ManualScheduler extends AbstractLifeCycle implements Scheduler {

    private final long delayMillis;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** Holds the tasks that are scheduled with exactly this delay. */
    ManualScheduler(long delayMillis) {
        this.delayMillis = delayMillis;
    }

    @Override
    public Task schedule(Runnable task, long delay, TimeUnit units) {
        if (units.toMillis(delay) != delayMillis) {
            return () -> false;
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
