package dev.medley.topic.internal;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/** The sessions that there are, and the messages that they have got. Thread-safe. */
public final class TopicCounts {

    private final LongAdder delivered = new LongAdder();
    private final AtomicIntegerArray sessions = new AtomicIntegerArray(SessionKind.values().length);

    TopicCounts() {}

    /** So many messages have been handed to the kernel, for one session. */
    public void delivered(int messages) {
        delivered.add(messages);
    }

    /** A session has begun. */
    public void sessionBegun(SessionKind kind) {
        sessions.incrementAndGet(kind.ordinal());
    }

    /** A session has ended. */
    public void sessionEnded(SessionKind kind) {
        sessions.decrementAndGet(kind.ordinal());
    }

    /** Returns the messages that have been handed to the kernel, each as often as there were sessions. */
    public long deliveries() {
        return delivered.sum();
    }

    /** Returns the number of sessions of one kind. */
    public int sessions(SessionKind kind) {
        return sessions.get(kind.ordinal());
    }

    /** Returns the number of sessions. */
    public int sessions() {
        int all = 0;
        for (SessionKind kind : SessionKind.values()) {
            all += sessions(kind);
        }
        return all;
    }
}
