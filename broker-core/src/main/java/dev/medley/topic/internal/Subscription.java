package dev.medley.topic.internal;

import dev.medley.topic.Position;
import dev.medley.topic.internal.log.LogSlice;
import dev.medley.topic.internal.log.Selection;
import org.jspecify.annotations.Nullable;

/**
 * What a session has asked for: the messages of a selection behind a position. It holds that position and no queue, so that a session
 * that is slow costs a number. Used by the dispatcher of its session.
 */
public final class Subscription {

    private final Topic topic;
    private final Subscribers subscribers;
    private final Session session;
    private final int id;
    /** In {@link Subscribers}. */
    int place;
    /** Whether it waits for its session to write. */
    boolean waits;
    /** Whether the position that it was begun with is of another epoch, and its client has not been told. */
    boolean gap;
    /** Whether it is no longer one of its session. */
    boolean ended;
    /** Whether its session has read for it. */
    boolean isUnderWay;

    /** The offset of the last message that its client has been given, or that from which it began. */
    long given;

    /** The position of another epoch that its client began with, until that has been told of the gap. */
    @Nullable
    Position begun;

    private long position;
    /** When the last batch ended, by the clock of the dispatcher; only kept for a topic with an interval. */
    private long batchNanos;

    Subscription(Topic topic, Subscribers subscribers, Session session, int id, long position) {
        this.topic = topic;
        this.subscribers = subscribers;
        this.session = session;
        this.id = id;
        this.position = position;
        given = position;
    }

    /** Returns the nanoseconds until its next batch may begin. */
    long untilNext(long nowNanos) {
        long interval = topic.intervalNanos();
        return interval == 0 || !isUnderWay ? 0 : batchNanos + interval - nowNanos;
    }

    /** All that there is has been read. */
    void endBatch(long nowNanos) {
        batchNanos = nowNanos;
    }

    /** There are messages, unless it has had them. */
    void news() {
        if (hasNews()) {
            session.news(this);
        }
    }

    /** Returns whether there may be messages behind its position. */
    boolean hasNews() {
        return selection().newest() > position;
    }

    /** Reads what follows its position, and moves that behind it. */
    LogSlice next(int messages, long bytes) {
        LogSlice slice = topic.log().read(selection(), position, messages, bytes);
        position = slice.through();
        return slice;
    }

    /** Returns whether its client has to be told that what it began with is not known. */
    public boolean hasGap() {
        return gap;
    }

    /** Returns where a client resumes that has got nothing more: of the other epoch, until it has been told of the gap. */
    public Position resumption() {
        Position other = begun;
        return gap && other != null ? other : new Position(topic.log().epoch(), position);
    }

    /** Returns the id that the client has given to it; 0 for none. */
    public int id() {
        return id;
    }

    /** Returns the offset up to which all is read, messages of others included. */
    public long position() {
        return position;
    }

    /** Returns whether it has been read for before: a gap now is not one that it began with. */
    public boolean isUnderWay() {
        return isUnderWay;
    }

    /** Returns the topic. */
    public Topic topic() {
        return topic;
    }

    /** Returns the subjects. */
    public Selection selection() {
        return subscribers.selection();
    }

    Subscribers subscribers() {
        return subscribers;
    }
}
