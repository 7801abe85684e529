package dev.medley.topic.internal.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** What has become of the messages of one log, and who reads it. Thread-safe. */
public final class LogCounts {

    private final LongAdder published = new LongAdder();
    private final LongAdder publishedBytes = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder deliveredBytes = new LongAdder();
    private final LongAdder gaps = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final AtomicInteger subscriptions = new AtomicInteger();
    /** By who has measured it; without those that have measured none. */
    private final Map<Object, Long> lags = new ConcurrentHashMap<>();

    private volatile LongConsumer latency = nanos -> {};

    /** Creates counts of zero. */
    public LogCounts() {}

    void published(int bytes) {
        published.increment();
        publishedBytes.add(bytes);
    }

    void delivered(int bytes, long nanos) {
        delivered.increment();
        deliveredBytes.add(bytes);
        latency.accept(nanos);
    }

    /** A subscription has got a gap of {@code positions} positions. */
    public void gap(long positions) {
        gaps.increment();
        skipped.add(positions);
    }

    /** A subscription has begun. */
    public void subscribed() {
        subscriptions.incrementAndGet();
    }

    /** A subscription has ended. */
    public void unsubscribed() {
        subscriptions.decrementAndGet();
    }

    /**
     * The slowest subscription that {@code observer} has seen is so many positions behind.
     *
     * @param positions 0 for none
     */
    public void lag(Object observer, long positions) {
        if (positions == 0) {
            lags.remove(observer);
        } else {
            lags.put(observer, positions);
        }
    }

    /** Sets what is called with the nanoseconds between publication and hand-over of each message, by any thread; must not block. */
    public void onDelivered(LongConsumer observer) {
        latency = observer;
    }

    /** Returns the messages that were published; one that was sent again counts once. */
    public long publications() {
        return published.sum();
    }

    /** Returns their bytes, as subscribers get them, without framing. */
    public long publishedBytes() {
        return publishedBytes.sum();
    }

    /** Returns the messages that have been handed to the kernel, each as often as there were subscriptions. */
    public long deliveries() {
        return delivered.sum();
    }

    /** Returns their bytes, without framing. */
    public long deliveredBytes() {
        return deliveredBytes.sum();
    }

    /** Returns the gaps that subscriptions have got. */
    public long gaps() {
        return gaps.sum();
    }

    /** Returns the positions of all gaps: at most so many messages were lost, since positions count those of other subjects, too. */
    public long skipped() {
        return skipped.sum();
    }

    /** Returns the number of subscriptions. */
    public int subscriptions() {
        return subscriptions.get();
    }

    /** Returns how many positions the slowest subscription was behind when it was last looked at. */
    public long lag() {
        return lags.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
