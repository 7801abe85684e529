package dev.medley.server.internal.admin;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** A clock that only tests move; alarms run on the thread that moves it. */
public final class ManualClock implements Clock {

    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Comparator.comparingLong(Pending::at));
    private long now;

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized ScheduledTask schedule(long delayNanos, Runnable task) {
        Pending alarm = new Pending(now + delayNanos, task);
        pending.add(alarm);
        return () -> cancel(alarm);
    }

    /** Returns the number of pending alarms. */
    public synchronized int alarms() {
        return pending.size();
    }

    /** Moves the clock by {@code duration}, and runs the alarms that are due. */
    public void pass(Duration duration) {
        long until = nanoTime() + duration.toNanos();
        for (Optional<Pending> due = nextDue(until); due.isPresent(); due = nextDue(until)) {
            due.get().task.run();
        }
    }

    private synchronized Optional<Pending> nextDue(long until) {
        Optional<Pending> next = Optional.ofNullable(pending.peek()).filter(alarm -> alarm.at <= until);
        next.ifPresent(pending::remove);
        now = next.map(Pending::at).orElse(until);
        return next;
    }

    private synchronized void cancel(Pending alarm) {
        pending.remove(alarm);
    }

    private record Pending(long at, Runnable task) {}
}
