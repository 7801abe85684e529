package dev.medley.server.internal.declared.plan;

import dev.medley.connection.ResponseHead;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.PassedResponse;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Snapshot;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.MissingReason;
import dev.medley.server.internal.declaration.StatusRange;
import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.several.BatchPlan;
import dev.medley.server.internal.declared.several.ElementsPlan;
import dev.medley.server.internal.declared.several.PagesPlan;
import dev.medley.server.internal.declared.several.PagesRun;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.EvaluationLog;
import dev.medley.server.internal.declared.value.ExchangeFailure;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.Truth;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An exchange of a declared mashup. Immutable.
 *
 * @param name its name
 * @param request what it sends
 * @param when its condition; null for always
 * @param elements what there is an exchange for each of; null for one exchange
 * @param pages how the pages of its list are read; null for a response that is whole
 * @param batch how several elements are asked for at once; null for one request for each
 * @param optional whether the mashup replies without its value
 * @param passStatus statuses of the partner that become those of the reply
 * @param fallbackValue expression of the value that replaces its own; null for none
 * @param fallback exchange that provides its value if it fails; null for none
 * @param inputs exchanges whose values its expressions refer to
 * @param heavy whether its expressions may take long
 * @param failures the log of expressions that fail
 */
public record ExchangePlan(
        String name,
        RequestPlan request,
        @Nullable Formula when,
        @Nullable ElementsPlan elements,
        @Nullable PagesPlan pages,
        @Nullable BatchPlan batch,
        boolean optional,
        List<StatusRange> passStatus,
        @Nullable Formula fallbackValue,
        @Nullable ExchangePlan fallback,
        Set<String> inputs,
        boolean heavy,
        EvaluationLog failures) {

    /** Returns how many exchanges of it follow one another, at most. */
    public int rounds() {
        int ofPages = pages == null ? 1 : pages.max();
        return elements == null ? ofPages : ofPages * elements.rounds(starts());
    }

    /** Returns how many exchanges it has, at most, without those of fallbacks. */
    long requests() {
        return (long) starts() * (pages == null ? 1 : pages.max());
    }

    private int starts() {
        int all = elements == null ? 1 : elements.max();
        return batch == null ? all : (all + batch.max() - 1) / batch.max();
    }

    /**
     * Starts it, once all that it refers to has ended.
     *
     * @param ofElements receives the result of each element of {@code for-each}, and its position; null for none
     * @return a stage of the result; it fails if the mashup does with the exchange
     */
    public CompletionStage<Result> start(
            DefaultMashup mashup, Scope scope, @Nullable ObjIntConsumer<Result> ofElements) {
        try {
            if (when != null && !Truth.of(when.evaluate(scope))) {
                return CompletableFuture.completedStage(Result.SKIPPED);
            }
            ElementsPlan each = elements;
            if (each == null) {
                return one(mashup, scope);
            }
            List<?> array = each.of(scope, name);
            List<Scope> scopes = scope.ofElements(array, each.array().expression());
            if (batch != null) {
                return new BatchedElements(this, batch, mashup, scope, ofElements).start(scopes, each.concurrency());
            }
            return mashup.<Scope, Result>each(
                            scopes, each.concurrency(), element -> element(mashup, element, ofElements))
                    .thenApply(Result::ofElements);
        } catch (ProblemException | EvaluationException x) {
            return failed(mashup, scope, null, x);
        }
    }

    /** Returns whether its response is passed on as the reply, so that it has no value. */
    public boolean isPassed() {
        return request.pass() != null;
    }

    /** Starts it as {@link #start} does, if its response is passed on: the stage is complete when its head is there. */
    public CompletionStage<Passed> pass(DefaultMashup mashup, Scope scope) {
        PassedResponse passed;
        try {
            passed = new PassedRequest(request, Objects.requireNonNull(request.pass()), mashup, scope).start();
        } catch (RuntimeException x) {
            return CompletableFuture.failedStage(notPassed(null, x));
        }
        Exchange exchange = passed.exchange();
        return passed.reply().handle((reply, failure) -> {
            if (failure != null) {
                throw new CompletionException(notPassed(exchange, BrokerStage.unwrapped(failure)));
            }
            return new Passed(Result.completed(null, exchange), reply);
        });
    }

    /**
     * An exchange whose response is passed on.
     *
     * @param result of it, without a value
     * @param reply with its body, which may still be on its way
     */
    public record Passed(Result result, Reply reply) {}

    /** Returns what the mashup fails with, as nothing stands for a response that is passed on. */
    private Throwable notPassed(@Nullable Exchange exchange, Throwable failure) {
        String cause = causeOf(failure);
        if (cause == null) {
            return failure;
        }
        if (isCancelled(failure)) {
            return new ExchangeFailure(Result.unfinished(exchange), failure);
        }
        ResponseHead head = exchange == null ? null : exchange.head();
        Problem problem = failure instanceof ProblemException x ? x.problem() : null;
        Throwable shown =
                head != null && problem != null && passStatus.stream().anyMatch(each -> each.contains(head.status()))
                        ? new ProblemException(
                                new Problem(head.status(), problem.detail(), problem.partner(), problem.phase()))
                        : failure;
        return new ExchangeFailure(Result.failed(exchange, cause, failure), shown);
    }

    private CompletionStage<Result> element(
            DefaultMashup mashup, Scope element, @Nullable ObjIntConsumer<Result> ofElements) {
        CompletionStage<Result> stage = one(mashup, element);
        return ofElements == null
                ? stage
                : stage.thenApply(result -> {
                    ofElements.accept(result, element.index());
                    return result;
                });
    }

    private CompletionStage<Result> one(DefaultMashup mashup, Scope scope) {
        if (batch != null) {
            return new BatchedElements(this, batch, mashup, scope, null).single();
        }
        if (pages != null) {
            return paged(new PagesRun(pages, request.source(mashup), scope), mashup, scope);
        }
        if (request.snapshot() != null) {
            return snapshot(mashup, scope, request.snapshot());
        }
        DefaultExchange exchange;
        try {
            exchange = request.start(mashup, scope);
        } catch (RuntimeException x) {
            return failed(mashup, scope, null, x);
        }
        if (fallback == null && request.reader().isLight()) {
            return exchange.response()
                    .handle((response, failure) -> failure == null
                            ? completed(scope, exchange, response)
                            : withoutValue(scope, exchange, blamed(mashup, scope, failure)));
        }
        return read(mashup, scope, exchange)
                .handle((result, failure) -> failure == null
                        ? CompletableFuture.completedStage(result)
                        : failed(mashup, scope, exchange, blamed(mashup, scope, failure)))
                .thenCompose(stage -> stage);
    }

    private CompletionStage<Result> paged(PagesRun run, DefaultMashup mashup, Scope scope) {
        CompletionStage<Result> started;
        try {
            started = run.start();
        } catch (RuntimeException x) {
            return failed(mashup, scope, null, x);
        }
        return started.handle((result, failure) -> failure == null
                        ? CompletableFuture.completedStage(result)
                        : failed(mashup, scope, run.last(), blamed(mashup, scope, failure)))
                .thenCompose(stage -> stage);
    }

    /** Reads the snapshot of another mashup; no partner is asked. */
    private CompletionStage<Result> snapshot(DefaultMashup mashup, Scope scope, String of) {
        CompletionStage<Snapshot> snapshot = mashup.snapshot(of);
        boolean isDispensable = optional || fallbackValue != null;
        return (isDispensable ? FirstSnapshot.unlessLate(snapshot, mashup) : snapshot)
                .handle((read, failure) -> failure == null
                        ? SnapshotValue.of(read)
                        : withoutValue(scope, null, BrokerStage.unwrapped(failure)));
    }

    /** A request that its partner would take, were it not for a value of the client, is the fault of that one. */
    Throwable blamed(DefaultMashup mashup, Scope scope, Throwable failure) {
        Throwable cause = BrokerStage.unwrapped(failure);
        if (cause instanceof ExchangeException x && x.reason() == Reason.REQUEST_TOO_LARGE) {
            EvaluationException tooLong = UnsendableRequest.tooLong(request, mashup, scope);
            return tooLong.provenance().isOfClient() ? tooLong : cause;
        }
        return cause;
    }

    /** What may take long is read off the loops: other formats than JSON, and JSON that has a schema. */
    private CompletionStage<Result> read(DefaultMashup mashup, Scope scope, DefaultExchange exchange) {
        Clock clock = scope.request().clock();
        if (request.reader().isLight()) {
            return exchange.response().thenApply(response -> request.reader().read(exchange, response, clock));
        }
        return exchange.response()
                .thenApplyAsync(
                        response -> RequestPhases.during(
                                mashup.phases(),
                                RequestPhase.COMPOSING,
                                () -> request.reader().read(exchange, response, clock)),
                        mashup.longWork());
    }

    private Result completed(Scope scope, DefaultExchange exchange, PartnerResponse response) {
        try {
            return request.reader().read(exchange, response, scope.request().clock());
        } catch (ProblemException x) {
            return withoutValue(scope, exchange, x);
        }
    }

    /** Returns the result of an exchange, or of an element, that has failed: that of its fallback, if there is one. */
    CompletionStage<Result> failed(
            DefaultMashup mashup, Scope scope, @Nullable DefaultExchange exchange, Throwable failure) {
        ExchangePlan other = fallback;
        if (other == null || causeOf(failure) == null || isCancelled(failure) || !other.isDue(scope)) {
            try {
                return CompletableFuture.completedStage(withoutValue(scope, exchange, failure));
            } catch (RuntimeException | Error x) {
                return CompletableFuture.failedStage(x);
            }
        }
        return other.one(mashup, scope).handle((result, failureOfOther) -> {
            if (failureOfOther != null || !standsFor(result)) {
                return withoutValue(scope, exchange, failure);
            }
            if (failure instanceof EvaluationException x) {
                failures.add(x, scope.request().clock());
            }
            return Result.fallback(result, String.valueOf(causeOf(failure)), failure);
        });
    }

    /** Whether the value of another exchange stands for that of this one; one that completed may have none. */
    private static boolean standsFor(Result other) {
        return other.value() != null || other.outcome() == Result.Outcome.COMPLETED;
    }

    /** Whether the condition of an exchange that may stand for another is true; one that fails is not. */
    private boolean isDue(Scope scope) {
        try {
            return when == null || Truth.of(when.evaluate(scope));
        } catch (EvaluationException x) {
            failures.add(x, scope.request().clock());
            return false;
        }
    }

    /** The result of a failure; throws what the mashup fails with, if it does. */
    private Result withoutValue(Scope scope, @Nullable DefaultExchange exchange, Throwable failure) {
        String cause = causeOf(failure);
        if (cause == null) {
            throw new CompletionException(failure);
        }
        if (isCancelled(failure)) {
            // The mashup is over, such as at its deadline: nothing stands for the value.
            throw new CompletionException(new ExchangeFailure(Result.unfinished(exchange), failure));
        }
        if (failure instanceof EvaluationException x && (optional || fallbackValue != null)) {
            failures.add(x, scope.request().clock());
        }
        if (fallbackValue != null) {
            Object value = fallbackValue.evaluate(scope);
            return Result.fallback(
                    value == Expression.UNDEFINED ? null : Document.ofTree(value), exchange, cause, failure);
        }
        if (optional) {
            return Result.missing(exchange, cause, failure);
        }
        throw new CompletionException(new ExchangeFailure(Result.failed(exchange, cause, failure), passed(failure)));
    }

    private static boolean isCancelled(Throwable failure) {
        return failure instanceof ExchangeException x && x.reason().outcome() == Outcome.CANCELLED;
    }

    /** Returns whether clients do not see it. */
    public boolean isInternal() {
        return request.internal();
    }

    /** Returns this exchange with another one that stands for it. */
    public ExchangePlan withFallback(ExchangePlan other) {
        Set<String> all = new HashSet<>(inputs);
        all.addAll(other.inputs);
        return new ExchangePlan(
                name,
                request,
                when,
                elements,
                pages,
                batch,
                optional,
                passStatus,
                fallbackValue,
                other,
                all,
                heavy || other.heavy,
                failures);
    }

    private static @Nullable String causeOf(Throwable failure) {
        return failure instanceof EvaluationException x ? x.missing() : MissingReason.of(failure);
    }

    private Throwable passed(Throwable failure) {
        if (failure instanceof ExchangeException x
                && (x.reason() == Reason.UNEXPECTED_STATUS || x.reason() == Reason.PARTNER_FAULT)
                && passStatus.stream().anyMatch(each -> each.contains(x.status()))) {
            return new ProblemException(new Problem(
                    x.status(),
                    "partner " + x.partner() + ": " + x.summary(),
                    x.partner(),
                    x.phase().label()));
        }
        return failure;
    }
}
