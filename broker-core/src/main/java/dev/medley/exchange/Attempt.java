package dev.medley.exchange;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.Lease;
import dev.medley.connection.LeaseListener;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
import dev.medley.partner.Endpoint;
import dev.medley.partner.limit.Limiter;
import dev.medley.partner.limit.Permit;
import dev.medley.partner.limit.Waiter;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.partner.policy.AttemptResult.Phase;
import dev.medley.partner.policy.AttemptResult.Sent;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One try of a call on one lease. It owns its states, its deadlines, and what must be given back: the place in the queue,
 * the permit, the lease, the body. It ends once, with one {@link AttemptResult}.
 *
 * <p>The callbacks of permits, leases and transfers come on any broker thread and become tasks of the call's queue; the rest
 * is for those tasks.
 */
final class Attempt extends Waiter implements LeaseListener, TransferListener {

    private static final byte[] NOTHING = {};

    private final Call call;
    private final ExchangeOptions options;
    private final @Nullable Attempt before;
    private final boolean fresh;
    private final @Nullable Endpoint avoided;
    private final StateTimestamps timestamps = new StateTimestamps();
    private volatile AttemptState state = AttemptState.QUEUED;
    private @Nullable AttemptDeadlines deadlines;
    private @Nullable Permit<AttemptResult> permit;
    private long permitNanos;
    private volatile @Nullable Endpoint endpoint;
    private volatile @Nullable Lease lease;
    private volatile @Nullable Transfer transfer;
    private volatile @Nullable ResponseHead head;
    private boolean reusedConnection;
    private boolean bodyComplete;
    private boolean transferEnded;
    private volatile long lastActivityNanos;
    /** Whether a part of a streamed body was handed out and the next one has not been demanded. */
    private volatile boolean awaitsDemand;
    /** Set by the thread that reads the response. */
    private volatile @Nullable BodyBuffer body;

    /**
     * Creates an attempt.
     *
     * @param before the attempt before it, or null
     * @param fresh whether it needs a connection that has carried no exchange
     * @param avoided the endpoint to avoid, or null
     */
    Attempt(Call call, @Nullable Attempt before, boolean fresh, @Nullable Endpoint avoided) {
        this.call = call;
        this.options = call.options();
        this.before = before;
        this.fresh = fresh;
        this.avoided = avoided;
        timestamps.enter(AttemptState.QUEUED, now());
    }

    // ---- Callbacks. ---------------------------------------------------------------------------------------------

    @Override
    protected void onAdmitted() {
        Permit<AttemptResult> mine = call.partner().admission().permit();
        call.signal(() -> granted(mine));
    }

    @Override
    public void onConnectionEstablished(Lease free) {
        call.signal(() -> connected(free));
    }

    @Override
    public void onConnectionFailed(Throwable failure) {
        call.signal(() -> connectFailed(failure));
    }

    @Override
    public void onWaitingForResponse() {
        touch();
        call.signal(this::sent);
    }

    @Override
    public void onHeadersCompleted(ResponseHead received) {
        touch();
        if (!options.streamed()) {
            boolean none = "HEAD".equals(call.request().method());
            body = new BodyBuffer(options.maxBody(), none ? 0 : received.contentLength(), call.heldBytes());
        }
        call.signal(() -> headersCompleted(received));
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        touch();
        BodyBuffer whole = body;
        if (whole != null) {
            BodyBuffer.Added added = whole.add(bytes);
            if (added == BodyBuffer.Added.YES) {
                return true;
            }
            call.signal(() -> notHeld(added));
            return false;
        }
        Transfer active = transfer;
        if (active != null) {
            ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            awaitsDemand = true;
            BodyPart part = new BodyPart(copy, () -> demand(active));
            call.signal(() -> bodyPart(part));
        }
        return false;
    }

    @Override
    public void onBodyCompleted() {
        call.signal(this::bodyCompleted);
    }

    @Override
    public void onConnectionIdle() {
        call.signal(this::connectionIdle);
    }

    @Override
    public void onEnded(@Nullable Throwable failure) {
        call.signal(() -> transferEnded(failure));
    }

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    /**
     * Starts.
     *
     * @param handedOver the permit of the attempt before it, or null to ask for one
     */
    void start(@Nullable Permit<AttemptResult> handedOver) {
        if (handedOver != null) {
            granted(handedOver);
            return;
        }
        Limiter.Entry entry = call.partner().admission().acquire(this);
        switch (entry) {
            case ADMITTED -> granted(call.partner().admission().permit());
            case QUEUED -> {
                // onAdmitted follows.
            }
            case REFUSED, REFUSED_BY_STAGE -> fail(Kind.LOCAL_FAULT, Reason.NO_CAPACITY, refusal(entry), null);
        }
    }

    private void granted(Permit<AttemptResult> granted) {
        if (state.isEnd()) {
            granted.release(result(Kind.CANCELLED));
            return;
        }
        permit = granted;
        if (!call.isWanted()) {
            return;
        }
        permitNanos = now();
        Endpoint chosen = call.partner().choose(avoided);
        if (chosen == null) {
            fail(Kind.LOCAL_FAULT, Reason.NO_CAPACITY, "no endpoint admits an attempt", null);
            return;
        }
        endpoint = chosen;
        chosen.attemptStarted();
        if (options.hasAttemptDeadlines()) {
            deadlines().schedule(call.horizonNanos(), permitNanos);
        }
        Lease free = chosen.connections().acquire(this, fresh);
        if (free != null) {
            connected(free);
            return;
        }
        become(AttemptState.CONNECTING);
        AttemptDeadlines mine = deadlines();
        mine.connecting();
        mine.schedule(call.horizonNanos(), now());
    }

    private void connected(Lease free) {
        if (state.isEnd() || !call.isWanted()) {
            free.release();
            return;
        }
        lease = free;
        AttemptDeadlines mine = deadlines;
        if (mine != null && state == AttemptState.CONNECTING) {
            mine.connected(call.horizonNanos(), now());
        }
        Transfer prepared = free.prepare(call.request(), this);
        transfer = prepared;
        reusedConnection = free.connection().reused();
        become(AttemptState.CONNECTED);
        call.connectionEstablished(this);
        if (!state.isEnd() && call.isWanted()) {
            become(AttemptState.SENDING);
            touch();
            prepared.send();
        }
    }

    private void connectFailed(Throwable failure) {
        if (state == AttemptState.CONNECTING) {
            // The connector has a time-out of its own, which may pass first.
            boolean late = failure instanceof SocketTimeoutException;
            Reason reason = late ? Reason.CONNECT_TIMEOUT : Reason.CONNECT_FAILED;
            fail(Kind.PARTNER_FAULT, reason, "cannot connect: " + messageOf(failure), failure);
        }
    }

    private void sent() {
        if (state == AttemptState.SENDING) {
            become(AttemptState.WAITING);
            call.waitingForResponse(this);
        }
    }

    private void headersCompleted(ResponseHead received) {
        if (call.request().body() == null) {
            // The thread that reads may be ahead of the one that wrote; nothing is left to be written all the same.
            sent();
        }
        if (state.isEnd()) {
            return;
        }
        head = received;
        call.win(this);
        become(AttemptState.HEADERS);
        call.headersCompleted(this);
        if (!state.isEnd()) {
            become(AttemptState.BODY);
        }
    }

    private void bodyPart(BodyPart part) {
        if (!state.isEnd()) {
            call.bodyPart(this, part);
        }
    }

    private void notHeld(BodyBuffer.Added added) {
        if (state.isEnd()) {
            return;
        }
        if (added == BodyBuffer.Added.TOO_LARGE) {
            String detail = "the body is larger than max-body, %d bytes".formatted(options.maxBody());
            fail(Kind.PARTNER_FAULT, Reason.BODY_TOO_LARGE, detail, null);
        } else if (added == BodyBuffer.Added.NO_CAPACITY) {
            String detail = "the bodies that are held have reached max-held-bytes, %d bytes"
                    .formatted(call.heldBytes().limit());
            fail(Kind.LOCAL_FAULT, Reason.NO_CAPACITY, detail, null);
        }
    }

    private void bodyCompleted() {
        bodyComplete = true;
        if (!state.isEnd()) {
            call.bodyCompleted(this);
        }
    }

    private void connectionIdle() {
        if (!state.isEnd()) {
            call.connectionIdle(this);
        }
    }

    private void transferEnded(@Nullable Throwable failure) {
        transferEnded = true;
        ResponseHead received = head;
        if (state.isEnd()) {
            return;
        }
        if (failure == null && bodyComplete && received != null) {
            complete(received);
        } else {
            String detail = failure == null ? "the response has no end" : messageOf(failure);
            fail(Kind.PARTNER_FAULT, Reason.CONNECTION_FAILED, detail, failure);
        }
    }

    private void complete(ResponseHead received) {
        BodyBuffer whole = body;
        byte[] bytes = whole == null ? NOTHING : whole.toBytes();
        become(AttemptState.COMPLETED);
        call.attemptCompleted(this, received, bytes);
    }

    private void checkDeadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine == null || state.isEnd()) {
            return;
        }
        AttemptDeadlines.Due due = mine.due(call.horizonNanos(), silentSinceNanos());
        String detail = due.detail(options);
        switch (due) {
            case CONNECT -> fail(Kind.PARTNER_FAULT, Reason.CONNECT_TIMEOUT, detail, null);
            case ATTEMPT -> fail(Kind.PARTNER_FAULT, Reason.ATTEMPT_TIMEOUT, detail, null);
            case IDLE -> fail(Kind.PARTNER_FAULT, Reason.IDLE_TIMEOUT, detail, null);
            case NONE -> {
                // The deadline was put off after it had been scheduled; the next one is scheduled.
            }
        }
    }

    /** Fails; the call decides on the next step, and on the permit. */
    private void fail(Kind kind, Reason reason, String detail, @Nullable Throwable cause) {
        ExchangeException failure =
                new ExchangeException(call.partner().name(), state.exchangeState(), reason, maybeSent(), detail, cause);
        AttemptResult result = result(kind);
        end(AttemptState.FAILED, result, failure);
        call.attemptFailed(this, result, failure);
    }

    /** Ends from outside, and gives everything back. */
    void abandon(Kind kind, ExchangeException cause) {
        AttemptResult result = result(kind);
        end(AttemptState.ABANDONED, result, cause);
        releasePermit(result);
    }

    private void end(AttemptState end, AttemptResult result, ExchangeException cause) {
        AttemptState last = state;
        become(end);
        cancelDeadlines();
        BodyBuffer collected = body;
        if (collected != null) {
            collected.close();
        }
        Endpoint at = endpoint;
        if (at == null) {
            call.partner().admission().limiter().cancel(this);
            return;
        }
        at.attemptEnded(result);
        Lease held = lease;
        Transfer active = transfer;
        if (held == null || active == null) {
            at.connections().cancel(this);
        } else if (last == AttemptState.CONNECTED) {
            held.release();
        } else if (!transferEnded) {
            active.abort(cause);
        }
    }

    /** The end of a completed attempt: {@code kind} depends on the response. */
    void completed(Kind kind) {
        cancelDeadlines();
        AttemptResult result = result(kind);
        Endpoint at = endpoint;
        if (at != null) {
            at.attemptEnded(result);
        }
        releasePermit(result);
    }

    // ---- For the call. ------------------------------------------------------------------------------------------

    AttemptState state() {
        return state;
    }

    boolean isBodyComplete() {
        return bodyComplete;
    }

    @Nullable
    ResponseHead head() {
        return head;
    }

    @Nullable
    ConnectionInfo connection() {
        Lease held = lease;
        return held == null ? null : held.connection();
    }

    @Nullable
    Endpoint endpoint() {
        return endpoint;
    }

    @Nullable
    Attempt before() {
        return before;
    }

    AttemptTimings timings(long now) {
        return timestamps.snapshot(now);
    }

    /** Takes the permit, for the next attempt. */
    @Nullable
    Permit<AttemptResult> takePermit() {
        Permit<AttemptResult> mine = permit;
        permit = null;
        return mine;
    }

    void releasePermit(AttemptResult result) {
        Permit<AttemptResult> mine = takePermit();
        if (mine != null) {
            mine.release(result);
        }
    }

    /** Closes the idle connections that may be as stale as the one that this attempt had. */
    void closeOlderIdle() {
        Endpoint at = endpoint;
        Lease held = lease;
        if (at != null && held != null) {
            at.connections().closeIdleOlderThan(held.connection());
        }
    }

    /**
     * Returns whether the partner may have seen the request. Once writing has begun, that is unknown: the thread that reads
     * may know of the end of the connection before the one that wrote knows that all was written.
     */
    boolean maybeSent() {
        Transfer active = transfer;
        return active != null && active.begun();
    }

    private AttemptResult result(Kind kind) {
        ResponseHead received = head;
        Phase phase = endpoint == null
                ? Phase.QUEUED
                : lease == null ? Phase.CONNECTING : received == null ? Phase.CONNECTED : Phase.RESPONDING;
        Sent sent = received != null ? Sent.YES : maybeSent() ? Sent.MAYBE : Sent.NO;
        long latency = permitNanos == 0 ? 0 : now() - permitNanos;
        return new AttemptResult(
                kind, sent, phase, reusedConnection, received == null ? 0 : received.status(), latency);
    }

    private String refusal(Limiter.Entry entry) {
        Limiter limiter = call.partner().admission().limiter();
        return entry == Limiter.Entry.REFUSED
                ? "all %d connections are in use and %d exchanges wait already"
                        .formatted(limiter.limit(), limiter.maxQueued())
                : "it admits no attempt now";
    }

    private AttemptDeadlines deadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine == null) {
            mine = new AttemptDeadlines(call.clock(), options, () -> call.signal(this::checkDeadlines));
            deadlines = mine;
        }
        return mine;
    }

    private void cancelDeadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine != null) {
            mine.cancel();
        }
    }

    private void become(AttemptState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("an attempt in state " + state + " may not become " + next);
        }
        state = next;
        timestamps.enter(next, now());
        call.entered(this, next);
    }

    /**
     * Since when the partner has been silent: now, while it has not got the whole request, and while Medley does not read,
     * as nothing can come then.
     */
    private long silentSinceNanos() {
        return state.compareTo(AttemptState.WAITING) < 0 || awaitsDemand ? now() : lastActivityNanos;
    }

    private void demand(Transfer active) {
        // In this order: a check that finds the next part demanded must not find the time of the part before.
        touch();
        awaitsDemand = false;
        call.onBrokerThread(active::demand);
    }

    private void touch() {
        lastActivityNanos = now();
    }

    private long now() {
        return call.clock().nanoTime();
    }

    private static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        String name = failure.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : message + " (" + name + ")";
    }
}
