package dev.medley.server.internal.topic.access;

import dev.medley.caller.Caller;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.topic.TopicRule;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.RefusedException;
import dev.medley.server.internal.topic.exchange.TopicRequest;
import dev.medley.servlet.internal.access.Access;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.topic.internal.Topic;
import dev.medley.topic.internal.TopicSet;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides who may do what with which subjects, by the configuration at that moment. Thread-safe. */
public final class Entitlements {

    private final TopicSet topics;
    private final Supplier<@Nullable AccessControl> control;
    private final PartnerAnswers partners;
    private final TopicQuotas quotas;
    private volatile TopicRules rules;

    /**
     * Creates them.
     *
     * @param control of the current configuration; null for none
     */
    public Entitlements(
            TopicSet topics,
            Supplier<@Nullable AccessControl> control,
            PartnerAnswers partners,
            TopicQuotas quotas,
            TopicRules rules) {
        this.quotas = quotas;
        this.topics = topics;
        this.control = control;
        this.partners = partners;
        this.rules = rules;
    }

    /** What is done with subjects. */
    enum Action {
        SUBSCRIBE,
        PUBLISH
    }

    /** Returns the topics. */
    public TopicSet topics() {
        return topics;
    }

    /** Returns the quotas of what clients ask for. */
    public TopicQuotas quotas() {
        return quotas;
    }

    /** Returns the current rules. */
    public TopicRules rules() {
        return rules;
    }

    /** Decides by {@code changed} rules from now on. */
    public void apply(TopicRules changed) {
        rules = changed;
    }

    /** Returns whether the configuration says how callers are known. */
    boolean knowsCallers() {
        return control.get() != null;
    }

    /**
     * Returns the topic of that name.
     *
     * @throws ProblemException if there is none
     */
    public Topic topic(String name) {
        Topic topic = topics.find(name);
        if (topic == null) {
            throw new ProblemException(Problem.of(Status.NOT_FOUND, "there is no topic " + name));
        }
        return topic;
    }

    /**
     * Returns who sends {@code request}; null if it does not say.
     *
     * @throws RefusedException if what it says is wrong
     */
    public @Nullable Caller caller(TopicRequest request) {
        return access(request, AccessOptions.ANYBODY, false).caller();
    }

    /**
     * Decides.
     *
     * @param again whether that has been permitted before; then it is not counted
     * @return the caller, null if it is not known; or a failure, a {@link RefusedException}, or a {@link ProblemException} if that
     *     cannot be decided now
     */
    CompletionStage<@Nullable Caller> decide(
            TopicRequest request, Action action, SubjectPattern subject, boolean again) {
        String topic = topic(subject.topic()).name();
        TopicRule rule = action == Action.SUBSCRIBE ? rules.ofSubscribers(topic) : rules.ofPublishers(topic);
        if (rule == null) {
            throw new RefusedException(
                    action == Action.SUBSCRIBE
                            ? "nobody may subscribe to the topic %s: it is not public, and has no rule of subscribers"
                                    .formatted(topic)
                            : "nobody may publish to the topic %s from outside: it has no rule of publishers"
                                    .formatted(topic));
        }
        Caller caller =
                access(request.about(subject.toString()), rule.access(), again).caller();
        if (!rule.subjects().isEmpty() && rule.subjects().stream().noneMatch(each -> each.covers(subject, caller))) {
            throw new RefusedException("the caller may not do that with the subject " + subject);
        }
        TopicRule.Ask ask = rule.ask();
        if (ask == null) {
            return CompletableFuture.completedFuture(caller);
        }
        return partners.ask(new PartnerAnswers.Question(
                        ask,
                        action.name().toLowerCase(Locale.ROOT),
                        subject.toString(),
                        caller == null ? "" : caller.source(),
                        caller == null ? "" : caller.name()))
                .thenApply(permitted -> {
                    if (!permitted) {
                        throw new RefusedException("the caller may not do that with the subject " + subject);
                    }
                    return caller;
                });
    }

    private Access access(TopicRequest request, AccessOptions options, boolean again) {
        AccessControl callers = control.get();
        if (callers == null) {
            if (options.anybody()) {
                return Access.OPEN;
            }
            throw new RefusedException("no callers are known here");
        }
        Access access = again ? callers.decideAgain(request, options) : callers.decide(request, options);
        if (access.refusal() != null) {
            throw new RefusedException(access.refusal());
        }
        return access;
    }
}
