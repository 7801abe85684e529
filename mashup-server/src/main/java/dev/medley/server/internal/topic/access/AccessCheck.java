package dev.medley.server.internal.topic.access;

import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.Subscription;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Decides again, from time to time and after a reload, whether a session may have its subscriptions. Used by the dispatcher of the
 * session.
 */
public final class AccessCheck {

    private final TopicAccess access;
    private TopicRules rules;
    private long lastNanos;

    /** Creates a check of a session that has just been decided on. */
    public AccessCheck(TopicAccess access, long nowNanos) {
        this.access = access;
        rules = access.entitlements().rules();
        lastNanos = nowNanos;
    }

    /** Returns what the client may do. */
    public TopicAccess access() {
        return access;
    }

    /**
     * Decides, if it is time.
     *
     * @param refused called by {@code dispatcher} with each subscription that the client may not have any more
     */
    @SuppressWarnings("ReferenceEquality") // each configuration has rules of its own
    public void look(
            long nowNanos,
            Collection<Subscription> subscriptions,
            Dispatcher dispatcher,
            BiConsumer<Subscription, RefusedException> refused) {
        TopicRules current = access.entitlements().rules();
        if (current == rules && nowNanos - lastNanos < current.recheckNanos()) {
            return;
        }
        rules = current;
        lastNanos = nowNanos;
        for (Subscription each : List.copyOf(subscriptions)) {
            access.mayStillSubscribe(List.of(each.selection().pattern())).whenComplete((permitted, failure) -> {
                // Another failure is none of the client: the partner that is asked does not answer, or the topic is
                // gone.
                if (failure != null && Refusals.cause(failure) instanceof RefusedException refusal) {
                    dispatcher.run(() -> refused.accept(each, refusal));
                }
            });
        }
    }
}
