package dev.medley.thread.internal.turn;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long the turns of one loop have taken, by what ran: the time in which it did nothing for others. Written by the loop's thread,
 * read by any.
 */
public final class TurnTimes {

    /** With the value {@code cpu}, the system property of this name has the thread's CPU time measured, for experiments: a system call each. */
    public static final String CLOCK_PROPERTY = "medley.loops.turns";

    private static final boolean OF_CPU = "cpu".equals(System.getProperty(CLOCK_PROPERTY));

    private static final List<Duration> BOUNDS = List.of(
            Duration.ofNanos(100_000),
            Duration.ofNanos(250_000),
            Duration.ofNanos(500_000),
            Duration.ofMillis(1),
            Duration.ofNanos(2_500_000),
            Duration.ofMillis(5),
            Duration.ofMillis(10),
            Duration.ofMillis(25),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofSeconds(1));

    private static final long[] BOUND_NANOS =
            BOUNDS.stream().mapToLong(Duration::toNanos).toArray();

    private final Map<Ran, Kind> kinds = new EnumMap<>(Ran.class);

    /** Creates the times of a loop that has had no turn. */
    public TurnTimes() {
        for (Ran each : Ran.values()) {
            kinds.put(each, new Kind());
        }
    }

    /** What runs in a turn. */
    public enum Ran {
        /** An event of a client's connection: a request is read and its mashup begun, or the rest of a reply written. */
        CLIENT,
        /** An event of a partner's connection: a response is read, and what waits for it goes on. */
        PARTNER,
        /** What waited for a turn: a response, its end, the next slice of a body, a further request. */
        WAITING,
        /** What no event of a connection has caused, such as a task of another thread. */
        TASK
    }

    /** Returns the upper bounds of the buckets of {@link #counts}, but for the last one, which has none. */
    public static List<Duration> bounds() {
        return BOUNDS;
    }

    /** Returns the time by which turns are measured, in nanoseconds. By the loop's thread. */
    public static long now() {
        return OF_CPU ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** A turn has taken {@code took} nanoseconds. By the loop's thread. */
    public void took(Ran ran, long took) {
        of(ran).took(took);
    }

    /** Returns the number of turns in each bucket. */
    public long[] counts(Ran ran) {
        AtomicLongArray counts = of(ran).counts;
        long[] copy = new long[counts.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    /** Returns the sum of the times, in seconds. */
    public double seconds(Ran ran) {
        return (double) of(ran).nanos.get() / TimeUnit.SECONDS.toNanos(1);
    }

    private Kind of(Ran ran) {
        return Objects.requireNonNull(kinds.get(ran));
    }

    /** The times of one kind of turns. With one writer, they need no compare-and-set. */
    private static final class Kind {

        private final AtomicLongArray counts = new AtomicLongArray(BOUND_NANOS.length + 1);
        private final AtomicLong nanos = new AtomicLong();

        void took(long took) {
            int bucket = 0;
            while (bucket < BOUND_NANOS.length && took > BOUND_NANOS[bucket]) {
                bucket++;
            }
            counts.lazySet(bucket, counts.getPlain(bucket) + 1);
            nanos.lazySet(nanos.getPlain() + took);
        }
    }
}
