package dev.medley.topic.internal;

import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.log.LogBounds;
import dev.medley.topic.internal.log.TopicLog;

/** A topic: its settings, which a reload may change, and its log. Thread-safe. */
public final class Topic {

    private final TopicLog log;
    private volatile TopicSettings settings;
    /** Of the settings, which look a value up by its key: asked for with each message of each session. */
    private volatile long intervalNanos;

    private volatile boolean closed;

    /** Creates a topic. */
    Topic(TopicSettings settings, TopicLog log) {
        this.settings = settings;
        this.log = log;
        intervalNanos = settings.interval().toNanos();
    }

    /** Returns its name: the first token of its subjects. */
    public String name() {
        return settings.name();
    }

    /** Returns its settings. */
    public TopicSettings settings() {
        return settings;
    }

    /** Returns the least nanoseconds between two batches of a subscription. */
    long intervalNanos() {
        return intervalNanos;
    }

    /** Returns its log. */
    public TopicLog log() {
        return log;
    }

    void apply(TopicSettings changed, LogBounds bounds) {
        settings = changed;
        intervalNanos = changed.interval().toNanos();
        log.bounds(bounds);
    }

    /** The topic is no longer declared. */
    void close() {
        closed = true;
    }

    /** Returns whether it is no longer declared. */
    public boolean isClosed() {
        return closed;
    }
}
