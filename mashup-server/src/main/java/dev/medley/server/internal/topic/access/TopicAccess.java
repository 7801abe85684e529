package dev.medley.server.internal.topic.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.TopicRequest;
import dev.medley.servlet.internal.quota.TakenTokens;
import dev.medley.topic.Topics;
import dev.medley.topic.internal.NamedSubscriptions;
import dev.medley.topic.internal.TopicSet;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What one client may do: {@link Entitlements} with what it has shown. It holds nothing of Jetty's request, which a session outlives.
 * Immutable.
 *
 * @param request that has shown who the client is
 * @param caller null if it is not known
 */
public record TopicAccess(
        Entitlements entitlements,
        TopicRequest request,
        @Nullable Caller caller) {

    /** Takes the tokens of one thing that the client asks for; null if no quota is for it. */
    public @Nullable TakenTokens takeTokens() {
        return entitlements.quotas().take(request, caller);
    }

    /** Takes the tokens of one thing that the client asks for; returns the problem that refuses it, null for none. */
    public @Nullable Problem refusedByQuota() {
        TakenTokens taken = takeTokens();
        return taken == null ? null : taken.problem();
    }

    /** Decides whether the client may subscribe; a failure as {@link Entitlements#decide}. */
    public CompletionStage<@Nullable Void> maySubscribe(List<SubjectPattern> patterns) {
        return may(Entitlements.Action.SUBSCRIBE, patterns, false);
    }

    /** Decides again on what it has subscribed to. */
    CompletionStage<@Nullable Void> mayStillSubscribe(List<SubjectPattern> patterns) {
        return may(Entitlements.Action.SUBSCRIBE, patterns, true);
    }

    /** Decides whether the client may publish. */
    public CompletionStage<@Nullable Void> mayPublish(String subject) {
        // No pattern: a message has one subject.
        SubjectPattern.topicOf(subject);
        return may(Entitlements.Action.PUBLISH, List.of(SubjectPattern.parse(subject)), false);
    }

    /**
     * Returns a subscription of the client.
     *
     * @throws ProblemException if the client is not known
     */
    public NamedSubscriptions.Name named(String name, SubjectPattern pattern) {
        Caller known = caller;
        if (known == null) {
            throw new ProblemException(Problem.of(
                    Status.FORBIDDEN, "a subscription with a name belongs to a caller, and this one is not known"));
        }
        return new NamedSubscriptions.Name(known.source() + '/' + known.name(), name, pattern.toString());
    }

    /** Returns the topics that it publishes to; two callers may give the same id to different messages. */
    public Topics topics() {
        TopicSet topics = entitlements.topics();
        return caller == null ? topics : topics.of(caller.source() + '/' + caller.name());
    }

    private CompletionStage<@Nullable Void> may(
            Entitlements.Action action, List<SubjectPattern> subjects, boolean again) {
        try {
            if (subjects.size() == 1) {
                return entitlements
                        .decide(request, action, subjects.get(0), again)
                        .thenApply(known -> null);
            }
            return CompletableFuture.allOf(subjects.stream()
                    .map(each ->
                            entitlements.decide(request, action, each, again).toCompletableFuture())
                    .toArray(CompletableFuture<?>[]::new));
        } catch (RuntimeException x) {
            return CompletableFuture.failedFuture(x);
        }
    }
}
