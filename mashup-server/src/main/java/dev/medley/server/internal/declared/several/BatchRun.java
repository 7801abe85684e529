package dev.medley.server.internal.declared.several;

import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One request for several elements, of one mashup. */
public final class BatchRun {

    private final BatchPlan plan;
    private final BatchPlan.Batch batch;
    private final RequestSource source;
    private final Scope scope;

    /** Creates a run that has not started; {@code run} is the scope of the whole run. */
    public BatchRun(BatchPlan plan, BatchPlan.Batch batch, RequestSource source, Scope run) {
        this.plan = plan;
        this.batch = batch;
        this.source = source;
        scope = run.with(
                source.exchange(), Map.of(Names.KEYS, List.copyOf(batch.keys().values())));
    }

    /** Returns the scope of the request's expressions. */
    public Scope scope() {
        return scope;
    }

    /**
     * Asks for the elements: together with other mashups if that is allowed, and has not been refused.
     *
     * @return a stage of the answer, which fails if the mashup is over only
     */
    public CompletionStage<BatchAnswer> start(DefaultBroker broker, Scope run) {
        SharedBatches shared = plan.shared();
        // A full one gains nothing by others.
        if (shared == null || batch.keys().size() == plan.max()) {
            return alone();
        }
        try {
            return shared.ask(plan, batch, source, broker, run)
                    .thenCompose(answer -> answer.isShared() ? CompletableFuture.completedStage(answer) : alone());
        } catch (RuntimeException x) {
            return CompletableFuture.completedStage(BatchAnswer.failed(null, x));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it is the stage that is returned.
    private CompletionStage<BatchAnswer> alone() {
        DefaultExchange started;
        try {
            started = source.start(
                    scope, builder -> builder.label(RequestSource.label(source.exchange(), batch.number())));
        } catch (RuntimeException x) {
            return CompletableFuture.completedStage(BatchAnswer.failed(null, x));
        }
        BrokerStage<BatchAnswer> answer = source.stage();
        started.response().whenComplete((response, failure) -> {
            if (failure != null) {
                answer.complete(BatchAnswer.failed(started, BrokerStage.unwrapped(failure)));
                return;
            }
            try {
                source.whileReading(response, plan.isHeavy(), () -> answer.complete(read(started, response)));
            } catch (RuntimeException | Error x) {
                // Thrown in a callback, it would leave the answer without end.
                answer.complete(BatchAnswer.failed(started, x));
            }
        });
        return answer;
    }

    private BatchAnswer read(DefaultExchange ended, PartnerResponse response) {
        try {
            Document value = source.read(ended, response);
            return new BatchAnswer(ended, objects(plan, value, scope, ended), null);
        } catch (RuntimeException | Error x) {
            return BatchAnswer.failed(ended, x);
        }
    }

    /** Returns the objects of a response by their keys. */
    public static Map<String, Object> objects(
            BatchPlan plan, @Nullable Document response, Scope scope, DefaultExchange exchange) {
        Map<String, @Nullable Object> variables = new HashMap<>();
        if (response != null) {
            variables.put(Names.PAGE, response.tree());
        }
        return plan.found(exchange, scope.with(scope.exchange(), variables));
    }
}
