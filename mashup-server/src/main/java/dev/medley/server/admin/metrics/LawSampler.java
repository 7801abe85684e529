package dev.medley.server.admin.metrics;

import dev.medley.exchange.Broker;
import dev.medley.thread.Clock;
import dev.medley.thread.ThreadTime;
import dev.medley.thread.Totals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Samples the totals of the ledger and of the pool once a second, for the law over the last {@link #WINDOW} and since
 * the start.
 *
 * <p>A sample holds running sums, so that any two give the mean of the period between them. Thread-safe: samples are taken
 * one after another, each by the alarm that the previous one has set; readers use {@link #windowBegin}.
 */
public final class LawSampler implements AutoCloseable {

    /** The period that counts as the present. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofSeconds(1);

    private final Broker broker;
    private final Sample first;
    /** The samples of the window; confined to {@link #sample}. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    private volatile Sample windowBegin;
    private volatile Clock.@Nullable ScheduledTask alarm;
    private volatile boolean closed;

    /** Creates a sampler of the broker's ledger and pool. */
    public LawSampler(Broker broker) {
        this.broker = broker;
        first = take();
        samples.add(first);
        windowBegin = first;
    }

    /** Starts to sample; the broker's pool must have been started. */
    public void start() {
        alarm = broker.clock().schedule(STEP.toNanos(), this::sample);
    }

    /** Returns the law over the last {@link #WINDOW}, or since the start if that is less. */
    public LawReading overWindow() {
        return since(windowBegin);
    }

    /** Returns the law since the start. */
    public LawReading sinceStart() {
        return since(first);
    }

    @Override
    public void close() {
        closed = true;
        Clock.ScheduledTask pending = alarm;
        if (pending != null) {
            pending.cancel();
        }
    }

    private void sample() {
        if (closed) {
            return;
        }
        Sample next = take();
        samples.add(next);
        windowBegin = dropOld(next.totals.atNanos() - WINDOW.toNanos());
        start();
    }

    /** Drops all samples before the window but the latest, which is its begin, and returns that. */
    private Sample dropOld(long beginNanos) {
        Sample begin = samples.removeFirst();
        while (!samples.isEmpty() && samples.getFirst().totals.atNanos() - beginNanos <= 0) {
            begin = samples.removeFirst();
        }
        samples.addFirst(begin);
        return begin;
    }

    private LawReading since(Sample from) {
        Sample now = take();
        return new LawReading(now.totals.since(from.totals), from.threads, now.threads);
    }

    private Sample take() {
        return new Sample(broker.ledger().totals(), broker.pool().threadTime());
    }

    private record Sample(Totals totals, ThreadTime threads) {}
}
