package dev.medley.exchange.internal.call;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.PartnerResponse;
import dev.medley.exchange.Timings;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.json.Json;
import dev.medley.partner.CacheStatus;
import dev.medley.partner.internal.Partner;
import dev.medley.trace.internal.ExchangeSpan;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.Tracing;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * What can be read of an exchange, by any thread; written by the tasks of its call's queue. A {@link DefaultExchange} extends it
 * rather than having one, because there are tens of thousands of exchanges.
 */
public abstract class ExchangeRecord implements Exchange {

    private static final AtomicIntegerFieldUpdater<ExchangeRecord> STAGE_USE =
            AtomicIntegerFieldUpdater.newUpdater(ExchangeRecord.class, "stageUse");

    /** Nobody but Medley has the stage. */
    private static final int OWN = 0;
    /** Code of the mashup has the stage, and may depend on it. */
    private static final int SHARED = 1;
    /** The stage is completed, on a thread that code of the mashup must not hold. */
    private static final int COMPLETED = 2;

    /** Written by the tasks of the call that it names: the exchange leaves that for another one. */
    volatile Call call;

    final DefaultOutboundRequest request;
    final @Nullable String label;
    final boolean internal;
    final @Nullable RequestContext requestContext;
    /** Null if its trace is not recorded. */
    final @Nullable ExchangeSpan span;

    volatile @Nullable ExchangeResult result;
    final ResponseStage stage;
    private volatile int stageUse = OWN;
    final long startNanos;
    volatile ExchangeState state = ExchangeState.CREATED;
    volatile long endNanos;
    /** Once they have been read after the end, as metrics and reply both do. Threads that read them at once may make their own. */
    @Nullable
    Timings timings;

    volatile @Nullable ResponseHead head;
    /** Whether its call had been begun for others. */
    volatile boolean coalesced;

    ExchangeRecord(
            Call call,
            DefaultOutboundRequest request,
            @Nullable String label,
            boolean internal,
            @Nullable RequestContext requestContext,
            @Nullable InboundSpan inbound) {
        this.call = call;
        this.request = request;
        this.label = label;
        this.internal = internal;
        this.requestContext = requestContext;
        Tracing tracing = call.services().tracing();
        span = tracing == null ? null : tracing.exchange(inbound, call.partner().name(), label);
        stage = new ResponseStage(call.services().pool());
        startNanos = call.clock().nanoTime();
    }

    /** Returns whether the result is decided. */
    public final boolean hasResult() {
        return result != null;
    }

    /** A task of its call's queue. */
    final void transition(ExchangeState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + " may not become " + next);
        }
        state = next;
    }

    @Override
    public final String partner() {
        return call.partner().name();
    }

    /** The partner that the request goes to: the destination of the paper's exchange object. */
    public final Partner destination() {
        return call.partner();
    }

    @Override
    public final DefaultOutboundRequest request() {
        return request;
    }

    /** The path and query that the response is of: where redirects have led to, if there were any. Known when the exchange has ended. */
    public final String answeredTarget() {
        return call.attempts().request().target();
    }

    @Override
    public final @Nullable String label() {
        return label;
    }

    @Override
    public final boolean isInternal() {
        return internal;
    }

    /** The inbound request that it was started for, or null. */
    public final @Nullable RequestContext requestContext() {
        return requestContext;
    }

    @Override
    public final @Nullable ResponseHead head() {
        return head;
    }

    @Override
    public final @Nullable CacheStatus cacheStatus() {
        ExchangeResult decided = result;
        PartnerResponse response = decided == null ? null : decided.response();
        return response == null ? null : response.cacheStatus();
    }

    @Override
    public final @Nullable ConnectionInfo connection() {
        Attempt leading = call.attempts().leader();
        return leading == null ? null : leading.connection();
    }

    @Override
    public final ExchangeState state() {
        return state;
    }

    @Override
    public final @Nullable Outcome outcome() {
        ExchangeResult decided = result;
        return decided == null || !state.isEnd() ? null : decided.outcome();
    }

    @Override
    public final @Nullable DefaultExchangeException failure() {
        ExchangeResult decided = result;
        return decided == null || !state.isEnd() ? null : decided.failure();
    }

    @Override
    public final CompletionStage<PartnerResponse> response() {
        if (stageUse == OWN && !STAGE_USE.compareAndSet(this, OWN, SHARED)) {
            // What depends on it from now on would run on the thread that completes it, which is about to.
            while (stageUse == COMPLETED && !stage.isDone()) {
                Thread.onSpinWait();
            }
        }
        return stage;
    }

    /** As {@link #response}, for code of Medley that runs on any thread: what depends on it by {@link ResponseStage#onCompletion}. */
    public final ResponseStage ownStage() {
        return stage;
    }

    /** Returns whether the stage may be completed on any thread: only code of Medley depends on it. */
    final boolean completesAnywhere() {
        return STAGE_USE.compareAndSet(this, OWN, COMPLETED);
    }

    @Override
    public final CompletionStage<Json> json() {
        return response().thenApply(PartnerResponse::json);
    }

    @Override
    public final <T> CompletionStage<T> json(Class<T> type) {
        return response().thenApply(response -> response.json().as(type));
    }

    @Override
    public final <T> CompletionStage<T> json(TypeReference<T> type) {
        return response().thenApply(response -> response.json().as(type));
    }

    @Override
    public final boolean isCoalesced() {
        return coalesced;
    }

    @Override
    public final boolean expectsJson() {
        return call.options().expectJson();
    }

    @Override
    public final boolean isStreamed() {
        return call.options().streamed();
    }

    @Override
    public final Timings timings() {
        if (!state.isEnd()) {
            return timingsAt(call.clock().nanoTime());
        }
        Timings known = timings;
        if (known == null) {
            known = timingsAt(endNanos);
            timings = known;
        }
        return known;
    }

    private Timings timingsAt(long now) {
        return new Timings(startNanos, now, call.attempts().timings(now));
    }

    @Override
    public final String toString() {
        return "exchange %s %s with %s, %s"
                .formatted(request().method(), request().target(), partner(), state);
    }
}
