package dev.medley.exchange.internal.call;

import dev.medley.exchange.internal.target.Redirects;
import dev.medley.partner.internal.policy.AttemptResult;
import dev.medley.partner.internal.policy.AttemptResult.Kind;
import dev.medley.partner.internal.policy.AttemptResult.Phase;
import dev.medley.partner.internal.policy.CallHistory;
import dev.medley.trace.internal.ExchangeSpan;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The attempts of one call as its partner's policy sees them. Attempts extend it to save an object: there are tens of thousands. */
abstract class AttemptHistory implements CallHistory {

    final Call call;
    /** Of the exchange that has begun the call; null if its trace is not recorded. */
    private @Nullable ExchangeSpan span;

    private volatile @Nullable Attempt newest;

    AttemptHistory(Call call) {
        this.call = call;
    }

    /** The spans of attempts are children of {@code parent}. Before the first. */
    final void tracedBy(@Nullable ExchangeSpan parent) {
        span = parent;
    }

    final @Nullable ExchangeSpan span() {
        return span;
    }

    @Nullable
    final Attempt newest() {
        return newest;
    }

    final void add(Attempt started) {
        newest = started;
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
        return count(AttemptHistory::isSendFailure);
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
