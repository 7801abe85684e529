package dev.medley.topic.internal;

import java.util.HashMap;
import java.util.Map;

/** How far the subscriptions of one dispatcher are behind, as a look at them finds it. Used by the dispatcher. */
public final class LagSample {

    /** The most positions that one subscription is behind, of this look; topics of the last look are there, too. */
    private final Map<Topic, Long> most = new HashMap<>();

    /** Creates a sample of nothing. */
    public LagSample() {}

    /** Looks at the subscriptions of {@code session}. */
    public void add(Session session) {
        session.forEach(subscription -> {
            if (subscription.hasNews()) {
                most.merge(
                        subscription.topic(), subscription.selection().newest() - subscription.position(), Math::max);
            }
        });
    }

    /** Reports what has been seen since the last call. */
    public void report() {
        most.entrySet().removeIf(each -> {
            each.getKey().log().counts().lag(this, each.getValue());
            return each.getValue() == 0;
        });
        most.replaceAll((topic, lag) -> 0L);
    }
}
