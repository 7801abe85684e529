package dev.medley.server.internal.topic;

import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.topic.internal.Topic;
import dev.medley.topic.internal.TopicSet;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what with which topics, for one request.
 *
 * @param topics that there are
 * @param options of each, by name
 * @param control that knows callers; null for none
 * @param request that asks
 */
record TopicAccess(
        TopicSet topics,
        Map<String, TopicOptions> options,
        @Nullable AccessControl control,
        TopicRequest request) {

    /** What is refused, with the reply. */
    static final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Reply reply;

        RefusedException(Reply reply) {
            super("refused", null, false, false);
            this.reply = reply;
        }

        Reply reply() {
            return reply;
        }
    }

    /**
     * Returns the topic of {@code pattern}, which the client may subscribe to.
     *
     * @throws ProblemException if there is none
     * @throws RefusedException if the client may not
     */
    Topic subscribed(SubjectPattern pattern) {
        Topic topic = topic(pattern.topic());
        TopicOptions of = options.get(topic.name());
        if (of != null && !of.settings().isPublic()) {
            decide(
                    of.subscribe(),
                    "nobody may subscribe to the topic %s: it is not public, and has no rule of subscribers"
                            .formatted(topic.name()));
        }
        return topic;
    }

    /**
     * Returns the topic {@code name}, which the client may publish to.
     *
     * @throws ProblemException if there is none
     * @throws RefusedException if the client may not
     */
    Topic published(String name) {
        Topic topic = topic(name);
        TopicOptions of = options.get(name);
        decide(
                of == null ? null : of.publish(),
                "nobody may publish to the topic %s from outside: it has no rule of publishers".formatted(name));
        return topic;
    }

    private Topic topic(String name) {
        Topic topic = topics.find(name);
        if (topic == null) {
            throw new ProblemException(Problem.of(Status.NOT_FOUND, "there is no topic " + name));
        }
        return topic;
    }

    private void decide(@Nullable AccessOptions rule, String withoutRule) {
        if (rule == null) {
            throw new ProblemException(Problem.of(Status.FORBIDDEN, withoutRule));
        }
        Access access = control == null ? withoutCallers(rule) : control.decide(request, rule);
        if (access.refusal() != null) {
            throw new RefusedException(access.refusal());
        }
    }

    private static Access withoutCallers(AccessOptions rule) {
        return rule.anybody()
                ? Access.OPEN
                : Access.refused(
                        null,
                        Problem.of(Status.FORBIDDEN, "no callers are known here")
                                .toReply());
    }
}
