package dev.medley.topic.internal;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The sessions that there are, and the messages that they have got. Thread-safe. */
public final class TopicCounts {

    private final LongAdder delivered = new LongAdder();
    /** With all kinds from the beginning. */
    private final Map<SessionKind, AtomicInteger> sessions = new EnumMap<>(SessionKind.class);

    TopicCounts() {
        for (SessionKind kind : SessionKind.values()) {
            sessions.put(kind, new AtomicInteger());
        }
    }

    /** So many messages have been handed to the kernel, for one session. */
    public void delivered(int messages) {
        delivered.add(messages);
    }

    /** A session has begun. */
    public void sessionBegun(SessionKind kind) {
        of(kind).incrementAndGet();
    }

    /** A session has ended. */
    public void sessionEnded(SessionKind kind) {
        of(kind).decrementAndGet();
    }

    /** Returns the messages that have been handed to the kernel, each as often as there were sessions. */
    public long deliveries() {
        return delivered.sum();
    }

    /** Returns the number of sessions of one kind. */
    public int sessions(SessionKind kind) {
        return of(kind).get();
    }

    private AtomicInteger of(SessionKind kind) {
        return Objects.requireNonNull(sessions.get(kind));
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
