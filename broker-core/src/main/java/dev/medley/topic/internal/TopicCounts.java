package dev.medley.topic.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/** What has become of the messages of all topics, and the sessions that there are. Thread-safe. */
public final class TopicCounts {

    private final LongAdder published = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder gaps = new LongAdder();
    private final AtomicInteger sessions = new AtomicInteger();
    private volatile LongConsumer latency = nanos -> {};

    TopicCounts() {}

    void published() {
        published.increment();
    }

    /**
     * A message has been handed to the kernel, for one session.
     *
     * @param nanos since it was published
     */
    public void delivered(long nanos) {
        delivered.increment();
        latency.accept(nanos);
    }

    /** A session has been told of a gap. */
    public void gap() {
        gaps.increment();
    }

    /** A session has begun. */
    public void sessionBegun() {
        sessions.incrementAndGet();
    }

    /** A session has ended. */
    public void sessionEnded() {
        sessions.decrementAndGet();
    }

    /** Sets what is called with the nanoseconds between publication and hand-over of each message, by any thread; must not block. */
    public void onDelivered(LongConsumer observer) {
        latency = observer;
    }

    /** Returns the messages that have been published. */
    public long publications() {
        return published.sum();
    }

    /** Returns the messages that have been handed to the kernel, each as often as there were sessions. */
    public long deliveries() {
        return delivered.sum();
    }

    /** Returns the gaps that sessions have been told of. */
    public long gaps() {
        return gaps.sum();
    }

    /** Returns the number of sessions. */
    public int sessions() {
        return sessions.get();
    }
}
