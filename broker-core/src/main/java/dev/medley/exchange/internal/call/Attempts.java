package dev.medley.exchange.internal.call;

import dev.medley.exchange.AttemptTimings;
import dev.medley.exchange.internal.target.RedirectRefusedException;
import dev.medley.exchange.internal.target.Redirects;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.partner.internal.Endpoint;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.limit.Permit;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.CallHistory;
import dev.medley.partner.internal.policy.NextStep;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call, and the one that leads. Written by the tasks of the call's queue only; {@link #leader} and
 * {@link #timings} may be read by any thread.
 */
public final class Attempts implements CallHistory {

    private final Call call;
    private volatile DefaultOutboundRequest request;
    private @Nullable Redirects redirects;
    private volatile @Nullable Attempt newest;
    private volatile @Nullable Attempt leader;
    /** Null until an attempt has had to wait for its time. */
    private @Nullable NextAttempt next;

    Attempts(Call call, DefaultOutboundRequest request) {
        this.call = call;
        this.request = request;
    }

    /** The request that attempts send: that of the call, or the one that a redirect has led to. */
    public DefaultOutboundRequest request() {
        return request;
    }

    // ---- Starting. ----------------------------------------------------------------------------------------------

    void startFirst() {
        start(NextStep.AGAIN, null, false);
    }

    /** Starts one more in place of {@code ended}, now or after a pause. */
    void tryAgain(Attempt ended, AttemptResult result, NextStep step) {
        if (step.fresh()) {
            ended.closeOlderIdle();
        }
        if (step.delayNanos() > 0) {
            ended.releasePermit(result);
            next().schedule(call, step.delayNanos(), () -> start(step, null, false));
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
    void follow(Attempt ended, AttemptResult result, ResponseHead redirect) throws RedirectRefusedException {
        Redirects mine = redirects;
        if (mine == null) {
            mine = Redirects.of(call.partner(), call.options().maxRedirects(), request);
            redirects = mine;
        }
        request = mine.follow(request, redirect);
        start(NextStep.AGAIN, handedOver(ended, result), false);
    }

    private static @Nullable Permit<AttemptResult> handedOver(Attempt ended, AttemptResult result) {
        Permit<AttemptResult> own = ended.takePermit();
        return own != null && own.handOver(result) ? own : null;
    }

    private void start(NextStep step, @Nullable Permit<AttemptResult> permit, boolean beside) {
        // One that was to start beside the attempt before is not to start beside this one.
        cancelNext();
        Attempt before = newest;
        Endpoint avoided = step.elsewhere() && before != null ? before.endpoint() : null;
        Attempt started = new Attempt(call, before, step.fresh(), avoided, beside);
        newest = started;
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

    /**
     * Starts one beside those that are live, unless it could not have a permit now, as those who wait for one go first, or no
     * endpoint: it would spend the budget and fail.
     */
    private void startBeside(NextStep step) {
        Partner partner = call.partner();
        boolean free =
                partner.queued() == 0 && partner.permitsUsed() < partner.maxPermits() && partner.hasAdmittingEndpoint();
        if (free
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

    void lead(Attempt attempt) {
        if (attempt != leader) {
            leader = attempt;
            call.leads(attempt);
        }
    }

    /** If {@code ended} has led, the oldest that is live does so now. */
    void leadInsteadOf(Attempt ended) {
        Attempt oldest = ended == leader ? oldestLive() : null;
        if (oldest != null) {
            lead(oldest);
        }
    }

    @Nullable
    Attempt newest() {
        return newest;
    }

    @Nullable
    Attempt leader() {
        return leader;
    }

    /** The attempt that was started first, of those that have not ended. */
    private @Nullable Attempt oldestLive() {
        Attempt oldest = null;
        for (Attempt one = newest; one != null; one = one.before()) {
            oldest = one.state().isEnd() ? oldest : one;
        }
        return oldest;
    }

    /** No request that waits to be written is written any more. All attempts must end. */
    void withdraw() {
        for (Attempt one = newest; one != null; one = one.before()) {
            one.withdraw();
        }
    }

    /** Returns whether the partner may have seen the request, of whichever attempt. */
    boolean maybeSent() {
        for (Attempt one = newest; one != null; one = one.before()) {
            if (one.maybeSent()) {
                return true;
            }
        }
        return false;
    }

    /** {@code exchange} waits from now on, maybe for longer than the others. */
    void joinedBy(DefaultExchange exchange) {
        for (Attempt one = newest; one != null; one = one.before()) {
            one.horizonMoved();
        }
        Attempt leading = leader;
        if (leading != null) {
            Lead.taken(leading, exchange);
        }
    }

    List<AttemptTimings> timings(long now) {
        Attempt last = newest;
        if (last != null && last.before() == null) {
            return List.of(last.timings(now));
        }
        Deque<AttemptTimings> timings = new ArrayDeque<>();
        for (Attempt one = last; one != null; one = one.before()) {
            timings.addFirst(one.timings(now));
        }
        return List.copyOf(timings);
    }

    @Override
    public boolean idempotent() {
        return call.isKeyed() || request.idempotent();
    }

    @Override
    public boolean repeatable() {
        return request.repeatable();
    }

    @Override
    public int started() {
        int count = 0;
        for (Attempt one = newest; one != null; one = one.before()) {
            count++;
        }
        return count;
    }

    @Override
    public int live() {
        int count = 0;
        for (Attempt one = newest; one != null; one = one.before()) {
            count += one.state().isEnd() || one.result() != null ? 0 : 1;
        }
        return count;
    }

    @Override
    public int connectFailures() {
        return count(result -> result.kind().isUnanswered() && result.phase() == Phase.CONNECTING);
    }

    @Override
    public int sendFailures() {
        return count(Attempts::isSendFailure);
    }

    @Override
    public int connectionsGone() {
        return count(result -> result.kind() == Kind.CONNECTION_GONE);
    }

    @Override
    public int refusals() {
        return count(result -> result.kind() == Kind.REFUSED_UNPROCESSED);
    }

    @Override
    public long remainingNanos() {
        return call.remainingNanos();
    }

    @Override
    public int retries() {
        return call.options().retries();
    }

    @Override
    public long hedgeNanos() {
        return call.options().hedgeNanos();
    }

    @Override
    public long elapsedNanos() {
        Attempt first = newest;
        for (Attempt one = newest; one != null; one = one.before()) {
            first = one;
        }
        return first == null ? 0 : call.clock().nanoTime() - first.permitNanos();
    }

    @Override
    public long admittedInNanos() {
        return call.partner().admitsInNanos();
    }

    /** A response that is complete and that another attempt follows was not accepted, or was a redirect. */
    private static boolean isSendFailure(AttemptResult result) {
        boolean connected = result.phase() == Phase.CONNECTED || result.phase() == Phase.RESPONDING;
        boolean refused = result.kind() == Kind.COMPLETED && !Redirects.isRedirect(result.status());
        return connected && (result.kind().isUnanswered() || refused);
    }

    private int count(Predicate<AttemptResult> of) {
        int count = 0;
        for (Attempt one = newest; one != null; one = one.before()) {
            AttemptResult result = one.result();
            count += result != null && of.test(result) ? 1 : 0;
        }
        return count;
    }
}
