package dev.medley.exchange.internal.call;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.content.BufferedResponse;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.exchange.internal.target.RedirectRefusedException;
import dev.medley.exchange.internal.target.Redirects;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.Credential;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.NextStep;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call, and the one that leads. Written by the tasks of the call's queue only; {@link #leader} and
 * {@link #timings} may be read by any thread.
 */
public final class Attempts extends AttemptHistory {

    private static final byte[] NOTHING = {};

    /** Of a permit that no attempt has used. */
    private static final AttemptResult UNUSED =
            new AttemptResult(Kind.CANCELLED, AttemptResult.Sent.NO, Phase.QUEUED, false, 0, 0);

    private final @Nullable CredentialUse credentials;

    private volatile DefaultOutboundRequest request;
    private @Nullable Redirects redirects;
    private volatile @Nullable Attempt leader;
    /** True if the last attempt was not followed by another one because the partner's budget of retries was spent. */
    private boolean overBudget;
    /** Null until an attempt has had to wait. */
    private @Nullable NextAttempt next;

    Attempts(Call call, DefaultOutboundRequest request, @Nullable RequestContext requestContext) {
        super(call);
        this.request = request;
        credentials = CredentialUse.of(call, requestContext);
    }

    /** The request that attempts send: that of the call, or the one that a redirect has led to. */
    public DefaultOutboundRequest request() {
        return request;
    }

    /** The request as an attempt sends it: with its credential, and the time that is left to it if its partner is sent that. */
    DefaultOutboundRequest requestNow(long permitNanos, @Nullable Credential credential) {
        DefaultOutboundRequest timed = timed(permitNanos);
        return credential == null ? timed : credential.addedTo(timed);
    }

    private DefaultOutboundRequest timed(long permitNanos) {
        String field = call.partner().deadlineField();
        DefaultOutboundRequest current = request;
        if (field == null || current.has(field)) {
            return current;
        }
        long attempt = call.options().attemptTimeout().toNanos() - (call.clock().nanoTime() - permitNanos);
        long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, Math.min(attempt, call.remainingNanos())));
        return current.with(new Header(field, Long.toString(millis)));
    }

    @Override
    public boolean idempotent() {
        return call.isKeyed() || request.idempotent();
    }

    @Override
    public boolean repeatable() {
        return request.repeatable();
    }

    // ---- The response of an attempt. ----------------------------------------------------------------------------

    /** Reports an event of {@code attempt}, if that leads. */
    void report(AttemptCallbacks attempt, Consumer<DefaultExchange> event) {
        if (attempt == leader) {
            call.report(event);
        }
    }

    /** Returns whether the response of {@code attempt} with {@code status} is the answer, whatever else comes. */
    boolean accepts(Attempt attempt, int status) {
        if (credentials != null && !repeatable()) {
            credentials.dropAfter(status, attempt.credential());
        }
        return call.state() != CallState.RUNNING
                || (call.partner().policy().accepts(this, status) && !isCredentialReplacedAfter(attempt, status));
    }

    private boolean isCredentialReplacedAfter(Attempt attempt, int status) {
        return credentials != null && credentials.isReplacedAfter(status, attempt.credential(), repeatable());
    }

    /** Returns the next step in place of a response that was not accepted at first; null if it is the answer after all. */
    @Nullable
    NextStep insteadOf(Attempt attempt, AttemptResult result) {
        if (call.state() != CallState.RUNNING || !call.isWanted()) {
            return null;
        }
        if (credentials != null && isCredentialReplacedAfter(attempt, result.status())) {
            credentials.replace(Objects.requireNonNull(attempt.credential()));
            return NextStep.AGAIN;
        }
        NextStep step = nextStep(result);
        return step.attempt() || live() > 0 ? step : null;
    }

    private NextStep nextStep(AttemptResult result) {
        NextStep step = call.partner().policy().onAttemptEnded(this, result);
        overBudget = step.overBudget();
        return step;
    }

    boolean isOverBudget() {
        return overBudget;
    }

    /** The response of {@code attempt} begins: it wins. */
    void win(Attempt attempt) {
        call.become(CallState.WON);
        cancelNext();
        ResponseHead head = attempt.head();
        call.partner().policy().onAccepted(this, head == null ? 0 : head.status(), attempt.isBeside());
        if (live() > 1) {
            abandonAll(attempt, Kind.CANCELLED, call.exception(Reason.CANCELLED, "another attempt was faster", null));
        }
        if (head != null) {
            call.headArrived(attempt, head);
        }
        lead(attempt);
    }

    // ---- The end of an attempt. ---------------------------------------------------------------------------------

    /** {@code attempt} has ended with a response that is not the answer. */
    void goOn(Attempt attempt, AttemptResult result, NextStep step) {
        if (step.attempt()) {
            tryAgain(attempt, result, step);
        } else {
            attempt.releasePermit(result);
            leadInsteadOf(attempt);
        }
    }

    /** {@code attempt} has failed: another one follows, or one that is live leads, or the call fails. */
    void failed(Attempt attempt, AttemptResult result, DefaultExchangeException cause) {
        if (result.phase() == Phase.CONNECTING && result.kind().isUnanswered()) {
            call.report(exchange -> exchange.connectionFailed(cause));
        }
        if (call.state().isEnd() || !call.isWanted()) {
            attempt.releasePermit(result);
            return;
        }
        NextStep step = call.state() == CallState.RUNNING ? nextStep(result) : NextStep.NONE;
        if (step.attempt()) {
            tryAgain(attempt, result, step);
            return;
        }
        attempt.releasePermit(result);
        if (live() == 0) {
            call.attemptsFailed(cause);
        } else {
            leadInsteadOf(attempt);
        }
    }

    /** The response of {@code attempt} was a redirect: the request that it leads to is sent, with the same permit. */
    void redirected(Attempt attempt, AttemptResult result) {
        ResponseHead head = attempt.head();
        if (head == null || call.state().isEnd() || !call.isWanted()) {
            attempt.releasePermit(result);
            return;
        }
        abandonAll(attempt, Kind.CANCELLED, call.exception(Reason.CANCELLED, "another attempt was redirected", null));
        call.headArrived(attempt, head);
        try {
            follow(attempt, result, head);
        } catch (RedirectRefusedException x) {
            attempt.releasePermit(result);
            call.fail(DefaultExchangeException.refused(
                    call.partner().name(),
                    ExchangeState.HEADERS,
                    Reason.REDIRECT_REFUSED,
                    String.valueOf(x.getMessage()),
                    new BufferedResponse(head, NOTHING)));
        }
    }

    /** Ends all but {@code winner}, from outside. */
    void abandonAll(@Nullable Attempt winner, Kind kind, DefaultExchangeException cause) {
        cancelNext();
        for (Attempt one = newest(); one != null; one = one.before()) {
            if (one != winner) {
                one.abandon(kind, cause);
            }
        }
    }

    // ---- Starting. ----------------------------------------------------------------------------------------------

    void startFirst() {
        start(NextStep.AGAIN, null, false);
    }

    /** Starts one more in place of {@code ended}, now or after a pause. */
    private void tryAgain(Attempt ended, AttemptResult result, NextStep step) {
        if (step.fresh()) {
            ended.closeOlderIdle();
        }
        if (step.delayNanos() > 0) {
            ended.releasePermit(result);
            next().pause(call, step.delayNanos(), () -> start(step, null, false));
            leadInsteadOf(ended);
            return;
        }
        start(step, handedOver(ended, result), false);
    }

    /**
     * Starts one, with the permit of {@code ended}, that sends the request to which its response, a redirect, leads.
     *
     * @throws RedirectRefusedException if it is not followed
     */
    private void follow(Attempt ended, AttemptResult result, ResponseHead redirect) throws RedirectRefusedException {
        Redirects mine = redirects;
        if (mine == null) {
            mine = Redirects.of(call.partner(), call.options().maxRedirects(), request);
            redirects = mine;
        }
        request = mine.follow(request, redirect, ended.credential());
        start(NextStep.AGAIN, handedOver(ended, result), false);
    }

    private static @Nullable Permit<AttemptResult> handedOver(Attempt ended, AttemptResult result) {
        Permit<AttemptResult> own = ended.takePermit();
        return own != null && own.handOver(result) ? own : null;
    }

    private void start(NextStep step, @Nullable Permit<AttemptResult> permit, boolean beside) {
        // One that was to start beside the attempt before is not to start beside this one.
        cancelNext();
        Credential credential = credentials == null ? null : credentials.current();
        if (credentials != null && credential == null) {
            if (permit != null) {
                permit.release(UNUSED);
            }
            if (!beside) {
                awaitCredential(credentials, step);
            }
            return;
        }
        Attempt before = newest();
        Endpoint avoided = step.elsewhere() && before != null ? before.endpoint() : null;
        Attempt started = new Attempt(call, before, step.fresh(), avoided, beside);
        started.show(credential);
        add(started);
        Attempt leading = leader;
        if (leading == null || leading.state().isEnd()) {
            lead(started);
        }
        started.start(permit);
        if (call.state() == CallState.RUNNING && !started.state().isEnd()) {
            NextStep other = call.partner().policy().onAttemptStarted(this);
            if (other.attempt()) {
                next().schedule(call, other.delayNanos(), () -> startBeside(other));
            }
        }
    }

    private void awaitCredential(CredentialUse awaited, NextStep step) {
        leadInsteadOf(leader);
        DefaultExchangeException failure = awaited.await(next(), () -> start(step, null, false));
        if (failure != null && live() == 0) {
            call.attemptsFailed(failure);
        }
    }

    /**
     * Starts one beside those that are live, unless it could not have a permit now, because those who wait for one go first, or no
     * endpoint: it would spend the budget and fail.
     */
    private void startBeside(NextStep step) {
        Partner partner = call.partner();
        if (partner.isFree()
                && call.state() == CallState.RUNNING
                && call.isWanted()
                && partner.policy().admitsBeside(this)) {
            start(step, null, true);
        }
    }

    /** The attempt that waits for its time is not started. */
    void cancelNext() {
        if (next != null) {
            next.cancel();
        }
    }

    private NextAttempt next() {
        NextAttempt mine = next == null ? new NextAttempt() : next;
        next = mine;
        return mine;
    }

    // ---- Leading. -----------------------------------------------------------------------------------------------

    private void lead(Attempt attempt) {
        if (attempt != leader) {
            leader = attempt;
            call.leads(attempt);
        }
    }

    /** If {@code ended} has led, the oldest that is live does so now. */
    private void leadInsteadOf(@Nullable Attempt ended) {
        Attempt oldest = ended == leader ? oldestLive() : null;
        if (oldest != null) {
            lead(oldest);
        }
    }

    @Nullable
    Attempt leader() {
        return leader;
    }

    /** The attempt that was started first, of those that have not ended. */
    private @Nullable Attempt oldestLive() {
        Attempt oldest = null;
        for (Attempt one = newest(); one != null; one = one.before()) {
            oldest = one.state().isEnd() ? oldest : one;
        }
        return oldest;
    }

    /** No request that waits to be written is written any more. All attempts must end. */
    void withdraw() {
        for (Attempt one = newest(); one != null; one = one.before()) {
            one.withdraw();
        }
    }

    /** Returns whether the partner may have seen the request, of whichever attempt. */
    boolean maybeSent() {
        for (Attempt one = newest(); one != null; one = one.before()) {
            if (one.maybeSent()) {
                return true;
            }
        }
        return false;
    }

    /** {@code exchange} waits from now on, maybe for longer than the others. */
    void joinedBy(DefaultExchange exchange) {
        for (Attempt one = newest(); one != null; one = one.before()) {
            one.horizonMoved();
        }
        Attempt leading = leader;
        if (leading != null) {
            Lead.taken(leading, exchange);
        }
    }

    /** Returns whether the end of the body has been reported. */
    boolean isBodyReported() {
        Attempt leading = leader;
        return leading != null && leading.isBodyComplete();
    }

    List<AttemptTimings> timings(long now) {
        Attempt last = newest();
        if (last != null && last.before() == null) {
            return List.of(last.timings(now));
        }
        Deque<AttemptTimings> timings = new ArrayDeque<>();
        for (Attempt one = last; one != null; one = one.before()) {
            timings.addFirst(one.timings(now));
        }
        return List.copyOf(timings);
    }
}
