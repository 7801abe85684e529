package dev.medley.exchange.internal.call;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.Transfer;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.limit.Limiter;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.NextStep;
import org.jspecify.annotations.Nullable;

/**
 * One try of a call on one lease. It owns its states, its deadlines, its response and what must be given back. It ends once,
 * with one {@link AttemptResult}.
 *
 * <p>For the tasks of the call's queue only, except for the callbacks and what may be read.
 */
public final class Attempt extends AttemptCallbacks {

    private final @Nullable Attempt before;
    private final long newerThan;
    private final @Nullable Endpoint avoided;
    private @Nullable AttemptResult result;
    private boolean bodyComplete;
    /** True while it is open whether its response is the answer: its state stays that before the response. */
    private boolean undecided;
    /** True if the connection became idle meanwhile. */
    private boolean idle;
    /** True if the connection, or the exchange on it, has come to an end that no deadline has caused. */
    private boolean cutOff;
    /** When the response was complete, by the clock. */
    private long answeredNanos;

    /**
     * Creates an attempt.
     *
     * @param before the attempt before it, or null
     * @param fresh whether it needs a connection that is established from now on
     * @param avoided the endpoint to avoid, or null
     * @param beside whether it is started beside the attempt before it, which has not ended
     */
    Attempt(Call call, @Nullable Attempt before, boolean fresh, @Nullable Endpoint avoided, boolean beside) {
        super(call, beside);
        this.before = before;
        newerThan = fresh ? PartnerConnection.newestId() : 0;
        this.avoided = avoided;
    }

    // ---- Tasks of the call's queue. -----------------------------------------------------------------------------

    /**
     * Starts.
     *
     * @param handedOver the permit of the attempt before it, or null to ask for one
     */
    void start(@Nullable Permit<AttemptResult> handedOver) {
        count(call.client(), call.partner());
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
            case QUEUED -> awaitPermit(); // onAdmitted or onDropped follows.
            case REFUSED, REFUSED_BY_STAGE ->
                fail(AttemptFailure.noCapacity(call.partner().refusal(entry)), null);
        }
    }

    @Override
    void granted(Permit<AttemptResult> granted) {
        if (state().isEnd()) {
            granted.release(resultOf(Kind.CANCELLED));
            return;
        }
        hold(granted);
        if (!call.isWanted()) {
            return;
        }
        permitted(now());
        Endpoint chosen = call.partner().choose(avoided);
        if (chosen == null) {
            failWithoutEndpoint();
            return;
        }
        if (call.options().hasAttemptDeadlines(call.remainingNanos())) {
            deadlines().schedule(call.horizonNanos(), permitNanos());
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
        fail(AttemptFailure.noEndpoint(call.partner().refuseWithoutEndpoint()), null);
    }

    @Override
    void handshaking() {
        if (state() == AttemptState.CONNECTING) {
            become(AttemptState.HANDSHAKING);
            deadlines().handshaking(call.partner().settings().tls().handshakeTimeout(), call.horizonNanos());
        }
    }

    @Override
    void connected(Lease free) {
        if (state().isEnd() || !call.isWanted()) {
            free.release();
            return;
        }
        if (state().isConnecting()) {
            deadlines().connected(call.horizonNanos(), now());
            keepDeadlinesIfScheduled();
        }
        Transfer prepared = prepare(free, traced(call.attempts().requestNow(permitNanos(), credential())));
        become(AttemptState.CONNECTED);
        report(DefaultExchange::connectionEstablished);
        if (!state().isEnd() && call.isWanted()) {
            become(AttemptState.SENDING);
            response.touch();
            prepared.send();
        }
    }

    @Override
    void connectFailed(Throwable failure) {
        if (state().isConnecting()) {
            fail(AttemptFailure.ofConnect(failure), failure);
        }
    }

    @Override
    void sent() {
        if (state() == AttemptState.SENDING) {
            become(AttemptState.WAITING);
            report(DefaultExchange::waitingForResponse);
        }
    }

    @Override
    void headersCompleted(ResponseHead head) {
        if (call.attempts().request().body() == null) {
            // The thread that reads may be ahead of the one that wrote, but all has been written.
            sent();
        }
        if (state().isEnd()) {
            return;
        }
        response.accept(head);
        if (response.isRedirect()) {
            // It is read to its end, so that the connection can be used again.
            return;
        }
        if (call.attempts().accepts(this, head.status())) {
            win(head);
            return;
        }
        undecided = true;
        if (call.options().streamed()) {
            decide(head);
        }
    }

    /** The response is the answer. */
    private void win(ResponseHead head) {
        call.attempts().win(this);
        AttemptFailure fault = response.headFault(head);
        if (fault != null && !state().isEnd()) {
            fail(fault, null);
        }
        // A listener may have failed when the events before the lead were reported.
        if (!state().isEnd()) {
            become(AttemptState.HEADERS);
            report(DefaultExchange::headersCompleted);
        }
        if (!state().isEnd()) {
            become(AttemptState.BODY);
        }
    }

    @Override
    void bodyPart(BodyPart part) {
        if (!state().isEnd()) {
            report(exchange -> exchange.bodyPart(part));
        }
    }

    @Override
    void failBy(AttemptFailure fault) {
        if (state().isEnd()) {
            return;
        }
        if (response.isRedirect()) {
            redirected();
        } else {
            // A response that may be none after all is not the fault of who has bounded its body.
            fail(undecided ? fault.ofPartner() : fault, null);
        }
    }

    @Override
    void bodyCompleted() {
        AttemptFailure fault = response.end();
        if (fault != null && !state().isEnd()) {
            fail(fault, null);
            return;
        }
        bodyComplete = true;
        if (state() == AttemptState.BODY) {
            report(DefaultExchange::bodyCompleted);
        }
    }

    @Override
    void connectionIdle() {
        idle = true;
        if (state() == AttemptState.BODY) {
            report(DefaultExchange::connectionIdle);
        }
    }

    @Override
    void ended(@Nullable Throwable failure) {
        transferEnded();
        ResponseHead head = response.head();
        if (state().isEnd()) {
            return;
        }
        if (response.isRedirect()) {
            redirected();
        } else if (failure == null && bodyComplete && head != null) {
            if (undecided && !decide(head)) {
                return;
            }
            cancelDeadlines();
            answered = head;
            answeredNanos = now();
            answerInTurn(head);
        } else {
            cutOff = true;
            fail(AttemptFailure.ofTransfer(failure), failure);
        }
    }

    @Override
    void answer(BufferedResponse arrived) {
        become(AttemptState.COMPLETED);
        call.attemptCompleted(this, arrived);
    }

    /** Decides whether a response that was not accepted at first is the answer. Returns false if it is not, or is no more. */
    private boolean decide(ResponseHead head) {
        AttemptResult mine = resultOf(Kind.COMPLETED);
        result = mine;
        // Before it is asked whether the endpoint would admit another attempt.
        leaveEndpoint(mine);
        NextStep step = call.attempts().insteadOf(this, mine);
        if (step != null) {
            String detail = "another attempt is made in place of the response with status " + mine.status();
            end(AttemptState.FAILED, Kind.COMPLETED, exception(Reason.UNEXPECTED_STATUS, true, detail, null));
            call.attempts().goOn(this, mine, step);
            return false;
        }
        result = null;
        undecided = false;
        win(head);
        if (!state().isEnd() && bodyComplete) {
            report(DefaultExchange::bodyCompleted);
        }
        if (!state().isEnd() && idle) {
            report(DefaultExchange::connectionIdle);
        }
        return !state().isEnd();
    }

    @Override
    void checkDeadlines() {
        if (state().isEnd() || answered != null) {
            return;
        }
        AttemptDeadlines.Due due = deadlines().due(call.horizonNanos(), response.silentSinceNanos(state()));
        Reason reason = due.reason();
        // A deadline that was put off after it had been scheduled has no reason; the next one is scheduled.
        if (reason != null) {
            Kind kind =
                    due.isEarly(call.options(), call.partner().settings()) ? Kind.EARLY_TIMEOUT : Kind.PARTNER_FAULT;
            fail(new AttemptFailure(kind, reason, due.detail(call.options(), deadlines())), null);
        }
    }

    /** The deadline of the call is later now: deadlines of the attempt that were behind it count. */
    void horizonMoved() {
        if (!state().isEnd() && answered == null && endpoint() != null) {
            deadlines().schedule(call.horizonNanos(), response.silentSinceNanos(state()));
        }
    }

    /** Fails; the call decides on the next step, and on the permit. */
    private void fail(AttemptFailure fault, @Nullable Throwable cause) {
        // Before it is read whether the request may have been sent.
        withdraw();
        DefaultExchangeException failure =
                exception(fault.reason(), call.attempts().maybeSent(), fault.detail() + placeOf(), cause);
        AttemptResult mine = end(AttemptState.FAILED, fault.kind(), failure);
        call.attempts().failed(this, mine, failure);
    }

    /** Ends with a redirect; the call goes on with the request that it leads to. */
    private void redirected() {
        DefaultExchangeException cause = exception(Reason.CANCELLED, true, "redirected", null);
        call.attempts().redirected(this, end(AttemptState.ABANDONED, Kind.COMPLETED, cause));
    }

    /** Ends from outside, unless it has ended, and gives everything back. */
    void abandon(Kind kind, DefaultExchangeException cause) {
        if (!state().isEnd()) {
            end(AttemptState.ABANDONED, answered == null ? kind : Kind.COMPLETED, cause);
        }
        AttemptResult mine = result;
        if (mine == null) {
            completed(kind);
        } else {
            releasePermit(mine);
        }
    }

    private AttemptResult end(AttemptState end, Kind kind, DefaultExchangeException cause) {
        AttemptResult mine = resultOf(kind);
        result = mine;
        boolean sending = state().compareTo(AttemptState.SENDING) >= 0;
        become(end);
        cancelDeadlines();
        response.close();
        leaveEndpoint(mine);
        uncount();
        giveBack(call.partner(), sending, cause);
        SpanEnds.end(this, kind, cause);
        return mine;
    }

    /** Ends a completed attempt, by a result that depends on its response. */
    void completed(Kind kind) {
        AttemptResult mine = resultOf(kind);
        result = mine;
        cancelDeadlines();
        leaveEndpoint(mine);
        uncount();
        SpanEnds.end(this, kind, null);
        releasePermit(mine);
    }

    // ---- For the call. ------------------------------------------------------------------------------------------

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

    private AttemptResult resultOf(Kind kind) {
        long latency = !hasPermitTime() ? 0 : (answered == null ? now() : answeredNanos) - permitNanos();
        return AttemptResults.of(kind, this, response.head(), latency, cutOff, call.clock());
    }
}
