package dev.medley.topic.internal.log;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all logs may hold together: if there are more, the log that holds most loses its oldest messages. Thread-safe. */
public final class LogBudget {

    private final AtomicLong held = new AtomicLong();
    private final Set<TopicLog> logs = ConcurrentHashMap.newKeySet();
    private volatile long limit;

    /** Creates a budget of {@code limit} bytes. */
    public LogBudget(long limit) {
        this.limit = limit;
    }

    void add(TopicLog log) {
        logs.add(log);
    }

    /** Gives back what {@code log} holds, which is not used any more. */
    void remove(TopicLog log) {
        while (log.removeOldest()) {
            // The next one.
        }
        logs.remove(log);
    }

    void hold(long more) {
        held.addAndGet(more);
    }

    /** Changes the limit. */
    public void limit(long bytes) {
        limit = bytes;
        keep();
    }

    /** Removes messages until no more than the limit is held. Called under no lock of a log. */
    void keep() {
        boolean removed = true;
        while (removed && held.get() > limit) {
            Optional<TopicLog> largest = logs.stream().max(Comparator.comparingLong(TopicLog::bytes));
            removed = largest.isPresent() && largest.get().removeOldest();
        }
    }

    /** Returns the bytes that all logs hold. */
    public long held() {
        return held.get();
    }
}
