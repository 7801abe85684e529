package dev.medley.server.admin;

import dev.medley.exchange.Broker;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.Time;
import dev.medley.thread.Totals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the pool and the ledger of its threads five times a second, to tell the law over the last {@link #WINDOW} and
 * since the start.
 *
 * <p>Samples hold running sums, so that any two of them tell the mean of what is in between. Thread-safe: samples are
 * taken one after another, each by the alarm that the one before it has set; what others need of them is published in
 * {@link #latest}.
 */
final class LawSampler implements AutoCloseable {

    /** The stretch of time that counts as the present. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofMillis(200);

    private final Broker broker;
    private final Sample first;
    /** Those of the window; for {@link #sample} only. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    private volatile Stretch latest;
    private volatile Time.@Nullable Alarm alarm;
    private volatile boolean closed;

    LawSampler(Broker broker) {
        this.broker = broker;
        first = new Sample(broker.ledger().totals(), 0, 0);
        samples.add(first);
        latest = new Stretch(first, first);
    }

    void start() {
        alarm = broker.time().after(STEP.toNanos(), this::sample);
    }

    /** The law over the last {@link #WINDOW}, or since the start if that is nearer. */
    LawReading overWindow() {
        return reading(latest);
    }

    /** The law since the start. */
    LawReading sinceStart() {
        return reading(new Stretch(first, latest.to));
    }

    @Override
    public void close() {
        closed = true;
        Time.Alarm set = alarm;
        if (set != null) {
            set.cancel();
        }
    }

    private void sample() {
        if (closed) {
            return;
        }
        // Without the thread that looks.
        int itself = BrokerPool.onBrokerThread() ? 1 : 0;
        int utilized = Math.max(0, broker.pool().use().utilized() - itself);
        Sample last = latest.to;
        Sample next = new Sample(broker.ledger().totals(), last.utilizedSum + utilized, last.count + 1);
        samples.add(next);
        latest = new Stretch(dropOld(next.totals.atNanos() - WINDOW.toNanos()), next);
        start();
    }

    /** Keeps one sample that is as old as the window, for the others to be compared with, and returns it. */
    private Sample dropOld(long beginNanos) {
        Sample begin = samples.removeFirst();
        while (!samples.isEmpty() && samples.getFirst().totals.atNanos() - beginNanos <= 0) {
            begin = samples.removeFirst();
        }
        samples.addFirst(begin);
        return begin;
    }

    private LawReading reading(Stretch stretch) {
        long count = stretch.to.count - stretch.from.count;
        long utilizedSum = stretch.to.utilizedSum - stretch.from.utilizedSum;
        return new LawReading(
                broker.ledger().totals().since(stretch.from.totals), count == 0 ? 0 : (double) utilizedSum / count);
    }

    private record Sample(Totals totals, long utilizedSum, long count) {}

    private record Stretch(Sample from, Sample to) {}
}
