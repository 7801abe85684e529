package dev.medley.exchange.internal.call;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.context.Context;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import dev.medley.trace.internal.InboundSpan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One outbound request and its outcome: the message exchange object of the paper (section 3), with its destination, connection,
 * request and response. A {@link Call} carries the request out; the exchange has listener, deadline, cancellation and stage.
 *
 * <p>Its end is decided once, by a compare-and-set on {@link #result}: the response, a time-out, an error and
 * {@link #cancel()} race for it, and the losers do nothing. Thread-safe.
 */
public final class DefaultExchange extends ResponseHolder {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultExchange.class);
    private static final AtomicReferenceFieldUpdater<ExchangeRecord, @Nullable ExchangeResult> RESULT =
            AtomicReferenceFieldUpdater.newUpdater(ExchangeRecord.class, ExchangeResult.class, "result");

    private final Duration timeout;
    private final @Nullable ExchangeListener listener;
    private final boolean owned;
    /** Of the thread that started it, for its events and the dependents of its stage. */
    private final Context context;
    /** Of the inbound request, in which it counts until its code goes on; null for none. */
    private final @Nullable RequestPhases phases;

    private Clock.@Nullable ScheduledTask deadline;
    /** Null unless the request may be copied for a mirror. */
    private @Nullable Runnable whenSent;

    /**
     * Creates an exchange that nobody waits for, with the request and the time-out of {@code call}.
     *
     * @param span of the inbound request that has caused it; null for none
     */
    public DefaultExchange(Call call, @Nullable InboundSpan span) {
        super(call, call.request(), null, false, null, span);
        timeout = call.options().timeout();
        listener = null;
        owned = false;
        phases = null;
        context = Context.capture();
        call.services().inFlight().created();
    }

    /** Creates an exchange of {@code requestContext}. If {@code owned}, an owner {@linkplain #release() releases} its body, else its end. */
    public DefaultExchange(
            Call call,
            DefaultOutboundRequest request,
            @Nullable String label,
            boolean internal,
            Duration timeout,
            @Nullable ExchangeListener listener,
            @Nullable RequestContext requestContext,
            boolean owned) {
        super(call, request, label, internal, requestContext, requestContext == null ? null : requestContext.span());
        this.timeout = timeout;
        this.listener = listener;
        this.owned = owned;
        context = Context.capture();
        phases = owned && requestContext != null ? requestContext.phases() : null;
        if (phases != null) {
            phases.begin(RequestPhase.EXCHANGES, startNanos);
        }
        call.services().inFlight().created();
    }

    @Override
    public boolean cancel() {
        if (!RESULT.compareAndSet(this, null, ExchangeResult.CANCELLED)) {
            return false;
        }
        call.onBrokerThread(() -> signal(this::finishCancelled));
        return true;
    }

    /** Starts the exchange; once. Events may be delivered before this returns. */
    public void start() {
        Call first = call;
        first.expect();
        if (listener == null) {
            first.signal(() -> first.join(this));
        } else {
            first.listenedTo();
            first.onBrokerThread(() -> first.signal(() -> first.join(this)));
        }
    }

    /** Runs {@code task} as one of its call's queue: of the call that it has when the task's turn comes. */
    private void signal(Runnable task) {
        Call mine = call;
        mine.signal(() -> {
            if (mine == call) {
                task.run();
            } else {
                signal(task);
            }
        });
    }

    /** Returns whether everything that has happened so far is processed. */
    public boolean isAtRest() {
        return call.isAtRest();
    }

    /** Has {@code action} called if a call is begun for this exchange, and none answers it that is there; before the start. */
    public void whenSent(Runnable action) {
        whenSent = action;
    }

    Clock clock() {
        return call.clock();
    }

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    /** The deadline of the exchange as a whole, by the clock: its own, or the mashup's if that is nearer. */
    long deadlineNanos() {
        long own = startNanos + timeout.toNanos();
        return requestContext == null ? own : requestContext.earlier(own);
    }

    /**
     * Schedules its end by its time-out, unless that has been done when it joined the call before; by the deadline of its mashup,
     * which is nearer, that cancels it.
     */
    void startDeadline() {
        long nanos = timeout.toNanos();
        if (deadline == null && deadlineNanos() == startNanos + nanos) {
            deadline = call.clock().schedule(nanos, () -> signal(this::expire));
        }
    }

    /** Joins {@code next} in place of its call, which has nothing for it and must not call it any more. */
    void moveTo(Call next) {
        coalesced = false;
        next.expect();
        if (listener != null) {
            next.listenedTo();
        }
        call = next;
        next.signal(() -> next.join(this));
    }

    /** Its call, with these attempts, is begun for this exchange. */
    void begins(Attempts attempts) {
        attempts.tracedBy(span);
        Runnable action = whenSent;
        if (action != null) {
            action.run();
        }
    }

    /** Its call was begun for others. */
    void coalesced() {
        coalesced = true;
    }

    /** The wish for another call. */
    public CallRequest callRequest() {
        return new CallRequest(request, call.options().timeout(timeout), requestContext, listener != null);
    }

    /** The leading attempt has entered a state. */
    void become(ExchangeState next) {
        if (!hasResult()) {
            transition(next);
        }
    }

    void connectionEstablished() {
        fire(l -> l.onConnectionEstablished(this));
    }

    void connectionFailed(DefaultExchangeException failure) {
        fire(l -> l.onConnectionFailed(this, failure));
    }

    void waitingForResponse() {
        fire(l -> l.onWaitingForResponse(this));
    }

    void headersCompleted() {
        if (!hasResult()) {
            head = call.head();
        }
        fire(l -> l.onHeadersCompleted(this));
    }

    void bodyPart(BodyPart part) {
        fire(l -> l.onBodyPart(this, part));
    }

    void bodyCompleted() {
        fire(l -> l.onBodyCompleted(this));
    }

    void connectionIdle() {
        fire(l -> l.onConnectionIdle(this));
    }

    void complete(CallResponse whole) {
        reportRest(whole);
        if (hasResult()) {
            return;
        }
        DefaultPartnerResponse response = whole.of(this);
        head = response.head();
        ExchangeResult completed = ExchangeResult.completed(response);
        hold(whole);
        if (RESULT.compareAndSet(this, null, completed)) {
            finish(completed);
        } else {
            release();
        }
    }

    /** Reports what no attempt has: the call was complete before, or has a stored response in place of a failure. */
    private void reportRest(CallResponse whole) {
        boolean reported = state == ExchangeState.BODY && call.attempts().isBodyReported();
        if (reported || hasResult()) {
            return;
        }
        if (state.compareTo(ExchangeState.HEADERS) < 0) {
            head = whole.head();
            step(ExchangeState.HEADERS);
            fire(l -> l.onHeadersCompleted(this));
        }
        step(ExchangeState.BODY);
        bodyCompleted();
    }

    /** Fails as its call did. */
    void fail(DefaultExchangeException failure) {
        ExchangeResult failed = ExchangeResult.failed(failure);
        if (RESULT.compareAndSet(this, null, failed)) {
            finish(failed);
        }
    }

    private void expire() {
        if (hasResult()) {
            expired();
        } else {
            call.endNow(this, () -> signal(this::expired));
        }
    }

    private void expired() {
        CallResponse instead = hasResult() ? null : call.staleOnError(Reason.TIMEOUT);
        String detail = "no answer" + AttemptDeadlines.within(timeout);
        boolean early = timeout.compareTo(destination().settings().timeout()) < 0;
        Kind kind = early ? Kind.EARLY_TIMEOUT : Kind.PARTNER_FAULT;
        if (instead == null) {
            failAlone(kind, Reason.TIMEOUT, detail, null);
        } else {
            complete(instead);
            call.leave(this, kind, exception(Reason.TIMEOUT, detail, null));
        }
    }

    /** Fails for a reason of its own, and leaves the call. */
    private void failAlone(Kind kind, Reason reason, String detail, @Nullable Throwable cause) {
        ExchangeResult failed = ExchangeResult.failed(exception(reason, detail, cause));
        if (RESULT.compareAndSet(this, null, failed)) {
            finish(failed, kind);
        }
    }

    private void finishCancelled() {
        boolean late =
                requestContext != null && requestContext.isOver(call.clock().nanoTime());
        ExchangeResult cancelled = ExchangeResult.failed(
                late
                        ? exception(Reason.DEADLINE, "cancelled at the deadline of the mashup", null)
                        : exception(Reason.CANCELLED, "cancelled", null));
        result = cancelled;
        finish(cancelled, Kind.CANCELLED);
    }

    private void finish(ExchangeResult decided, Kind kind) {
        DefaultExchangeException failure = decided.failure();
        if (failure != null) {
            call.leave(this, kind, failure);
        }
        finish(decided);
    }

    /** Carries the result out; once, by the winner. */
    private void finish(ExchangeResult decided) {
        if (deadline != null) {
            deadline.cancel();
        }
        endNanos = call.clock().nanoTime();
        transition(decided.outcome().state());
        if (span != null) {
            SpanEnds.end(span, decided, coalesced);
        }
        ExecutionTarget executionTarget = RequestContext.placementOf(requestContext);
        ExecutionTarget.OtherThreads elsewhere = executionTarget.otherThreads();
        if (elsewhere == null || (listener == null && completesAnywhere())) {
            end(decided, endNanos);
        } else {
            elsewhere.execute(() -> {
                ThreadLedger.Work work = call.ledger().exchangeWork(executionTarget);
                work.during(() -> end(decided, work.sinceNanos()));
            });
        }
    }

    /** Calls the listener for the last time, and completes the stage: here the code of mashups goes on. */
    private void end(ExchangeResult decided, long now) {
        if (phases != null && !phases.isDecided()) {
            ThreadLedger.composes(phases, RequestPhase.EXCHANGES, now);
        }
        Context.Scope scope = context.enter();
        try {
            if (decided.outcome() == Outcome.EXPIRED) {
                deliver(l -> l.onExpired(this));
            }
            deliver(l -> l.onEnded(this, decided.outcome()));
            call.services().ended(this);
        } finally {
            try {
                stage.end(decided);
            } finally {
                scope.close();
                if (!owned) {
                    release();
                }
                call.services().settled(this);
                call.services().inFlight().ended();
            }
        }
    }

    /** Enters a state, unless it is there or its end is decided. */
    void step(ExchangeState next) {
        if (!hasResult() && state != next) {
            transition(next);
        }
    }

    private void fire(Consumer<ExchangeListener> event) {
        if (!hasResult()) {
            deliver(event);
        }
    }

    private void deliver(Consumer<ExchangeListener> event) {
        if (listener == null) {
            return;
        }
        if (phases != null && !phases.isDecided() && !ThreadLedger.isComposing(phases)) {
            ThreadLedger.composes(phases, null, call.clock().nanoTime());
        }
        Context.Scope scope = context.enter();
        try {
            event.accept(listener);
        } catch (RuntimeException | Error x) {
            if (state.isEnd()) {
                LOG.warn("{}: its listener failed after the end", this, x);
            } else {
                failAlone(Kind.LOCAL_FAULT, Reason.LISTENER, "the listener failed: " + x, x);
            }
        } finally {
            scope.close();
        }
    }

    private DefaultExchangeException exception(Reason reason, String detail, @Nullable Throwable cause) {
        return new DefaultExchangeException(partner(), state, reason, call.maybeSentWithout(this), detail, cause);
    }
}
