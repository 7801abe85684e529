package dev.medley.topic.internal.log;

import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The log of one topic. Readers hold offsets and pull, so that a reader that is slow costs nothing. Thread-safe; no method blocks.
 *
 * <p>{@link MemoryLog} is the one of a single server; the log of a cluster would replicate, and call the watchers of its selections for
 * what others have appended, too.
 */
public interface TopicLog {

    /** Returns its epoch. */
    String epoch();

    /**
     * Appends a message.
     *
     * @param data a JSON document without line breaks, which must not be changed any more
     * @param id of the publisher for this message; the same one again of the same subject within the window appends nothing. Null without
     * @return the offset, once the log has the message; of the first one, if the id is known
     */
    CompletionStage<Long> append(String subject, byte[] data, @Nullable String id);

    /** Begins to use the selection of a pattern, and returns it. */
    Selection select(SubjectPattern pattern);

    /** Ends a use of a selection. */
    void release(Selection selection);

    /**
     * Has {@code watcher} called for each message of a selection from now on.
     *
     * @param watcher called by the thread that appends, under no lock, once the message can be read; must not block
     */
    void watch(Selection selection, Runnable watcher);

    /** Ends the calls of {@code watcher}. */
    void unwatch(Selection selection, Runnable watcher);

    /** Returns the offset behind which is all that the log has of a selection. */
    long start(Selection selection);

    /**
     * Reads messages behind {@code after}.
     *
     * @param messages at most
     * @param bytes of data, after which no further message is taken
     */
    LogSlice read(Selection selection, long after, int messages, long bytes);

    /** Returns the newest offset; 0 if there is none. */
    long newest();

    /** Returns the offset of the oldest message that it has; that of the next one if it has none. */
    long oldest();

    /** Changes its bounds. */
    void bounds(LogBounds bounds);

    /** Removes what is too old at {@code nowNanos}. */
    void removeOld(long nowNanos);

    /** Removes the oldest message; false if there is none. */
    boolean removeOldest();

    /** Gives back what it holds: its topic is no longer declared, and it takes no further message. */
    void close();

    /** Returns what has become of its messages. */
    LogCounts counts();

    /** Returns the bytes that it holds. */
    long bytes();

    /** Returns the number of messages that it holds. */
    int size();

    /** Returns the number of subjects that it knows. */
    int subjects();
}
