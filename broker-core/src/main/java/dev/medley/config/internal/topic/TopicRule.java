package dev.medley.config.internal.topic;

import dev.medley.config.internal.caller.AccessOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may subscribe to which subjects of a topic, or publish to them from outside. Immutable.
 *
 * @param access the callers
 * @param subjects those of a caller; empty for all of the topic
 * @param ask what is asked as well; null for nothing
 */
public record TopicRule(
        AccessOptions access,
        List<SubjectTemplate> subjects,
        @Nullable Ask ask) {

    /** Takes a copy. */
    public TopicRule {
        subjects = List.copyOf(subjects);
    }

    /**
     * A question to a partner, whose status is the answer.
     *
     * @param partner that is asked
     * @param target of the request: path, perhaps with a query, to which parameters are added
     * @param keep for how long an answer counts
     */
    public record Ask(String partner, String target, Duration keep) {}
}
