package dev.medley.server.internal.declared.several;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.exchange.internal.dispatch.ExchangeGroup;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one compiled exchange that mashups of several inbound requests share. Only those with one identity do, which has
 * all that is sent but the keys; so nobody gets what was asked for with the credentials of another. Thread-safe.
 */
public final class SharedBatches {

    private final Duration waiting;
    private final ConcurrentMap<List<@Nullable Object>, SharedBatch> open = new ConcurrentHashMap<>();

    /** Creates batches of which none is open; the first key of each waits for others as long as {@code waiting}. */
    public SharedBatches(Duration waiting) {
        this.waiting = waiting;
    }

    /** Returns the number of batches that can be joined. */
    public int size() {
        return open.size();
    }

    /**
     * Asks for the keys of one mashup, together with others.
     *
     * @param run the scope of the mashup
     * @return a stage of the answer; with neither an exchange nor a failure, if the mashup has to ask for itself
     * @throws dev.medley.server.internal.declared.value.EvaluationException if no partner can be sent such a request
     */
    CompletionStage<BatchAnswer> ask(
            BatchPlan plan, BatchPlan.Batch batch, RequestSource source, DefaultBroker broker, Scope run) {
        SharedRequest request = source.share(
                run.with(
                        source.exchange(),
                        Map.of(Names.KEYS, List.copyOf(batch.keys().values()))),
                plan);
        List<@Nullable Object> identity = request.identity();
        BrokerStage<BatchAnswer> answer = source.stage();
        SharedWaiter waiter = new SharedWaiter(batch.keys(), answer, broker.pool());
        ExchangeGroup.join(waiter::leave);
        for (SharedBatch batchOfAll = batchOf(identity, request, broker, plan.max());
                !waiter.joins(batchOfAll);
                batchOfAll = batchOf(identity, request, broker, plan.max())) {
            // It was sent meanwhile: who has sent it may not have taken it out yet.
            open.remove(identity, batchOfAll);
        }
        return answer;
    }

    private SharedBatch batchOf(List<@Nullable Object> identity, SharedRequest request, DefaultBroker broker, int max) {
        SharedBatch known = open.get(identity);
        if (known != null) {
            return known;
        }
        Closing closing = new Closing(identity);
        SharedBatch made = new SharedBatch(request, broker, max, closing);
        closing.batch = made;
        SharedBatch other = open.putIfAbsent(identity, made);
        if (other != null) {
            return other;
        }
        made.sendAfter(waiting.toNanos());
        return made;
    }

    /** Takes a batch out that is closed. */
    private final class Closing implements Runnable {

        private final List<@Nullable Object> identity;
        private @Nullable SharedBatch batch;

        Closing(List<@Nullable Object> identity) {
            this.identity = identity;
        }

        @Override
        public void run() {
            if (batch != null) {
                open.remove(identity, batch);
            }
        }
    }
}
