package dev.medley.topic.internal;

import dev.medley.topic.TopicSettings;
import dev.medley.topic.internal.log.LogBounds;
import dev.medley.topic.internal.log.TopicLog;

/** A topic: its settings, which a reload may change, and its log. Thread-safe. */
public final class Topic {

    private final TopicLog log;
    private volatile TopicSettings settings;
    private volatile boolean closed;

    /** Creates a topic. */
    Topic(TopicSettings settings, TopicLog log) {
        this.settings = settings;
        this.log = log;
    }

    /** Returns its name: the first token of its subjects. */
    public String name() {
        return settings.name();
    }

    /** Returns its settings. */
    public TopicSettings settings() {
        return settings;
    }

    /** Returns its log. */
    public TopicLog log() {
        return log;
    }

    void apply(TopicSettings changed, LogBounds bounds) {
        settings = changed;
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
