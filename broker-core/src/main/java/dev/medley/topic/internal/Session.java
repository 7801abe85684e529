package dev.medley.topic.internal;

import dev.medley.topic.Position;
import dev.medley.topic.internal.log.LogMessage;
import dev.medley.topic.internal.log.LogSlice;
import dev.medley.topic.internal.log.TopicLog;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * A client's subscriptions over one connection. What it has not been sent stays in the logs: it pulls as much as its transport can write
 * at once, from one subscription after another. All methods are called by its dispatcher.
 */
public final class Session {

    private final Dispatcher dispatcher;
    private final Transport transport;
    /** Few, mostly one. */
    private final List<Subscription> subscriptions = new ArrayList<>(1);
    /** Those that have messages to write. */
    private final Queue<Subscription> ready = new ArrayDeque<>(2);

    private boolean collects;
    private long collected;

    /** Creates a session without subscriptions. */
    public Session(Dispatcher dispatcher, Transport transport) {
        this.dispatcher = dispatcher;
        this.transport = transport;
    }

    /** What carries the session. Called by its dispatcher. */
    public interface Transport {

        /** There may be messages to {@linkplain Session#collect collect}, and there were none before. Not called while some are collected. */
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
     * Subscribes.
     *
     * @param id that the client has given to it; 0 for none
     * @param onBegun called before the first message
     * @throws IllegalArgumentException if the log has not come to the position of {@code start}
     */
    public Subscription subscribe(
            Topic topic, SubjectPattern pattern, StartPosition start, int id, Consumer<Subscription> onBegun) {
        boolean isGap = isGap(topic.log(), start);
        Subscribers subscribers = dispatcher.subscribers(topic, pattern);
        // Watched from here on, so that nothing can be missed between the position and the first message.
        long position = isGap ? topic.log().start(subscribers.selection()) : offset(topic, subscribers, start);
        Subscription subscription = new Subscription(topic, subscribers, this, id, position);
        subscription.gap = isGap;
        subscription.begun = start.after();
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

    private static boolean isGap(TopicLog log, StartPosition start) {
        Position after = start.after();
        if (after == null) {
            return start.kind() == StartPosition.Kind.FORGOTTEN;
        }
        if (!after.epoch().equals(log.epoch())) {
            return true;
        }
        long newest = log.newest();
        if (after.offset() > newest) {
            throw new IllegalArgumentException("there is no position %s yet: the newest one is %s"
                    .formatted(after, new Position(after.epoch(), newest)));
        }
        return false;
    }

    private static long offset(Topic topic, Subscribers subscribers, StartPosition start) {
        Position after = start.after();
        if (after != null) {
            return after.offset();
        }
        return start.kind() == StartPosition.Kind.EARLIEST
                ? topic.log().start(subscribers.selection())
                : topic.log().newest();
    }

    /** Ends a subscription. */
    public void unsubscribe(Subscription subscription) {
        if (subscriptions.remove(subscription)) {
            subscription.ended = true;
            ready.remove(subscription);
            dispatcher.remove(subscription);
        }
    }

    /** Ends all subscriptions. */
    public void close() {
        for (Subscription each : subscriptions) {
            each.ended = true;
            dispatcher.remove(each);
        }
        subscriptions.clear();
        ready.clear();
    }

    /** There are messages for {@code subscription}. */
    void news(Subscription subscription) {
        if (!subscription.waits) {
            subscription.waits = true;
            getReady(subscription);
        }
    }

    /** It is ready at once, or when the interval of its topic is over. */
    private void getReady(Subscription subscription) {
        long nanos = subscription.untilNext(dispatcher.nanoTime());
        if (nanos > 0) {
            dispatcher.schedule(nanos, () -> isReady(subscription));
        } else {
            isReady(subscription);
        }
    }

    private void isReady(Subscription subscription) {
        if (!subscription.ended) {
            ready.add(subscription);
            if (ready.size() == 1 && !collects) {
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
        if (next != null) {
            // Who collects asks whether there is more: it is not called back in the middle.
            collects = true;
            try {
                collect(next, into, most, bytes);
            } finally {
                collects = false;
            }
        }
    }

    private void collect(Subscription next, Collector into, int most, long bytes) {
        LogSlice slice = next.next(most, bytes);
        if (slice.isGap() || next.gap) {
            next.gap = false;
            next.begun = null;
            next.topic().log().counts().gap(Math.max(0, slice.first() - 1 - next.given));
            into.onGap(next, slice.first());
        }
        collected += slice.messages().size();
        for (LogMessage message : slice.messages()) {
            // Not the position, which may be beyond all that the client knows of.
            into.onMessage(next, message, next.given);
            next.given = message.offset();
        }
        next.isUnderWay = true;
        if (!slice.isEnd()) {
            if (!next.ended) {
                ready.add(next);
            }
            return;
        }
        next.endBatch(dispatcher.nanoTime());
        next.waits = false;
        if (!next.ended) {
            next.news();
        }
    }

    void forEach(Consumer<Subscription> observer) {
        subscriptions.forEach(observer);
    }

    /** Returns the messages that have been collected. */
    public long collected() {
        return collected;
    }

    /** Returns the subscriptions; a copy. */
    public List<Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }
}
