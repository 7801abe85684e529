package dev.medley.thread.internal;

import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A clock that a test moves. Tasks that are due run one after another, in the order of their times, on the
 * executor, while the test waits for them.
 *
 * <p>Like {@link System#nanoTime()} it may be any number; it overflows soon after the start, as that one may.
 */
public final class ManualClock implements Clock {

    /** The time of day at its start. */
    public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static final long START = Long.MAX_VALUE - Duration.ofMillis(500).toNanos();

    private final Executor executor;
    private final PriorityQueue<Pending> pending =
            new PriorityQueue<>(comparingLong(Pending::sinceStart).thenComparingLong(Pending::number));
    private long sinceStart;
    private long numbers;

    /** A clock whose tasks run on {@code executor}. */
    public ManualClock(Executor executor) {
        this.executor = executor;
    }

    /** A clock whose tasks run on the thread that moves it. */
    public static ManualClock inline() {
        return new ManualClock(Runnable::run);
    }

    @Override
    public synchronized long nanoTime() {
        return START + sinceStart;
    }

    /** The calendar begins at {@link #NOON}. */
    @Override
    public synchronized Instant instant() {
        return NOON.plusNanos(sinceStart);
    }

    @Override
    public synchronized ScheduledTask schedule(long delayNanos, Runnable task) {
        Pending alarm = new Pending(sinceStart + Math.max(0, delayNanos), numbers++, task);
        pending.add(alarm);
        return () -> callOff(alarm);
    }

    /** Tasks that have neither run nor been cancelled. */
    public synchronized int alarms() {
        return pending.size();
    }

    /** Lets {@code duration} pass, and whatever is due in it happen. */
    public void advance(Duration duration) {
        long until = sinceStartAfter(duration);
        for (Optional<Pending> due = nextDue(until); due.isPresent(); due = nextDue(until)) {
            CompletableFuture.runAsync(due.get().task(), executor)
                    .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    private synchronized long sinceStartAfter(Duration duration) {
        return sinceStart + duration.toNanos();
    }

    private synchronized Optional<Pending> nextDue(long until) {
        Pending next = pending.peek();
        if (next == null || next.sinceStart > until) {
            sinceStart = Math.max(sinceStart, until);
            return Optional.empty();
        }
        sinceStart = Math.max(sinceStart, next.sinceStart);
        pending.remove();
        return Optional.of(next);
    }

    private synchronized void callOff(Pending alarm) {
        pending.remove(alarm);
    }

    private record Pending(long sinceStart, long number, Runnable task) {}
}
