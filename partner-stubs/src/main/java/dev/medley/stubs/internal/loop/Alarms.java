package dev.medley.stubs.internal.loop;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/** The tasks due later on the one thread of a raw partner. Used by that thread. */
public final class Alarms {

    private final long origin = System.nanoTime();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::nanos));

    /** Creates alarms of which none is set. */
    public Alarms() {}

    /** Has {@code task} run once, after {@code delay}; it cannot be taken back. */
    public void after(Duration delay, Runnable task) {
        alarms.add(new Alarm(now() + delay.toNanos(), task));
    }

    /** The milliseconds until the next alarm, at least 1; 0 if there is none. */
    long millisToNext() {
        Alarm next = alarms.peek();
        return next == null ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(next.nanos - now()));
    }

    /** Runs the tasks that are due. */
    void ring() {
        long now = now();
        for (Alarm next = alarms.peek(); next != null && next.nanos <= now; next = alarms.peek()) {
            alarms.remove();
            next.task.run();
        }
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    private record Alarm(long nanos, Runnable task) {}
}
