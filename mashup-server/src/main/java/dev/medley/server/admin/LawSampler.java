package dev.medley.server.admin;

import dev.medley.exchange.Broker;
import dev.medley.thread.Clock;
import dev.medley.thread.Totals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Notes five times a second what the ledger of the threads and the watch of the pool have summed up, to tell the law over
 * the last {@link #WINDOW} and since the start.
 *
 * <p>Samples hold running sums, so that any two of them tell the mean of what is in between. Thread-safe: samples are
 * taken one after another, each by the alarm that the one before it has set; what others need of them is published in
 * {@link #windowBegin}.
 */
final class LawSampler implements AutoCloseable {

    /** The stretch of time that counts as the present. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofMillis(200);

    private final Broker broker;
    private final PoolWatch watch;
    private final Sample first;
    /** Those of the window; for {@link #sample} only. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    private volatile Sample windowBegin;
    private volatile Clock.@Nullable ScheduledTask alarm;
    private volatile boolean closed;

    LawSampler(Broker broker, PoolWatch watch) {
        this.broker = broker;
        this.watch = watch;
        first = new Sample(broker.ledger().totals(), watch.seen());
        samples.add(first);
        windowBegin = first;
    }

    void start() {
        alarm = broker.clock().schedule(STEP.toNanos(), this::sample);
    }

    /** The law over the last {@link #WINDOW}, or since the start if that is nearer. */
    LawReading overWindow() {
        return since(windowBegin);
    }

    /** The law since the start. */
    LawReading sinceStart() {
        return since(first);
    }

    @Override
    public void close() {
        closed = true;
        Clock.ScheduledTask set = alarm;
        if (set != null) {
            set.cancel();
        }
    }

    private void sample() {
        if (closed) {
            return;
        }
        Sample next = new Sample(broker.ledger().totals(), watch.seen());
        samples.add(next);
        windowBegin = dropOld(next.totals.atNanos() - WINDOW.toNanos());
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

    private LawReading since(Sample from) {
        return new LawReading(
                broker.ledger().totals().since(from.totals), watch.seen().minus(from.seen));
    }

    private record Sample(Totals totals, PoolWatch.Seen seen) {}
}
