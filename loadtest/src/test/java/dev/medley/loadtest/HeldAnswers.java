package dev.medley.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** Makes the delayed answers of partner stubs wait until they are released; from then on they come at once. */
public final class HeldAnswers extends ScheduledExecutorScheduler {

    /** Longer ones are Jetty's own. */
    private static final long LONGEST_DELAY_MILLIS = 1000;

    private final List<Runnable> held = new ArrayList<>();
    private boolean released;

    /** Holds all. */
    public HeldAnswers() {
        super("held-answers", true, 1);
    }

    @Override
    public Task schedule(Runnable task, long delay, TimeUnit unit) {
        if (unit.toMillis(delay) > LONGEST_DELAY_MILLIS) {
            return super.schedule(task, delay, unit);
        }
        synchronized (held) {
            if (!released) {
                held.add(task);
                return () -> cancel(task);
            }
        }
        return super.schedule(task, 0, unit);
    }

    /** Lets those that wait and those to come go. */
    public void release() {
        List<Runnable> waiting;
        synchronized (held) {
            released = true;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(task -> super.schedule(task, 0, TimeUnit.NANOSECONDS));
    }

    private boolean cancel(Runnable task) {
        synchronized (held) {
            return held.remove(task);
        }
    }
}
