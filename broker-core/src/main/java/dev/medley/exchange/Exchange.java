package dev.medley.exchange;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.ResponseHead;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.partner.Partner;
import dev.medley.partner.Permit;
import dev.medley.thread.BrokerPool;
import dev.medley.thread.Clock;
import dev.medley.thread.ThreadLedger;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One outbound request and what comes of it, over one or more attempts: the message exchange object of the paper
 * (section 3), with its destination, connection, request and response.
 *
 * <p>All that happens to an exchange is a signal, and signals are worked off one after another (see {@link SerialQueue}), so
 * the fields below need no lock. How it ends is decided once, by a compare-and-set on {@link #fate}: the response, a
 * time-out, an error and {@link #cancel()} race for it, and whoever loses does nothing. Thread-safe.
 */
public final class Exchange extends SerialQueue {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final Broker broker;
    private final Partner partner;
    private final OutboundRequest request;
    private final ExchangeOptions options;
    private final @Nullable ExchangeListener listener;
    private final AtomicReference<@Nullable ExchangeResult> fate = new AtomicReference<>();
    private final ResponseStage stage = new ResponseStage();
    private final Deadlines deadlines;

    private volatile ExchangeState state = ExchangeState.CREATED;
    private volatile @Nullable ResponseHead head;
    private volatile @Nullable Attempt attempt;
    private int connectFailures;
    private int sendFailures;
    private final long startNanos;
    private volatile long endNanos;

    Exchange(
            Broker broker,
            Partner partner,
            OutboundRequest request,
            ExchangeOptions options,
            @Nullable ExchangeListener listener) {
        this.broker = broker;
        this.partner = partner;
        this.request = request;
        this.options = options;
        this.listener = listener;
        startNanos = broker.clock().nanoTime();
        deadlines = new Deadlines(broker.clock(), options, () -> signal(this::checkDeadlines));
        broker.underway().made();
    }

    /** Where the request goes. */
    public Partner partner() {
        return partner;
    }

    /** The request. */
    public OutboundRequest request() {
        return request;
    }

    /** Status and header fields of the response, or null while they are not there. */
    public @Nullable ResponseHead head() {
        return head;
    }

    /** The connection that the present or last attempt had, or null. */
    public @Nullable ConnectionInfo connection() {
        Attempt present = attempt;
        return present == null ? null : present.connection();
    }

    /** Where the exchange is. */
    public ExchangeState state() {
        return state;
    }

    /** How it ended, or null while it has not. */
    public @Nullable Outcome outcome() {
        ExchangeResult decided = fate.get();
        return decided == null || !state.isEnd() ? null : decided.outcome();
    }

    /** Why it did not complete, or null while it has not ended, or when it did complete. */
    public @Nullable ExchangeException failure() {
        ExchangeResult decided = fate.get();
        return decided == null || !state.isEnd() ? null : decided.failure();
    }

    /**
     * The answer, once the exchange has completed. If it does not complete, the stage fails with an
     * {@link ExchangeException}. Stages that depend on it run on a broker thread and must not block. Nobody but the
     * exchange can complete it, nor by way of {@code toCompletableFuture()}, which makes a future of the caller's own.
     */
    public CompletionStage<PartnerResponse> response() {
        return stage;
    }

    /** The answer's document, for an exchange that {@linkplain ExchangeBuilder#expectJson() expects JSON}. */
    public CompletionStage<Json> json() {
        return stage.thenApply(PartnerResponse::json);
    }

    /** When it entered which state. Exact once the exchange has ended, or when called by its listener. */
    public Timings timings() {
        long now = state.isEnd() ? endNanos : broker.clock().nanoTime();
        Deque<AttemptTimings> attempts = new ArrayDeque<>();
        for (Attempt one = attempt; one != null; one = one.before()) {
            attempts.addFirst(one.timings(now));
        }
        return new Timings(startNanos, now, List.copyOf(attempts));
    }

    /**
     * Ends the exchange, if nothing has ended it yet: it leaves the queue, or its connection is closed or reset. By any
     * thread.
     *
     * @return whether this has ended it
     */
    public boolean cancel() {
        if (!fate.compareAndSet(null, ExchangeResult.CANCELLED)) {
            return false;
        }
        onBrokerThread(() -> signal(this::finish));
        return true;
    }

    @Override
    public String toString() {
        return "exchange %s %s with %s, %s".formatted(request.method(), request.target(), partner.name(), state);
    }

    /** Starts the exchange; once. Events may be delivered before this returns. */
    void start() {
        if (listener == null) {
            signal(this::begin);
        } else {
            onBrokerThread(() -> signal(this::begin));
        }
    }

    /** Runs {@code task}, at once if the calling thread is one on which exchanges may deliver their events. */
    void onBrokerThread(Runnable task) {
        if (BrokerPool.onBrokerThread()) {
            task.run();
        } else {
            broker.pool().execute(task);
        }
    }

    // ---- SerialQueue. Everything below runs one at a time. ----------------------------------------------------------

    private void begin() {
        if (fate.get() == null) {
            deadlines.start();
            nextAttempt();
        }
    }

    private void nextAttempt() {
        become(ExchangeState.QUEUED, null);
        Attempt next = new Attempt(this, options, attempt);
        next.enter(ExchangeState.QUEUED, broker.clock().nanoTime());
        attempt = next;
        if (!partner.ask(next, permit -> granted(next, permit))) {
            fail(
                    Reason.NO_CAPACITY,
                    "all %d connections are in use and %d exchanges wait already"
                            .formatted(
                                    partner.settings().maxConnections(),
                                    partner.settings().maxQueued()),
                    null);
        }
    }

    void granted(Attempt by, Permit permit) {
        by.hold(permit);
        if (isOver(by)) {
            by.endPermit();
            return;
        }
        PartnerConnection idle;
        try {
            deadlines.attemptStarted();
            idle = partner.takeIdleConnection();
            if (idle == null) {
                become(ExchangeState.CONNECTING, by);
                deadlines.connecting();
                partner.openConnection(by);
                return;
            }
        } catch (RuntimeException | Error x) {
            // Without a connection that reports its end, nobody else would give the permit back.
            by.endPermit();
            throw x;
        }
        connected(by, idle);
    }

    void connected(Attempt by, PartnerConnection connection) {
        if (isOver(by)) {
            partner.putBack(connection);
            by.endPermit();
            return;
        }
        deadlines.connected();
        by.use(connection, request);
        become(ExchangeState.CONNECTED, by);
        fire(l -> l.onConnectionEstablished(this));
        if (isOver(by)) {
            return;
        }
        become(ExchangeState.SENDING, by);
        by.send();
    }

    void connectFailed(Attempt by, Throwable failure) {
        by.endPermit();
        if (!isOver(by)) {
            // Jetty has a time-out of its own, which may be noticed first.
            boolean late = failure instanceof SocketTimeoutException;
            Reason reason = late ? Reason.CONNECT_TIMEOUT : Reason.CONNECT_FAILED;
            connectFailed(by, reason, "cannot connect: " + messageOf(failure), failure);
        }
    }

    void sent(Attempt by) {
        if (!isOver(by) && state == ExchangeState.SENDING) {
            become(ExchangeState.WAITING, by);
            fire(l -> l.onWaitingForResponse(this));
        }
    }

    void headArrived(Attempt by, ResponseHead head) {
        if (request.body() == null) {
            // The thread that reads may be ahead of the one that wrote; nothing is left to be written all the same.
            sent(by);
        }
        if (isOver(by)) {
            return;
        }
        this.head = head;
        become(ExchangeState.HEADERS, by);
        fire(l -> l.onHeadersCompleted(this));
        if (!isOver(by)) {
            become(ExchangeState.BODY, by);
        }
    }

    void partArrived(Attempt by, BodyPart part) {
        if (!isOver(by)) {
            fire(l -> l.onBodyPart(this, part));
        }
    }

    void bodyTooLarge(Attempt by) {
        if (!isOver(by)) {
            fail(
                    Reason.BODY_TOO_LARGE,
                    "the body is larger than max-body, %d bytes".formatted(options.maxBody()),
                    null);
        }
    }

    void bodyEnded(Attempt by) {
        by.bodyEnded();
        if (!isOver(by)) {
            fire(l -> l.onBodyCompleted(this));
        }
    }

    void connectionIdle(Attempt by) {
        if (!isOver(by)) {
            fire(l -> l.onConnectionIdle(this));
        }
    }

    void attemptDone(Attempt by, @Nullable Throwable failure) {
        by.endPermit();
        if (isOver(by)) {
            return;
        }
        if (failure == null && by.isBodyComplete()) {
            complete(by);
        } else {
            sendFailed(
                    by,
                    Reason.CONNECTION_FAILED,
                    failure == null ? "the response has no end" : messageOf(failure),
                    failure);
        }
    }

    private void complete(Attempt by) {
        ResponseHead head = this.head;
        if (head == null) {
            throw new IllegalStateException(this + " has a body and no head");
        }
        byte[] body = by.body();
        if (!options.expectJson()) {
            end(ExchangeResult.completed(new PartnerResponse(this, head, body, null)));
            return;
        }
        if (!PartnerResponse.isSuccess(head.status())) {
            fail(Reason.UNEXPECTED_STATUS, "status " + head.status(), null);
            return;
        }
        try {
            end(ExchangeResult.completed(new PartnerResponse(this, head, body, Json.parse(body))));
        } catch (MalformedJsonException x) {
            fail(Reason.BROKEN_JSON, x.getMessage(), null);
        }
    }

    private void checkDeadlines() {
        Attempt present = attempt;
        if (present == null || isOver(present)) {
            return;
        }
        Deadlines.Due due = deadlines.due(state, present);
        String detail = due.detail(options);
        switch (due) {
            case TOTAL -> fail(Reason.TIMEOUT, detail, null);
            case CONNECT -> connectFailed(present, Reason.CONNECT_TIMEOUT, detail, null);
            case ATTEMPT -> {
                if (state == ExchangeState.CONNECTING) {
                    connectFailed(present, Reason.ATTEMPT_TIMEOUT, detail, null);
                } else {
                    sendFailed(present, Reason.ATTEMPT_TIMEOUT, detail, null);
                }
            }
            case IDLE -> sendFailed(present, Reason.IDLE_TIMEOUT, detail, null);
            case NONE -> {
                // A deadline that has been put off since the alarm was set; the alarm has been set again.
            }
        }
    }

    private void connectFailed(Attempt by, Reason reason, String detail, @Nullable Throwable cause) {
        connectFailures++;
        ExchangeException failure = exception(reason, detail, cause);
        fire(l -> l.onConnectionFailed(this, failure));
        if (isOver(by)) {
            return;
        }
        if (partner.retryPolicy().mayConnectAgain(connectFailures)) {
            by.end(broker.clock().nanoTime());
            nextAttempt();
        } else {
            end(ExchangeResult.failed(failure));
        }
    }

    private void sendFailed(Attempt by, Reason reason, String detail, @Nullable Throwable cause) {
        boolean begun = state == ExchangeState.HEADERS || state == ExchangeState.BODY;
        if (!begun) {
            sendFailures++;
        }
        ExchangeException failure = exception(reason, detail, cause);
        if (!begun && partner.retryPolicy().maySendAgain(sendFailures, !failure.maybeSent(), request.idempotent())) {
            by.end(broker.clock().nanoTime());
            by.abandon(failure);
            nextAttempt();
        } else {
            end(ExchangeResult.failed(failure));
        }
    }

    private void fail(Reason reason, String detail, @Nullable Throwable cause) {
        end(ExchangeResult.failed(exception(reason, detail, cause)));
    }

    private void end(ExchangeResult decided) {
        if (fate.compareAndSet(null, decided)) {
            finish();
        }
    }

    /** What the fate decided is carried out; once, by the winner. */
    private void finish() {
        ExchangeResult decided = fate.get();
        if (decided == null || state.isEnd()) {
            throw new IllegalStateException(this + " ends twice or undecided");
        }
        ExchangeException failure = decided.failure();
        if (decided.outcome() == Outcome.CANCELLED) {
            failure = exception(Reason.CANCELLED, "cancelled", null);
            fate.set(ExchangeResult.failed(failure));
        }
        deadlines.cancel();
        endNanos = broker.clock().nanoTime();
        Attempt last = attempt;
        become(decided.outcome().state(), last);
        try {
            if (last != null && failure != null) {
                last.abandon(failure);
            }
            if (decided.outcome() == Outcome.EXPIRED) {
                fire(l -> l.onExpired(this));
            }
            fire(l -> l.onEnded(this, decided.outcome()));
            broker.ended(this);
        } finally {
            if (failure == null) {
                stage.succeed(decided.answerOrThrow());
            } else {
                stage.fail(failure);
            }
            broker.underway().ended();
        }
    }

    @Override
    void failed(Throwable defect) {
        LOG.error("{}: a defect of Medley", this, defect);
        if (!state.isEnd()) {
            fail(Reason.LISTENER, "internal error", defect);
        }
    }

    @Override
    ThreadLedger ledger() {
        return broker.ledger();
    }

    Clock clock() {
        return broker.clock();
    }

    /** Takes the attempt out of its partner's queue. */
    void leaveQueue(Attempt by) {
        partner.withdraw(by);
    }

    /** Whether nothing more is to be done for this attempt: the fate is decided, or another one was begun. */
    private boolean isOver(Attempt by) {
        return fate.get() != null || by != attempt;
    }

    private void become(ExchangeState next, @Nullable Attempt by) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + " may not become " + next);
        }
        state = next;
        if (by != null) {
            by.enter(next, broker.clock().nanoTime());
        }
    }

    private void fire(Consumer<ExchangeListener> event) {
        if (listener == null) {
            return;
        }
        try {
            event.accept(listener);
        } catch (RuntimeException | Error x) {
            if (state.isEnd()) {
                LOG.warn("{}: its listener failed after the end", this, x);
            } else {
                fail(Reason.LISTENER, "the listener failed: " + x, x);
            }
        }
    }

    private ExchangeException exception(Reason reason, String detail, @Nullable Throwable cause) {
        Attempt present = attempt;
        boolean maybeSent = present != null && present.maybeSent();
        return new ExchangeException(partner.name(), state, reason, maybeSent, detail, cause);
    }

    private static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message + " (" + name + ")";
    }
}
