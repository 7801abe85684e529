package dev.medley.exchange;

import dev.medley.connection.OutboundRequest;
import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.partner.Partner;
import dev.medley.partner.limit.Permit;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.partner.policy.AttemptResult.Phase;
import dev.medley.partner.policy.CallHistory;
import dev.medley.partner.policy.NextStep;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.Clock;
import dev.medley.thread.ThreadLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the request of one or more exchanges out, by attempts one after another or side by side. The partner's policy is
 * asked after each result. The first attempt whose response begins wins, and the others are abandoned.
 *
 * <p>Everything that happens to a call, its attempts and its exchanges is a task of its queue (see {@link SerialQueue}), so
 * the fields below need no lock. One attempt leads: the exchanges show its state and its connection, and report its events.
 * When another one takes the lead, its events so far are reported again from the beginning, as those of a retry are.
 */
final class Call extends SerialQueue implements CallHistory {

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private final Broker broker;
    private final Partner partner;
    private final OutboundRequest request;
    private final ExchangeOptions options;
    private volatile CallState state = CallState.CREATED;
    private @Nullable Exchange first;
    private List<Exchange> others = List.of();
    private volatile @Nullable Attempt newest;
    private volatile @Nullable Attempt leader;
    private Clock.@Nullable ScheduledTask pending;
    private @Nullable CallResponse response;
    private @Nullable ExchangeException failure;
    private long horizonNanos;
    private int started;
    private int live;
    private int connectFailures;
    private int sendFailures;

    Call(Broker broker, Partner partner, OutboundRequest request, ExchangeOptions options) {
        this.broker = broker;
        this.partner = partner;
        this.request = request;
        this.options = options;
    }

    /** A call that is complete from the start. */
    static Call completed(
            Broker broker, Partner partner, OutboundRequest request, ExchangeOptions options, CallResponse response) {
        Call call = new Call(broker, partner, request, options);
        call.become(CallState.COMPLETED);
        call.response = response;
        return call;
    }

    // ---- For exchanges. -----------------------------------------------------------------------------------------

    /** {@code exchange} waits for the response from now on. A task of the queue. */
    void join(Exchange exchange) {
        if (options.streamed() && first != null) {
            throw new IllegalStateException("a streamed exchange shares its call with no other");
        }
        if (exchange.hasResult()) {
            return;
        }
        CallResponse complete = response;
        ExchangeException failed = failure;
        if (complete != null) {
            exchange.complete(complete.unheld());
        } else if (failed != null) {
            exchange.fail(failed);
        } else {
            add(exchange);
            exchange.startDeadline();
            if (state == CallState.CREATED) {
                become(CallState.RUNNING);
                startAttempt(NextStep.AGAIN, null);
            } else {
                extendHorizon(exchange);
                Attempt leading = leader;
                if (leading != null) {
                    exchange.follow(leading);
                }
            }
        }
    }

    /** {@code exchange} waits no longer. If it is the last, the attempts are abandoned. A task of the queue. */
    void leave(Exchange exchange, Kind kind, ExchangeException cause) {
        if (first == exchange) {
            first = others.isEmpty() ? null : others.get(0);
            others = others.isEmpty() ? others : others.subList(1, others.size());
        } else if (!others.isEmpty()) {
            others = others.stream().filter(other -> other != exchange).toList();
        }
        if (first == null && !state.isEnd()) {
            failure = cause;
            become(CallState.ABANDONED);
            abandonAll(null, kind, cause);
        }
    }

    // ---- For attempts: events of the one that leads. ------------------------------------------------------------

    void entered(Attempt attempt, AttemptState next) {
        if (attempt == leader && !next.isEnd()) {
            Exchange only = first;
            if (only != null) {
                only.become(next.exchangeState());
                for (Exchange other : others) {
                    other.become(next.exchangeState());
                }
            }
        }
    }

    void connectionEstablished(Attempt attempt) {
        report(attempt, Exchange::connectionEstablished);
    }

    void waitingForResponse(Attempt attempt) {
        report(attempt, Exchange::waitingForResponse);
    }

    void headersCompleted(Attempt attempt) {
        report(attempt, Exchange::headersCompleted);
    }

    void bodyPart(Attempt attempt, BodyPart part) {
        report(attempt, exchange -> exchange.bodyPart(part));
    }

    void bodyCompleted(Attempt attempt) {
        report(attempt, Exchange::bodyCompleted);
    }

    void connectionIdle(Attempt attempt) {
        report(attempt, Exchange::connectionIdle);
    }

    /** Returns whether an exchange still waits. One whose end is decided has left, or is about to. */
    boolean isWanted() {
        Exchange only = first;
        return only != null && (!only.hasResult() || others.stream().anyMatch(other -> !other.hasResult()));
    }

    // ---- For attempts: results. ---------------------------------------------------------------------------------

    /** The response of {@code attempt} begins: it wins. */
    void win(Attempt attempt) {
        become(CallState.WON);
        cancelPending();
        if (live > 1) {
            abandonAll(attempt, Kind.CANCELLED, exception(Reason.CANCELLED, "another attempt was faster", null));
        }
        lead(attempt);
    }

    void attemptCompleted(Attempt attempt, ResponseHead head, byte[] body) {
        live--;
        CallResponse whole = new CallResponse(head, body, null, options.streamed() ? null : heldBytes());
        ExchangeException unusable = null;
        if (options.expectJson()) {
            if (!PartnerResponse.isSuccess(head.status())) {
                unusable = exception(Reason.UNEXPECTED_STATUS, "status " + head.status(), null);
            } else {
                try {
                    whole = new CallResponse(head, body, Json.parse(body), heldBytes());
                } catch (MalformedJsonException x) {
                    unusable = exception(Reason.BROKEN_JSON, x.getMessage(), null);
                }
            }
        }
        attempt.completed(
                unusable != null && unusable.reason() == Reason.BROKEN_JSON ? Kind.PARTNER_FAULT : Kind.COMPLETED);
        if (unusable != null) {
            heldBytes().release(body.length);
            fail(unusable);
            return;
        }
        become(CallState.COMPLETED);
        response = whole;
        CallResponse complete = whole;
        forEach(exchange -> exchange.complete(complete));
        complete.release();
    }

    void attemptFailed(Attempt attempt, AttemptResult result, ExchangeException cause) {
        live--;
        if (result.phase() == Phase.CONNECTING && result.kind() == Kind.PARTNER_FAULT) {
            connectFailures++;
            forEach(exchange -> exchange.connectionFailed(cause));
        } else if (result.phase() == Phase.CONNECTED) {
            sendFailures++;
        }
        if (state.isEnd() || !isWanted()) {
            attempt.releasePermit(result);
            return;
        }
        NextStep step = state == CallState.RUNNING ? partner.policy().onAttemptEnded(this, result) : NextStep.NONE;
        if (step.attempt()) {
            tryAgain(attempt, result, step);
            return;
        }
        attempt.releasePermit(result);
        if (live == 0) {
            fail(cause);
        } else if (attempt == leader) {
            leadByOldest();
        }
    }

    private void tryAgain(Attempt ended, AttemptResult result, NextStep step) {
        if (step.fresh()) {
            ended.closeOlderIdle();
        }
        if (step.delayNanos() > 0) {
            ended.releasePermit(result);
            startLater(step);
            if (live > 0 && ended == leader) {
                leadByOldest();
            }
            return;
        }
        Permit<AttemptResult> permit = ended.takePermit();
        startAttempt(step, permit != null && permit.handOver(result) ? permit : null);
    }

    private void startLater(NextStep step) {
        cancelPending();
        pending = clock().schedule(
                        step.delayNanos(),
                        () -> signal(() -> {
                            pending = null;
                            if (state == CallState.RUNNING) {
                                startAttempt(step, null);
                            }
                        }));
    }

    private void startAttempt(NextStep step, @Nullable Permit<AttemptResult> permit) {
        Attempt before = newest;
        Attempt next =
                new Attempt(this, before, step.fresh(), step.elsewhere() && before != null ? before.endpoint() : null);
        newest = next;
        started++;
        live++;
        Attempt leading = leader;
        if (leading == null || leading.state().isEnd()) {
            lead(next);
        }
        next.start(permit);
        if (state == CallState.RUNNING && !next.state().isEnd()) {
            NextStep beside = partner.policy().onAttemptStarted(this);
            if (beside.attempt()) {
                startLater(beside);
            }
        }
    }

    private void lead(Attempt attempt) {
        if (attempt != leader) {
            leader = attempt;
            forEach(exchange -> exchange.follow(attempt));
        }
    }

    private void leadByOldest() {
        Attempt oldest = null;
        for (Attempt one = newest; one != null; one = one.before()) {
            if (!one.state().isEnd()) {
                oldest = one;
            }
        }
        if (oldest != null) {
            lead(oldest);
        }
    }

    private void fail(ExchangeException cause) {
        failure = cause;
        become(CallState.FAILED);
        cancelPending();
        forEach(exchange -> exchange.fail(cause));
    }

    private void abandonAll(@Nullable Attempt winner, Kind kind, ExchangeException cause) {
        cancelPending();
        for (Attempt one = newest; one != null; one = one.before()) {
            if (one != winner && !one.state().isEnd()) {
                live--;
                one.abandon(kind, cause);
            }
        }
    }

    private void cancelPending() {
        if (pending != null) {
            pending.cancel();
            pending = null;
        }
    }

    private void add(Exchange exchange) {
        if (first == null) {
            first = exchange;
            horizonNanos = exchange.deadlineNanos();
        } else {
            List<Exchange> more = new ArrayList<>(others);
            more.add(exchange);
            others = List.copyOf(more);
        }
    }

    /** The deadlines of attempts count for as long as an exchange waits. */
    private void extendHorizon(Exchange exchange) {
        if (exchange.deadlineNanos() - horizonNanos > 0) {
            horizonNanos = exchange.deadlineNanos();
        }
    }

    private void report(Attempt attempt, Consumer<Exchange> event) {
        if (attempt == leader) {
            forEach(event);
        }
    }

    /** An exchange that leaves meanwhile is called once more, and does nothing. */
    private void forEach(Consumer<Exchange> action) {
        Exchange only = first;
        List<Exchange> more = others;
        if (only != null) {
            action.accept(only);
            more.forEach(action);
        }
    }

    private void become(CallState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("a call in state " + state + " may not become " + next);
        }
        state = next;
    }

    private ExchangeException exception(Reason reason, String detail, @Nullable Throwable cause) {
        Attempt leading = leader;
        return leading == null
                ? new ExchangeException(partner.name(), ExchangeState.CREATED, reason, false, detail, cause)
                : new ExchangeException(
                        partner.name(),
                        leading.state().isEnd()
                                ? ExchangeState.BODY
                                : leading.state().exchangeState(),
                        reason,
                        leading.maybeSent(),
                        detail,
                        cause);
    }

    // ---- What it is made of. ------------------------------------------------------------------------------------

    Partner partner() {
        return partner;
    }

    OutboundRequest request() {
        return request;
    }

    ExchangeOptions options() {
        return options;
    }

    CallState state() {
        return state;
    }

    /** The attempt that was started last; each knows the one before it. */
    @Nullable
    Attempt newest() {
        return newest;
    }

    @Nullable
    Attempt leader() {
        return leader;
    }

    /** The latest deadline of its exchanges, by the clock. */
    long horizonNanos() {
        return horizonNanos;
    }

    HeldBytes heldBytes() {
        return broker.heldBytes();
    }

    Clock clock() {
        return broker.clock();
    }

    /** Runs {@code task}, at once if the calling thread is one on which exchanges may deliver their events. */
    void onBrokerThread(Runnable task) {
        if (BrokerPool.onBrokerThread()) {
            task.run();
        } else {
            broker.pool().execute(task);
        }
    }

    @Override
    ThreadLedger ledger() {
        return broker.ledger();
    }

    @Override
    void executeLater(Runnable task) {
        broker.pool().execute(task);
    }

    @Override
    void failed(Throwable defect) {
        LOG.error("{}: a defect of Medley", this, defect);
        if (!state.isEnd()) {
            ExchangeException cause = exception(Reason.LISTENER, "internal error", defect);
            failure = cause;
            become(CallState.FAILED);
            abandonAll(null, Kind.LOCAL_FAULT, cause);
            forEach(exchange -> exchange.fail(cause));
        }
    }

    // ---- As its policy sees it. ---------------------------------------------------------------------------------

    @Override
    public boolean idempotent() {
        return request.idempotent();
    }

    @Override
    public int started() {
        return started;
    }

    @Override
    public int live() {
        return live;
    }

    @Override
    public int connectFailures() {
        return connectFailures;
    }

    @Override
    public int sendFailures() {
        return sendFailures;
    }

    @Override
    public String toString() {
        return "call %s %s of partner %s, %s".formatted(request.method(), request.target(), partner.name(), state);
    }
}
