package dev.medley.server.internal.declared.plan;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declared.several.BatchAnswer;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.BatchRun;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements of {@code for-each} of which one request asks for several. What becomes of an element is the same as with a request of its
 * own: its value, that of its fallback, or none. For one run; thread-safe.
 */
final class BatchedElements {

    private final ExchangePlan exchange;
    private final BatchPlan plan;
    private final DefaultMashup mashup;
    private final Scope run;
    private final @Nullable ObjIntConsumer<Result> observer;

    BatchedElements(
            ExchangePlan exchange,
            BatchPlan plan,
            DefaultMashup mashup,
            Scope run,
            @Nullable ObjIntConsumer<Result> observer) {
        this.exchange = exchange;
        this.plan = plan;
        this.mashup = mashup;
        this.run = run;
        this.observer = observer;
    }

    /** Starts requests for {@code elements}, {@code concurrency} at a time. */
    CompletionStage<Result> start(List<Scope> elements, int concurrency) {
        BatchPlan.Split split = plan.split(elements);
        List<Branch> branches = new ArrayList<>();
        split.faults().forEach((element, fault) -> branches.add(() -> faulty(element, fault)));
        int fallbacks =
                concurrency / Math.max(1, Math.min(concurrency, split.batches().size()));
        split.batches().forEach(batch -> branches.add(() -> results(batch, fallbacks)));
        return mashup.<Branch, List<Ended>>each(branches, concurrency, Branch::start)
                .thenApply(all -> inOrder(all, elements.size()));
    }

    /** Starts the request of an exchange without {@code for-each}, which other mashups may share. */
    CompletionStage<Result> single() {
        BatchPlan.Split split = plan.split(List.of(run));
        EvaluationException fault = split.faults().get(run);
        if (fault != null) {
            return exchange.failed(mashup, run, null, fault);
        }
        // As an element, it is cancelled with the mashup.
        return mashup.<BatchPlan.Batch, List<Ended>>each(split.batches(), 1, batch -> results(batch, 1))
                .thenApply(all -> all.get(0).get(0).result());
    }

    /** What is in flight at a time: a request with what depends on it. */
    private interface Branch {

        CompletionStage<List<Ended>> start();
    }

    /** What has become of the element at {@code index}. */
    private record Ended(int index, Result result) {}

    private static Result inOrder(List<List<Ended>> all, int size) {
        @Nullable Result[] results = new Result[size];
        all.forEach(some -> some.forEach(each -> results[each.index()] = each.result()));
        return Result.ofElements(
                Arrays.stream(results).map(Objects::requireNonNull).toList());
    }

    private CompletionStage<List<Ended>> faulty(Scope element, EvaluationException fault) {
        return exchange.failed(mashup, element, null, fault).thenApply(result -> List.of(ended(element, result)));
    }

    /** Asks for the elements of {@code batch}; as many of their {@code fallbacks} are in flight at a time, since elements fail together. */
    private CompletionStage<List<Ended>> results(BatchPlan.Batch batch, int fallbacks) {
        BatchRun request = new BatchRun(plan, batch, exchange.request().source(mashup), run);
        return request.start(mashup.broker(), run).thenCompose(answer -> elements(batch, request, answer, fallbacks));
    }

    private CompletionStage<List<Ended>> elements(
            BatchPlan.Batch batch, BatchRun request, BatchAnswer answer, int fallbacks) {
        Throwable failure = answer.failure();
        Throwable blamed = failure == null ? null : exchange.blamed(mashup, request.scope(), failure);
        return mashup.each(
                batch.members(),
                fallbacks,
                member -> element(member, answer.exchange(), plan.valueOf(answer.values(), member.key()), blamed)
                        .thenApply(result -> ended(member.scope(), result)));
    }

    private CompletionStage<Result> element(
            BatchPlan.Member member,
            @Nullable DefaultExchange asked,
            @Nullable Object value,
            @Nullable Throwable failure) {
        if (failure != null || asked == null) {
            return exchange.failed(
                    mashup,
                    member.scope(),
                    asked,
                    failure == null ? new IllegalStateException("a batch without an exchange") : failure);
        }
        return value == null
                ? exchange.failed(mashup, member.scope(), asked, BatchPlan.absent(asked))
                : CompletableFuture.completedStage(Result.completed(Document.ofTree(value), asked));
    }

    private Ended ended(Scope element, Result result) {
        if (observer != null) {
            observer.accept(result, element.index());
        }
        return new Ended(element.index(), result);
    }
}
