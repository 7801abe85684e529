package dev.medley.server.internal.topic.access;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.medley.config.internal.topic.TopicRule;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What partners have answered when they were asked who may do what. An answer counts for a while. Thread-safe. */
public final class PartnerAnswers {

    private static final int MOST = 100_000;
    /** The statuses that permit, and those that refuse; any other one is a failure. */
    private static final Set<Integer> PERMITTING = Set.of(Status.OK, Status.NO_CONTENT);

    private static final Set<Integer> REFUSING = Set.of(Status.UNAUTHORIZED, Status.FORBIDDEN, Status.NOT_FOUND);
    private static final int[] ANSWERS = Stream.concat(PERMITTING.stream(), REFUSING.stream())
            .mapToInt(Integer::intValue)
            .toArray();

    private final Supplier<DefaultBroker> broker;
    private final AsyncCache<Question, Boolean> answers;

    /** Creates answers without any; {@code broker} is that of the current configuration. */
    public PartnerAnswers(Supplier<DefaultBroker> broker) {
        this.broker = broker;
        answers = Caffeine.newBuilder()
                .maximumSize(MOST)
                .ticker(() -> broker.get().clock().nanoTime())
                .executor(Runnable::run)
                .expireAfter(Expiry.<Question, Boolean>writing(
                        (question, answer) -> question.ask().keep()))
                .buildAsync();
    }

    /**
     * What a partner is asked.
     *
     * @param source of the caller; empty if it is not known
     * @param caller its name; empty if it is not known
     */
    record Question(TopicRule.Ask ask, String action, String subject, String source, String caller) {}

    /** Asks; the stage fails with a {@link ProblemException} if there is no answer. */
    public CompletionStage<Boolean> ask(Question question) {
        return answers.get(question, (key, executor) -> answer(key));
    }

    private CompletableFuture<Boolean> answer(Question question) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        try {
            String target = question.ask().target();
            broker.get()
                    .exchange(question.ask().partner())
                    .get(
                            target + (target.indexOf('?') < 0 ? "?" : "&")
                                    + "action={action}&subject={subject}&caller={caller}&source={source}",
                            question.action(),
                            question.subject(),
                            question.caller(),
                            question.source())
                    .accept(ANSWERS)
                    .internal()
                    .start()
                    .response()
                    .whenComplete((response, failure) -> {
                        if (response == null) {
                            answer.completeExceptionally(unavailable());
                        } else {
                            answer.complete(PERMITTING.contains(response.status()));
                        }
                    });
        } catch (RuntimeException x) {
            answer.completeExceptionally(unavailable());
        }
        return answer;
    }

    private static ProblemException unavailable() {
        return new ProblemException(
                Problem.of(Status.SERVICE_UNAVAILABLE, "the partner that says who may do that does not answer"));
    }
}
