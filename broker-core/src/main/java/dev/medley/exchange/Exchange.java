package dev.medley.exchange;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.ResponseHead;
import dev.medley.context.Context;
import dev.medley.json.Json;
import dev.medley.json.NotADocument;
import dev.medley.partner.Partner;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.thread.Clock;
import dev.medley.thread.Placement;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * One outbound request and its outcome: the message exchange object of the paper (section 3), with its destination, connection,
 * request and response. A {@link Call} carries the request out; the exchange has listener, deadline, cancellation and stage.
 *
 * <p>Its end is decided once, by a compare-and-set on {@link #result}: the response, a time-out, an error and
 * {@link #cancel()} race for it, and the losers do nothing. Thread-safe.
 */
@JsonSerialize(using = NotADocument.class)
public final class Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    // Fields and not objects of their own, as there are tens of thousands of exchanges.
    private static final AtomicReferenceFieldUpdater<Exchange, @Nullable ExchangeResult> RESULT =
            AtomicReferenceFieldUpdater.newUpdater(Exchange.class, ExchangeResult.class, "result");
    private static final AtomicReferenceFieldUpdater<Exchange, @Nullable CallResponse> HELD =
            AtomicReferenceFieldUpdater.newUpdater(Exchange.class, CallResponse.class, "held");

    private final Call call;
    private final @Nullable ExchangeListener listener;
    private final @Nullable Origin origin;
    private final boolean owned;
    /** Of the thread that started it, for its events and the dependents of its stage. */
    private final Context context;

    private volatile @Nullable ExchangeResult result;
    private final ResponseStage stage;
    private final long startNanos;

    private volatile ExchangeState state = ExchangeState.CREATED;
    private volatile long endNanos;
    private volatile @Nullable ResponseHead head;

    @SuppressWarnings("UnusedVariable") // Read by its updater.
    private volatile @Nullable CallResponse held;
    /** Set before {@link #held} is taken, as that is set before this is read: one of the two releases the response. */
    private volatile boolean released;

    private Clock.@Nullable ScheduledTask deadline;

    /** Creates an exchange of {@code origin}. If {@code owned}, an owner {@linkplain #release() releases} its body, else its end. */
    Exchange(Call call, @Nullable ExchangeListener listener, @Nullable Origin origin, boolean owned) {
        this.call = call;
        this.listener = listener;
        this.origin = origin;
        this.owned = owned;
        context = Context.capture();
        stage = new ResponseStage(call.broker().pool());
        startNanos = call.clock().nanoTime();
        call.broker().inFlight().created();
    }

    /** The partner that the request goes to. */
    public Partner partner() {
        return call.partner();
    }

    /** The request. */
    public OutboundRequest request() {
        return call.request();
    }

    /** The inbound request that it was started for, or null. */
    public @Nullable Origin origin() {
        return origin;
    }

    /** Status and header fields of the response, or null while they are not there. */
    public @Nullable ResponseHead head() {
        return head;
    }

    /** The connection that the present or last attempt had, or null. */
    public @Nullable ConnectionInfo connection() {
        Attempt leading = call.attempts().leader();
        return leading == null ? null : leading.connection();
    }

    /** The state. */
    public ExchangeState state() {
        return state;
    }

    /** The outcome, or null while it has not ended. */
    public @Nullable Outcome outcome() {
        ExchangeResult decided = result;
        return decided == null || !state.isEnd() ? null : decided.outcome();
    }

    /** The reason why it did not complete, or null while it has not ended, or when it did complete. */
    public @Nullable ExchangeException failure() {
        ExchangeResult decided = result;
        return decided == null || !state.isEnd() ? null : decided.failure();
    }

    /**
     * The response, once the exchange has completed. If it does not complete, the stage fails with an
     * {@link ExchangeException}. Stages that depend on it run on a broker thread and must not block. Only the exchange
     * completes it; {@code toCompletableFuture()} makes a future of the caller's own.
     */
    public CompletionStage<PartnerResponse> response() {
        return stage;
    }

    /** The response's document, for an exchange that {@linkplain ExchangeBuilder#expectJson() expects JSON}. */
    public CompletionStage<Json> json() {
        return stage.thenApply(PartnerResponse::json);
    }

    /**
     * The response's document as an object of {@code type}, as by {@link Json#as(Class)}. If it does not fit, the stage fails
     * with an {@link ExchangeException} of {@link Reason#UNEXPECTED_SHAPE}.
     */
    public <T> CompletionStage<T> json(Class<T> type) {
        return stage.thenApply(response -> response.json().as(type));
    }

    /** As {@link #json(Class)}, for a type with parameters: {@code new TypeReference<List<City>>() {}}. */
    public <T> CompletionStage<T> json(TypeReference<T> type) {
        return stage.thenApply(response -> response.json().as(type));
    }

    /** Returns whether its response is a document: {@link ExchangeBuilder#expectJson()}. */
    public boolean expectsJson() {
        return call.options().expectJson();
    }

    /** The times at which it entered its states. Exact once it has ended, or when called by its listener. */
    public Timings timings() {
        long now = state.isEnd() ? endNanos : call.clock().nanoTime();
        return new Timings(startNanos, now, call.attempts().timings(now));
    }

    /**
     * Ends the exchange, if nothing has ended it yet. If no other exchange shares its call, that leaves the queue, or its
     * connection is closed or reset. By any thread.
     *
     * @return whether this has ended it
     */
    public boolean cancel() {
        if (!RESULT.compareAndSet(this, null, ExchangeResult.CANCELLED)) {
            return false;
        }
        call.onBrokerThread(() -> call.signal(this::finishCancelled));
        return true;
    }

    /**
     * Gives the bytes of the response back to the broker's budget of held bytes, for the owner of the exchange: they are no
     * longer needed. By any thread; again is without effect.
     */
    public void release() {
        released = true;
        CallResponse mine = HELD.getAndSet(this, null);
        if (mine != null) {
            mine.release();
        }
    }

    @Override
    public String toString() {
        return "exchange %s %s with %s, %s"
                .formatted(request().method(), request().target(), partner().name(), state);
    }

    /** Starts the exchange; once. Events may be delivered before this returns. */
    void start() {
        call.expect();
        if (listener == null) {
            call.signal(() -> call.join(this));
        } else {
            call.listenedTo();
            call.onBrokerThread(() -> call.signal(() -> call.join(this)));
        }
    }

    /** Returns whether everything that has happened so far is processed. */
    boolean isAtRest() {
        return call.isAtRest();
    }

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    boolean hasResult() {
        return result != null;
    }

    /** The deadline of the exchange as a whole, by the clock: its own, or the mashup's if that is nearer. */
    long deadlineNanos() {
        long own = startNanos + call.options().timeout().toNanos();
        return origin == null ? own : origin.earlier(own);
    }

    /** Schedules its end by its time-out; by the deadline of its mashup, which is nearer, that cancels it. */
    void startDeadline() {
        long nanos = call.options().timeout().toNanos();
        if (deadlineNanos() == startNanos + nanos) {
            deadline = call.clock().schedule(nanos, () -> call.signal(this::expire));
        }
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

    void connectionFailed(ExchangeException failure) {
        fire(l -> l.onConnectionFailed(this, failure));
    }

    void waitingForResponse() {
        fire(l -> l.onWaitingForResponse(this));
    }

    void headersCompleted() {
        Attempt leading = call.attempts().leader();
        if (leading != null && !hasResult()) {
            head = leading.head();
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
        if (state == ExchangeState.CREATED && !hasResult()) {
            // The call was complete before this exchange joined it.
            head = whole.head();
            step(ExchangeState.HEADERS);
            fire(l -> l.onHeadersCompleted(this));
            step(ExchangeState.BODY);
            bodyCompleted();
        }
        if (hasResult()) {
            return;
        }
        ExchangeResult completed = ExchangeResult.completed(whole.of(this));
        hold(whole);
        if (RESULT.compareAndSet(this, null, completed)) {
            finish(completed);
        } else {
            release();
        }
    }

    /** Holds the bytes of a response until it is released. */
    void hold(CallResponse whole) {
        whole.hold();
        held = whole;
        if (released) {
            release();
        }
    }

    /** Fails as its call did. */
    void fail(ExchangeException failure) {
        ExchangeResult failed = ExchangeResult.failed(failure);
        if (RESULT.compareAndSet(this, null, failed)) {
            finish(failed);
        }
    }

    private void expire() {
        failAlone(
                Kind.PARTNER_FAULT,
                Reason.TIMEOUT,
                "no answer" + AttemptDeadlines.within(call.options().timeout()),
                null);
    }

    /** Fails for a reason of its own, and leaves the call. */
    private void failAlone(Kind kind, Reason reason, String detail, @Nullable Throwable cause) {
        ExchangeResult failed = ExchangeResult.failed(exception(reason, detail, cause));
        if (RESULT.compareAndSet(this, null, failed)) {
            finish(failed, kind);
        }
    }

    private void finishCancelled() {
        ExchangeResult cancelled = ExchangeResult.failed(exception(Reason.CANCELLED, "cancelled", null));
        result = cancelled;
        finish(cancelled, Kind.CANCELLED);
    }

    private void finish(ExchangeResult decided, Kind kind) {
        ExchangeException failure = decided.failure();
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
        Placement placement = Origin.placementOf(origin);
        if (placement.mustLeaveThread()) {
            placement.execute(() -> call.ledger().exchangeWork(placement).during(() -> end(decided)));
        } else {
            end(decided);
        }
    }

    /** Calls the listener for the last time, and completes the stage: here the code of mashups goes on. */
    private void end(ExchangeResult decided) {
        Context.Scope scope = context.enter();
        try {
            if (decided.outcome() == Outcome.EXPIRED) {
                deliver(l -> l.onExpired(this));
            }
            deliver(l -> l.onEnded(this, decided.outcome()));
            call.broker().ended(this);
        } finally {
            stage.end(decided);
            scope.close();
            if (!owned) {
                release();
            }
            call.broker().inFlight().ended();
        }
    }

    /** Enters a state, unless it is there or its end is decided. */
    void step(ExchangeState next) {
        if (!hasResult() && state != next) {
            transition(next);
        }
    }

    private void transition(ExchangeState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + " may not become " + next);
        }
        state = next;
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

    private ExchangeException exception(Reason reason, String detail, @Nullable Throwable cause) {
        Attempt leading = call.attempts().leader();
        boolean maybeSent = leading != null && leading.maybeSent();
        return new ExchangeException(partner().name(), state, reason, maybeSent, detail, cause);
    }
}
