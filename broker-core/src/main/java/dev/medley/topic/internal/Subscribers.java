package dev.medley.topic.internal;

import dev.medley.topic.internal.log.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The subscriptions of one selection at one dispatcher. Used by that; only {@link #run} is called by threads that publish.
 */
final class Subscribers implements Runnable, Dispatcher.Round {

    private final Selection selection;
    private final Dispatcher dispatcher;
    private final List<Subscription> subscriptions = new ArrayList<>(1);
    /** Whether it waits at the dispatcher: news between are told with those before. */
    private final AtomicBoolean waits = new AtomicBoolean();
    /** Those before this one are to be told; 0 if no round is under way. */
    private int next;

    Subscribers(Selection selection, Dispatcher dispatcher) {
        this.selection = selection;
        this.dispatcher = dispatcher;
    }

    Selection selection() {
        return selection;
    }

    void add(Subscription subscription) {
        subscription.place = subscriptions.size();
        subscriptions.add(subscription);
        subscription.topic().log().counts().subscribed();
    }

    /** Removes a subscription; the last one takes its place. Returns whether there is none left. */
    boolean remove(Subscription subscription) {
        subscription.topic().log().counts().unsubscribed();
        int last = subscriptions.size() - 1;
        Subscription moved = subscriptions.remove(last);
        if (moved != subscription) {
            // In a round it may be told twice, and never left out: rounds go from the last place to the first.
            moved.place = subscription.place;
            subscriptions.set(moved.place, moved);
        }
        return subscriptions.isEmpty();
    }

    /** There are messages. */
    @Override
    public void run() {
        if (waits.compareAndSet(false, true)) {
            dispatcher.add(this);
        }
    }

    @Override
    public boolean tellNext() {
        if (next == 0) {
            // Before the round: what is published from now on may need another one.
            waits.set(false);
            next = subscriptions.size();
        }
        next = Math.min(next, subscriptions.size()) - 1;
        if (next >= 0) {
            Subscription told = subscriptions.get(next);
            Dispatcher.guarded(told::news, told);
        }
        next = Math.max(next, 0);
        return next > 0;
    }
}
