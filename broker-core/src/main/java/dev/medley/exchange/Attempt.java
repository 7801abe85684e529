package dev.medley.exchange;

import dev.medley.connection.Lease;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.Transfer;
import dev.medley.partner.Endpoint;
import dev.medley.partner.limit.Limiter;
import dev.medley.partner.limit.Permit;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.partner.policy.AttemptResult.Phase;
import dev.medley.partner.policy.AttemptResult.Sent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One try of a call on one lease. It owns its states, its deadlines, its response and what must be given back. It ends once,
 * with one {@link AttemptResult}.
 *
 * <p>The callbacks of permits, leases and transfers come on any broker thread and become tasks of the call's queue; the rest
 * is for those tasks.
 */
final class Attempt extends LeaseHolder {

    private final Call call;
    private final @Nullable Attempt before;
    private final long newerThan;
    private final @Nullable Endpoint avoided;
    private final long[] entered = StateTimestamps.none();
    private volatile AttemptState state = AttemptState.QUEUED;
    private @Nullable AttemptDeadlines deadlines;
    private long permitNanos;
    private final ResponseReader response;
    private @Nullable AttemptResult result;
    private boolean bodyComplete;

    /**
     * Creates an attempt.
     *
     * @param before the attempt before it, or null
     * @param fresh whether it needs a connection that is established from now on
     * @param avoided the endpoint to avoid, or null
     */
    Attempt(Call call, @Nullable Attempt before, boolean fresh, @Nullable Endpoint avoided) {
        this.call = call;
        this.before = before;
        newerThan = fresh ? PartnerConnection.newestId() : 0;
        this.avoided = avoided;
        response = new ResponseReader(call);
        StateTimestamps.enter(entered, AttemptState.QUEUED, now());
    }

    // ---- Callbacks. ---------------------------------------------------------------------------------------------

    @Override
    protected void onAdmitted() {
        Permit<AttemptResult> mine = call.partner().admission().permit();
        call.signal(() -> granted(mine));
    }

    @Override
    public void onHandshaking() {
        call.signal(this::handshaking);
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
    public void onRequestPart(boolean sending) {
        response.requestPart(sending);
    }

    @Override
    public void onWaitingForResponse() {
        response.requestSent();
        call.signal(this::sent);
    }

    @Override
    public void onHeadersCompleted(ResponseHead head) {
        response.begin(head);
        call.signal(() -> headersCompleted(head));
    }

    @Override
    public boolean onBodyPart(ByteBuffer bytes) {
        BodyBuffer.Added added = response.collect(bytes);
        Transfer active = transfer();
        if (added == null && active != null) {
            BodyPart part = response.part(bytes, active);
            call.signal(() -> bodyPart(part));
        } else if (added != null && added != BodyBuffer.Added.YES) {
            call.signal(() -> notCollected(added));
        }
        return added == BodyBuffer.Added.YES;
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
        call.signal(() -> ended(failure));
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
        if (!call.partner().hasAdmittingEndpoint()) {
            // Before it waits in the queue.
            failWithoutEndpoint();
            return;
        }
        Limiter.Entry entry = call.partner().admission().acquire(this);
        switch (entry) {
            case ADMITTED -> granted(call.partner().admission().permit());
            case QUEUED -> {} // onAdmitted follows.
            case REFUSED, REFUSED_BY_STAGE ->
                fail(AttemptFault.noCapacity(call.partner().refusal(entry)), null);
        }
    }

    private void granted(Permit<AttemptResult> granted) {
        if (state.isEnd()) {
            granted.release(resultOf(Kind.CANCELLED));
            return;
        }
        hold(granted);
        if (!call.isWanted()) {
            return;
        }
        permitNanos = now();
        Endpoint chosen = call.partner().choose(avoided);
        if (chosen == null) {
            failWithoutEndpoint();
            return;
        }
        if (call.options().hasAttemptDeadlines()) {
            deadlines().schedule(call.horizonNanos(), permitNanos);
        }
        Lease free = acquireAt(chosen, newerThan);
        if (free != null) {
            connected(free);
            return;
        }
        become(AttemptState.CONNECTING);
        deadlines().connecting(call.horizonNanos());
    }

    private void failWithoutEndpoint() {
        fail(AttemptFault.noEndpoint(call.partner().endpointRefusal()), null);
    }

    private void handshaking() {
        if (state == AttemptState.CONNECTING) {
            become(AttemptState.HANDSHAKING);
        }
    }

    private void connected(Lease free) {
        if (state.isEnd() || !call.isWanted()) {
            free.release();
            return;
        }
        if (state.isConnecting()) {
            deadlines().connected(call.horizonNanos(), now());
            deadlines = deadlines().isScheduled() ? deadlines : null;
        }
        Transfer prepared = prepare(free, call.request());
        become(AttemptState.CONNECTED);
        call.connectionEstablished(this);
        if (!state.isEnd() && call.isWanted()) {
            become(AttemptState.SENDING);
            response.touch();
            prepared.send();
        }
    }

    private void connectFailed(Throwable failure) {
        if (state.isConnecting()) {
            fail(AttemptFault.ofConnect(failure), failure);
        }
    }

    private void sent() {
        if (state == AttemptState.SENDING) {
            become(AttemptState.WAITING);
            call.waitingForResponse(this);
        }
    }

    private void headersCompleted(ResponseHead head) {
        if (call.request().body() == null) {
            // The thread that reads may be ahead of the one that wrote, but all has been written.
            sent();
        }
        if (state.isEnd()) {
            return;
        }
        response.accept(head);
        call.win(this);
        // A listener may have failed when the events before the lead were reported.
        if (!state.isEnd()) {
            become(AttemptState.HEADERS);
            call.headersCompleted(this);
        }
        if (!state.isEnd()) {
            become(AttemptState.BODY);
        }
    }

    private void bodyPart(BodyPart part) {
        if (!state.isEnd()) {
            call.bodyPart(this, part);
        }
    }

    private void notCollected(BodyBuffer.Added added) {
        AttemptFault fault = AttemptFault.ofBody(added, call);
        if (!state.isEnd() && fault != null) {
            fail(fault, null);
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

    private void ended(@Nullable Throwable failure) {
        transferEnded();
        ResponseHead head = response.head();
        if (state.isEnd()) {
            return;
        }
        if (failure == null && bodyComplete && head != null) {
            become(AttemptState.COMPLETED);
            call.attemptCompleted(this, head, response.body());
        } else {
            fail(AttemptFault.ofTransfer(failure), failure);
        }
    }

    private void checkDeadlines() {
        if (state.isEnd()) {
            return;
        }
        AttemptDeadlines.Due due = deadlines().due(call.horizonNanos(), response.silentSinceNanos(state));
        Reason reason = due.reason();
        // A deadline that was put off after it had been scheduled has no reason; the next one is scheduled.
        if (reason != null) {
            fail(new AttemptFault(Kind.PARTNER_FAULT, reason, due.detail(call.options())), null);
        }
    }

    /** The deadline of the call is later now: deadlines of the attempt that were behind it count. */
    void horizonMoved() {
        if (!state.isEnd() && endpoint() != null) {
            deadlines().schedule(call.horizonNanos(), response.silentSinceNanos(state));
        }
    }

    /** Fails; the call decides on the next step, and on the permit. */
    private void fail(AttemptFault fault, @Nullable Throwable cause) {
        // Before it is read whether the request may have been sent.
        withdraw();
        ExchangeException failure = new ExchangeException(
                call.partner().name(),
                state.exchangeState(),
                fault.reason(),
                maybeSent(),
                fault.detail() + placeOf(),
                cause);
        AttemptResult mine = end(AttemptState.FAILED, fault.kind(), failure);
        call.attemptFailed(this, mine, failure);
    }

    /** The endpoint, for a message, where the partner has several. */
    private String placeOf() {
        Endpoint at = endpoint();
        return at == null || call.partner().endpoints().size() == 1 ? "" : " (endpoint " + at + ")";
    }

    /** Ends from outside, unless it has ended, and gives everything back. */
    void abandon(Kind kind, ExchangeException cause) {
        if (!state.isEnd()) {
            end(AttemptState.ABANDONED, kind, cause);
        }
        AttemptResult mine = result;
        if (mine == null) {
            completed(kind);
        } else {
            releasePermit(mine);
        }
    }

    private AttemptResult end(AttemptState end, Kind kind, ExchangeException cause) {
        AttemptResult mine = resultOf(kind);
        result = mine;
        boolean sending = state.compareTo(AttemptState.SENDING) >= 0;
        become(end);
        cancelDeadlines();
        response.close();
        leaveEndpoint(mine);
        giveBack(call.partner(), sending, cause);
        return mine;
    }

    /** Ends a completed attempt, by a result that depends on its response. */
    void completed(Kind kind) {
        AttemptResult mine = resultOf(kind);
        result = mine;
        cancelDeadlines();
        leaveEndpoint(mine);
        releasePermit(mine);
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
        return response.head();
    }

    /** The result, once it has ended. */
    @Nullable
    AttemptResult result() {
        return result;
    }

    @Nullable
    Attempt before() {
        return before;
    }

    AttemptTimings timings(long now) {
        Endpoint at = endpoint();
        return new AttemptTimings(entered, now, at == null ? null : at.address());
    }

    private AttemptResult resultOf(Kind kind) {
        ResponseHead head = response.head();
        Phase phase = head == null ? phase() : Phase.RESPONDING;
        Sent sent = head != null ? Sent.YES : maybeSent() ? Sent.MAYBE : Sent.NO;
        long latency = permitNanos == 0 ? 0 : now() - permitNanos;
        return new AttemptResult(kind, sent, phase, reusedConnection(), head == null ? 0 : head.status(), latency);
    }

    private AttemptDeadlines deadlines() {
        AttemptDeadlines mine = deadlines;
        if (mine == null) {
            mine = new AttemptDeadlines(
                    call.clock(), call.options(), permitNanos, () -> call.signal(this::checkDeadlines));
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
        StateTimestamps.enter(entered, next, now());
        call.entered(this, next);
    }

    private long now() {
        return call.clock().nanoTime();
    }
}
