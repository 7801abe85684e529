package dev.medley.topic.internal;

import dev.medley.topic.Position;
import dev.medley.topic.internal.log.LogMessage;
import dev.medley.topic.internal.log.LogSlice;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A client's subscriptions over one connection. What it has not been sent stays in the logs: it pulls as much as its transport can write
 * at once, from one subscription after another. All methods are called by its dispatcher.
 */
public final class Session {

    private static final long FROM_START = -1;
    private static final long FROM_NOW = -2;

    private final Dispatcher dispatcher;
    private final Transport transport;
    private final Set<Subscription> subscriptions = new HashSet<>(2);
    /** Those that have messages to write. */
    private final Queue<Subscription> ready = new ArrayDeque<>(2);

    /** Creates a session without subscriptions. */
    public Session(Dispatcher dispatcher, Transport transport) {
        this.dispatcher = dispatcher;
        this.transport = transport;
    }

    /** What carries the session. Called by its dispatcher. */
    public interface Transport {

        /** There may be messages to {@linkplain Session#collect collect}, and there were none before. */
        void onMessages();
    }

    /** Takes what is to be written. */
    public interface Collector {

        /**
         * Messages are no longer there.
         *
         * @param first the offset of the first one that is there, or that will be
         */
        void onGap(Subscription subscription, long first);

        /**
         * A message.
         *
         * @param previous the offset of the one before it in this subscription, or that from which it began
         */
        void onMessage(Subscription subscription, LogMessage message, long previous);
    }

    /** Returns the dispatcher. */
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /**
     * Subscribes to what is published from now on.
     *
     * @param onBegun called before the first message
     */
    public Subscription subscribe(Topic topic, SubjectPattern pattern, Consumer<Subscription> onBegun) {
        return subscribe(topic, pattern, FROM_NOW, false, onBegun);
    }

    /** Subscribes to all that the log has, and to what is published from now on. */
    public Subscription subscribeToAll(Topic topic, SubjectPattern pattern, Consumer<Subscription> onBegun) {
        return subscribe(topic, pattern, FROM_START, false, onBegun);
    }

    /**
     * Subscribes to what is behind a position. One of another epoch is a gap before all that the log has.
     *
     * @throws IllegalArgumentException if the log has not come to that position
     */
    public Subscription subscribe(Topic topic, SubjectPattern pattern, Position after, Consumer<Subscription> onBegun) {
        if (!after.epoch().equals(topic.log().epoch())) {
            return subscribe(topic, pattern, FROM_START, true, onBegun);
        }
        long newest = topic.log().newest();
        if (after.offset() > newest) {
            throw new IllegalArgumentException("there is no position %s yet: the newest one is %s"
                    .formatted(after, new Position(after.epoch(), newest)));
        }
        return subscribe(topic, pattern, after.offset(), false, onBegun);
    }

    private Subscription subscribe(
            Topic topic, SubjectPattern pattern, long after, boolean isGap, Consumer<Subscription> onBegun) {
        Subscribers subscribers = dispatcher.subscribers(topic, pattern);
        // Watched from here on, so that nothing can be missed between the position and the first message.
        long position = after;
        if (after == FROM_START) {
            position = topic.log().start(subscribers.selection());
        } else if (after == FROM_NOW) {
            position = topic.log().newest();
        }
        Subscription subscription = new Subscription(topic, subscribers, this, position);
        subscription.gap = isGap;
        subscribers.add(subscription);
        subscriptions.add(subscription);
        onBegun.accept(subscription);
        if (isGap) {
            news(subscription);
        } else {
            subscription.news();
        }
        return subscription;
    }

    /** Ends a subscription. */
    public void unsubscribe(Subscription subscription) {
        if (subscriptions.remove(subscription)) {
            ready.remove(subscription);
            dispatcher.remove(subscription);
        }
    }

    /** Ends all subscriptions. */
    public void close() {
        subscriptions.forEach(dispatcher::remove);
        subscriptions.clear();
        ready.clear();
    }

    /** There are messages for {@code subscription}. */
    void news(Subscription subscription) {
        if (!subscription.waits) {
            subscription.waits = true;
            ready.add(subscription);
            if (ready.size() == 1) {
                transport.onMessages();
            }
        }
    }

    /** Returns whether there may be messages to collect. */
    public boolean hasMessages() {
        return !ready.isEmpty();
    }

    /**
     * Gives {@code into} messages of the subscription whose turn it is.
     *
     * @param most messages
     * @param bytes of data, after which there is no further message
     */
    public void collect(Collector into, int most, long bytes) {
        Subscription next = ready.poll();
        if (next == null) {
            return;
        }
        LogSlice slice = next.next(most, bytes);
        if (slice.isGap() || next.gap) {
            next.gap = false;
            into.onGap(next, slice.first());
        }
        for (LogMessage message : slice.messages()) {
            // Not the position, which may be beyond all that the client knows of.
            into.onMessage(next, message, next.given);
            next.given = message.offset();
        }
        next.isUnderWay = true;
        if (slice.isEnd() && !next.hasNews()) {
            next.waits = false;
        } else if (subscriptions.contains(next)) {
            ready.add(next);
        }
    }

    /** Returns the number of subscriptions. */
    public int subscriptions() {
        return subscriptions.size();
    }
}
