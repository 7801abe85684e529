package dev.medley.partner.internal.limit;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.window.AverageSampleWindowFactory;
import com.netflix.concurrency.limits.limit.window.SampleWindow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Averages latencies over windows, each of which an algorithm takes for one sample. A window lasts until its time is over and it
 * has enough latencies. Dropped instead, as the library's {@code WindowedLimit} does with a window that has too few, it would
 * leave a limit where it is that has fallen so low that few end within any window: for ever.
 *
 * <p>Thread-safe: one compare-and-set on {@link #window} decides which thread ends it.
 */
final class LatencyWindows {

    private static final int MIN_SAMPLES = 10;
    /** What takes less is no work. */
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final SampleWindow EMPTY =
            AverageSampleWindowFactory.create().newInstance();

    private final Limit algorithm;
    private final long minNanos;
    private final long maxNanos;
    private final AtomicReference<SampleWindow> window = new AtomicReference<>(EMPTY);
    private volatile long endsAt;

    /**
     * Creates windows of twice the shortest latency, within bounds.
     *
     * @param algorithm takes the averages
     * @param minNanos shortest time of a window in nanoseconds
     * @param maxNanos longest time, unless it has too few latencies
     */
    LatencyWindows(Limit algorithm, long minNanos, long maxNanos) {
        this.algorithm = algorithm;
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
    }

    /**
     * Adds a latency.
     *
     * @param nowNanos nanoseconds since the beginning
     * @param inFlight admitted at the time
     * @param overload whether it is a sign of overload
     */
    void add(long nowNanos, long latencyNanos, int inFlight, boolean overload) {
        if (latencyNanos < SHORTEST_NANOS) {
            return;
        }
        SampleWindow now = window.updateAndGet(before -> before.addSample(latencyNanos, inFlight, overload));
        if (nowNanos > endsAt && now.getSampleCount() >= MIN_SAMPLES && window.compareAndSet(now, EMPTY)) {
            endsAt = nowNanos + Math.min(Math.max(2 * now.getCandidateRttNanos(), minNanos), maxNanos);
            algorithm.onSample(nowNanos - latencyNanos, now.getTrackedRttNanos(), now.getMaxInFlight(), now.didDrop());
        }
    }
}
