package dev.medley.server.internal.admin.metrics;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ThreadTime;
import dev.medley.thread.internal.ledger.Totals;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Samples the totals of the ledger and of the pool once a second, for the law over the last {@link #WINDOW} and since the
 * start. It sleeps while there was no inbound request for that long, until one arrives: the totals stay what they are.
 *
 * <p>A sample holds running sums, so that any two give the mean of the period between them. Thread-safe: the samples belong
 * to the alarm that is set, or while the sampler sleeps to the thread that wakes it; readers use {@link #windowBegin}.
 */
public final class LawSampler implements AutoCloseable {

    /** The period that counts as the present. */
    static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Duration STEP = Duration.ofSeconds(1);

    private final DefaultBroker broker;
    private final Sample first;
    /** The samples of the window. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    private final AtomicBoolean asleep = new AtomicBoolean(true);
    private volatile Sample windowBegin;
    private volatile Clock.@Nullable ScheduledTask alarm;
    private volatile boolean closed;

    /** Creates a sampler of the broker's ledger and pool. */
    public LawSampler(DefaultBroker broker) {
        this.broker = broker;
        first = take();
        windowBegin = first;
    }

    /** Starts to sample; the broker's pool must have been started. */
    public void start() {
        broker.ledger().beforeInbound(this::wake);
    }

    /** Returns the law over the last {@link #WINDOW}, or since the start if that is less. */
    public LawReading overWindow() {
        // In this order: a begin that is read while the sampler wakes is older, not newer, than what it slept through.
        Sample begin = windowBegin;
        return since(asleep.get() ? windowAgo(take()) : begin);
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

    /** Called before each inbound request. */
    private void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            windowBegin = windowAgo(take());
            samples.add(windowBegin);
            setAlarm();
        }
    }

    private void setAlarm() {
        if (!closed) {
            alarm = broker.clock().schedule(STEP.toNanos(), this::sample);
        }
    }

    private void sample() {
        Sample next = take();
        samples.add(next);
        windowBegin = dropOld(next.totals.atNanos() - WINDOW.toNanos());
        if (next.isQuietSince(windowBegin)) {
            samples.clear();
            asleep.set(true);
            if (broker.ledger().totals().started() != next.totals.started()) {
                wake();
            }
        } else {
            setAlarm();
        }
    }

    /** Returns {@code now} as the sample of a {@link #WINDOW} ago, since when nothing has happened. */
    private Sample windowAgo(Sample now) {
        long begin = now.totals.atNanos() - WINDOW.toNanos();
        return begin - first.totals.atNanos() <= 0 ? first : now.movedBy(-WINDOW.toNanos());
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

    private record Sample(Totals totals, ThreadTime threads) {

        Sample movedBy(long nanos) {
            return new Sample(totals.movedBy(nanos), threads.movedBy(nanos));
        }

        boolean isQuietSince(Sample begin) {
            return totals.atNanos() - begin.totals.atNanos() >= WINDOW.toNanos()
                    && totals.inFlight() == 0
                    && totals.ended() == begin.totals.ended();
        }
    }
}
