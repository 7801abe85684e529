package dev.medley.topic.internal.log;

import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The messages of a log that a pattern selects, once for all subscriptions of it. The lock of the log guards what changes; what is read
 * without it is volatile.
 */
public abstract sealed class Selection permits SubjectSelection, PatternSelection {

    private final SubjectPattern pattern;
    private volatile long newest;
    /** Called for each message; replaced as a whole. */
    private volatile Runnable[] watchers = {};

    private long lost;
    private int uses;

    /**
     * Creates the selection of {@code pattern}.
     *
     * @param lost the newest offset that may have been one of its messages, and is no longer in the log
     */
    Selection(SubjectPattern pattern, long lost) {
        this.pattern = pattern;
        this.lost = lost;
    }

    /** Returns the pattern. */
    public final SubjectPattern pattern() {
        return pattern;
    }

    /** Returns the offset of its newest message; that or more, once {@link TopicLog#append} has returned. By any thread. */
    public final long newest() {
        return newest;
    }

    /** Calls the watchers: there are messages. Under no lock, by the thread that appends. */
    final void report() {
        for (Runnable watcher : watchers) {
            watcher.run();
        }
    }

    final void add(Runnable watcher) {
        Runnable[] more = Arrays.copyOf(watchers, watchers.length + 1);
        more[watchers.length] = watcher;
        watchers = more;
    }

    final void remove(Runnable watcher) {
        watchers = Stream.of(watchers).filter(other -> other != watcher).toArray(Runnable[]::new);
    }

    final void added(long offset) {
        newest = offset;
    }

    /** The message at {@code offset} is no longer there. */
    final void evicted(long offset) {
        lost = Math.max(lost, offset);
    }

    /** Returns the newest offset of a message that was evicted, or may have been one. */
    final long lost() {
        return lost;
    }

    final void use() {
        uses++;
    }

    /** Returns whether that was the last use. */
    final boolean release() {
        uses--;
        return uses == 0;
    }

    final boolean isUsed() {
        return uses > 0;
    }
}
