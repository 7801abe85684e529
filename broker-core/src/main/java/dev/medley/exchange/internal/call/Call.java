package dev.medley.exchange.internal.call;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.dispatch.SerialQueue;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.cache.CheckedBody;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.setting.internal.ValueParsers;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries the request of one or more exchanges out, by attempts one after another or side by side. The partner's policy is
 * asked after each result. The first attempt whose response begins wins, and the others are abandoned.
 *
 * <p>Each event of a call, its attempts and its exchanges is a task of its queue (see {@link SerialQueue}), so the fields
 * below need no lock. One attempt leads: the exchanges show its state and its connection, and report its events. When
 * another attempt takes the lead, they report its events from the beginning, as after a retry.
 */
public final class Call extends BrokerQueue {

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final AtomicIntegerFieldUpdater<Call> JOINING =
            AtomicIntegerFieldUpdater.newUpdater(Call.class, "joining");
    private final Partner partner;
    private final DefaultOutboundRequest request;
    private final ExchangeOptions options;
    private final @Nullable CacheUse cache;
    /** Of the client that it was begun for: counts its attempts. */
    private final ClientAccount client;

    private volatile CallState state = CallState.CREATED;
    private final JoinedExchanges exchanges = new JoinedExchanges();
    private final Attempts attempts;
    /** Exchanges that have been started, and whose task that joins them has not run. */
    private volatile int joining;
    /** Set when an attempt was refused to go on, because no exchange needed it. */
    private boolean stopped;

    /** True if the partner recognizes the request by its key, should it get it twice. */
    private boolean keyed;

    private @Nullable CallResponse response;
    private @Nullable DefaultExchangeException failure;

    /** Creates a call for {@code requestContext}, which is null for no mashup; it uses its partner's cache if there is a {@code cache}. */
    public Call(
            BrokerServices services,
            Partner partner,
            DefaultOutboundRequest request,
            ExchangeOptions options,
            @Nullable RequestContext requestContext,
            @Nullable CacheUse cache) {
        super(services, RequestContext.placementOf(requestContext));
        ClientAccount own = requestContext == null ? null : requestContext.account();
        client = own == null ? services.heldBytes().common() : own;
        this.cache = cache;
        this.partner = partner;
        this.request = request;
        this.options = options;
        attempts = new Attempts(this, request, requestContext);
    }

    /** A call for {@code callRequest} that is complete from the start, by {@code answer}; or has failed, if that is refused. */
    public static Call complete(
            BrokerServices services, Partner partner, CallRequest callRequest, BufferedResponse answer) {
        Call call = new Call(
                services, partner, callRequest.request(), callRequest.options(), callRequest.requestContext(), null);
        CallResponse checked = CallResponse.ofStored(partner.name(), callRequest.options(), answer);
        call.failure = checked.refusal();
        call.response = call.failure == null ? checked : null;
        call.become(call.failure == null ? CallState.COMPLETED : CallState.FAILED);
        return call;
    }

    /** The partner recognizes the request by its key, so that it may be sent twice. Before the first exchange. */
    public void keyed() {
        keyed = true;
    }

    // ---- For exchanges. -----------------------------------------------------------------------------------------

    /** An exchange is about to join, by a task of the queue: the attempts go on for it. By any thread. */
    void expect() {
        JOINING.incrementAndGet(this);
    }

    /** The {@linkplain #expect() expected} {@code exchange} waits for the response from now on. A task of the queue. */
    void join(DefaultExchange exchange) {
        JOINING.decrementAndGet(this);
        if (options.streamed() && !exchanges.isEmpty()) {
            throw new IllegalStateException("a streamed exchange shares its call with no other");
        }
        if (exchange.hasResult()) {
            // It has been cancelled; the others may have left before, as one joined.
            abandonUnneeded(Kind.CANCELLED, exception(Reason.CANCELLED, "cancelled", null));
            return;
        }
        if (!state.isEnd() && stopped) {
            // It was started after all others had been cancelled, and before they have left.
            giveUp(CallState.ABANDONED, Kind.CANCELLED, exception(Reason.CANCELLED, "cancelled", null));
        }
        if (cache != null && (state == CallState.ABANDONED || cache.isClosed())) {
            // Neither the cancellations of others nor a response that is for one of them are for this exchange.
            exchange.moveTo(cache.another(this, exchange));
            return;
        }
        CallResponse complete = response;
        DefaultExchangeException failed = failure;
        if (complete != null) {
            if (cache != null) {
                exchange.coalesced();
            }
            exchange.complete(complete.unheld());
        } else if (failed != null) {
            exchange.fail(failed);
        } else {
            exchanges.add(exchange);
            exchange.startDeadline();
            if (state == CallState.CREATED) {
                become(CallState.RUNNING);
                exchange.begins(attempts);
                attempts.startFirst();
            } else {
                exchange.coalesced();
                attempts.joinedBy(exchange);
            }
        }
    }

    /**
     * Returns whether the partner may have seen the request, or may see it yet, once {@code leaving} waits no longer: if it is the
     * last, what waits to be written is not written any more. A task of the queue.
     */
    boolean maybeSentWithout(DefaultExchange leaving) {
        stopped |= joining == 0 && !exchanges.isAnyWaitingBut(leaving);
        if (stopped) {
            attempts.withdraw();
        }
        return !stopped || attempts.maybeSent();
    }

    /** {@code exchange} waits no longer. If it is the last, and none is about to join, the attempts are abandoned. A task of the queue. */
    void leave(DefaultExchange exchange, Kind kind, DefaultExchangeException cause) {
        exchanges.remove(exchange);
        abandonUnneeded(kind, cause);
    }

    private void abandonUnneeded(Kind kind, DefaultExchangeException cause) {
        if (exchanges.isEmpty() && joining == 0 && !state.isEnd()) {
            giveUp(CallState.ABANDONED, kind, cause);
        }
    }

    private void giveUp(CallState end, Kind kind, DefaultExchangeException cause) {
        failure = cause;
        become(end);
        attempts.abandonAll(null, kind, cause);
    }

    /** Returns whether an attempt may go on: whether an exchange still waits. Once it may not, none may. */
    public boolean isWanted() {
        stopped |= joining == 0 && !exchanges.isAnyWaiting();
        return !stopped;
    }

    /** The account of the client that it was begun for, which counts its attempts. */
    ClientAccount client() {
        return client;
    }

    /** The account that holds the bytes of the response: the clients of other requests may wait for it, too. */
    ClientAccount account() {
        return cache != null && cache.isJoinable() ? services().heldBytes().common() : client;
    }

    // ---- For attempts. ------------------------------------------------------------------------------------------

    /** Reports an event of the attempt that leads. */
    void report(Consumer<DefaultExchange> event) {
        exchanges.forEach(event);
    }

    /** {@code attempt} leads from now on: the exchanges report its events so far. */
    void leads(Attempt attempt) {
        exchanges.forEach(exchange -> Lead.taken(attempt, exchange));
    }

    /** The response of {@code attempt}, which is the answer or leads to it, begins with {@code head}. */
    void headArrived(Attempt attempt, ResponseHead head) {
        if (cache == null) {
            return;
        }
        cache.headArrived(this, attempt, head);
        if (cache.isClosed()) {
            exchanges.removeOthers().forEach(other -> other.moveTo(cache.another(this, other)));
        }
    }

    /** Reads a large response; its document, too, if one is expected, or may be once it is stored. By any thread. */
    BufferedResponse read(ResponseHead head, byte[] body) {
        BufferedResponse arrived = new BufferedResponse(head, new CheckedBody(body));
        return ResponseCheck.read(options, partner.name(), arrived, options.expectJson() || cache != null);
    }

    void attemptCompleted(Attempt attempt, BufferedResponse arrived) {
        BufferedResponse answer = cache == null ? arrived : cache.completed(arrived);
        boolean held = !options.streamed() && answer.body() == arrived.body();
        if (!held) {
            // What a stored body takes the place of; a streamed one is none.
            account().release(arrived.body().length);
        }
        ClientAccount holder = held ? account() : null;
        CallResponse checked = CallResponse.of(partner.name(), options, answer, attempt.phaseOfEnd(), holder);
        DefaultExchangeException refusal = checked.refusal();
        if (refusal == null) {
            attempt.completed(Kind.COMPLETED);
            complete(checked);
        } else {
            attempt.completed(refusal.kindOfAttempt());
            exchanges.forEach(exchange -> exchange.hold(checked));
            fail(refusal);
            checked.release();
        }
    }

    private void complete(CallResponse complete) {
        become(CallState.COMPLETED);
        response = complete;
        deliver(complete::release);
    }

    /** The stored response that takes the place of a failure for {@code reason}; null if there is none that is not refused. */
    @Nullable
    CallResponse staleOnError(Reason reason) {
        BufferedResponse stored = cache == null ? null : cache.staleOnError(reason);
        CallResponse checked = stored == null ? null : CallResponse.ofStored(partner.name(), options, stored);
        return checked == null || checked.refusal() != null ? null : checked;
    }

    /** No attempt is left, and no further one is made: fails, unless a stored response takes the place of the failure. */
    void attemptsFailed(DefaultExchangeException cause) {
        CallResponse instead = staleOnError(cause.reason());
        if (instead == null) {
            fail(cause);
        } else {
            attempts.cancelNext();
            complete(instead);
        }
    }

    void fail(DefaultExchangeException cause) {
        DefaultExchangeException whole = attempts.isOverBudget() ? cause.overBudget() : cause;
        failure = whole;
        become(CallState.FAILED);
        attempts.cancelNext();
        deliver(() -> {});
    }

    /** Gives the end of the call to the exchanges that wait; {@code last} is run when all have it. */
    private void deliver(Runnable last) {
        repeatInTurns(this::deliverNext, last, 0);
    }

    private boolean deliverNext() {
        DefaultExchange next = exchanges.poll();
        if (next != null) {
            deliverTo(next);
        }
        return !exchanges.isEmpty();
    }

    /** What comes out of it, such as from a log that cannot write what a listener threw, must not keep the end from others. */
    private void deliverTo(DefaultExchange exchange) {
        CallResponse complete = response;
        DefaultExchangeException failed = failure;
        try {
            if (complete != null) {
                exchange.complete(complete);
            } else if (failed != null) {
                exchange.fail(failed);
            }
        } catch (RuntimeException | Error x) {
            signal(() -> {
                exchange.fail(exception(Reason.LISTENER, "internal error", x));
                LOG.error("{}: internal error", this, x);
            });
        }
    }

    /**
     * The time of {@code exchange} is over: it has the end of the call, if that only waits for its turn; then runs {@code next}. A task.
     */
    void endNow(DefaultExchange exchange, Runnable next) {
        Attempt leading = attempts.leader();
        if (leading == null || leading.answerNow(() -> endNow(exchange, next))) {
            if (state.isEnd()) {
                exchanges.remove(exchange);
                deliverTo(exchange);
            }
            next.run();
        }
    }

    void become(CallState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("a call in state " + state + " may not become " + next);
        }
        state = next;
        if (cache != null && next.isEnd()) {
            cache.ended(this);
        }
    }

    DefaultExchangeException exception(Reason reason, String detail, @Nullable Throwable cause) {
        Attempt leading = attempts.leader();
        ExchangeState phase = leading == null ? ExchangeState.CREATED : leading.phaseOfEnd();
        return new DefaultExchangeException(partner.name(), phase, reason, attempts.maybeSent(), detail, cause);
    }

    // ---- Parts. -------------------------------------------------------------------------------------------------

    Partner partner() {
        return partner;
    }

    /** The request that the call sends. */
    public DefaultOutboundRequest request() {
        return request;
    }

    /** The options of the exchange. */
    public ExchangeOptions options() {
        return options;
    }

    /** The state of the call. */
    public CallState state() {
        return state;
    }

    /** The attempts of the call. */
    public Attempts attempts() {
        return attempts;
    }

    boolean isKeyed() {
        return keyed;
    }

    /** Status and header fields of the response as the exchanges see them, or null while they are not there. */
    @Nullable
    ResponseHead head() {
        ResponseHead seen = cache == null ? null : cache.head();
        Attempt leading = attempts.leader();
        return seen == null && leading != null ? leading.head() : seen;
    }

    /** The latest deadline of its exchanges, by the clock. */
    long horizonNanos() {
        // None is there while the only one is about to join.
        return exchanges.isEmpty()
                ? clock().nanoTime() + ValueParsers.MAX_DURATION.toNanos()
                : exchanges.horizonNanos();
    }

    /** Nanoseconds that are left until that. */
    long remainingNanos() {
        return horizonNanos() - clock().nanoTime();
    }

    @Override
    protected void failed(Throwable defect) {
        LOG.error("{}: internal error", this, defect);
        if (!state.isEnd()) {
            attempts.withdraw();
            DefaultExchangeException cause = exception(Reason.LISTENER, "internal error", defect);
            try {
                giveUp(CallState.FAILED, Kind.LOCAL_FAULT, cause);
            } finally {
                deliver(() -> {});
            }
        }
    }

    @Override
    public String toString() {
        return "call %s %s of partner %s, %s".formatted(request.method(), request.target(), partner.name(), state);
    }
}
