package dev.medley.exchange;

import dev.medley.connection.OutboundRequest;
import dev.medley.partner.policy.AttemptResult;
import dev.medley.partner.policy.AttemptResult.Kind;
import dev.medley.partner.policy.AttemptResult.Phase;
import dev.medley.partner.policy.CallHistory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call, and the one that leads. Written by the tasks of the call's queue only; {@link #leader} and
 * {@link #timings} may be read by any thread.
 */
final class Attempts implements CallHistory {

    private final OutboundRequest request;
    private volatile @Nullable Attempt newest;
    private volatile @Nullable Attempt leader;

    Attempts(OutboundRequest request) {
        this.request = request;
    }

    void add(Attempt attempt) {
        newest = attempt;
    }

    void lead(Attempt attempt) {
        leader = attempt;
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
    @Nullable
    Attempt oldestLive() {
        Attempt oldest = null;
        for (Attempt one = newest; one != null; one = one.before()) {
            oldest = one.state().isEnd() ? oldest : one;
        }
        return oldest;
    }

    /** {@code exchange} waits from now on, maybe for longer than the others. */
    void joinedBy(Exchange exchange) {
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
        return request.idempotent();
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
            count += one.state().isEnd() ? 0 : 1;
        }
        return count;
    }

    @Override
    public int connectFailures() {
        return count(result -> result.kind() == Kind.PARTNER_FAULT && result.phase() == Phase.CONNECTING);
    }

    @Override
    public int sendFailures() {
        return count(result -> result.kind() == Kind.PARTNER_FAULT && result.phase() == Phase.CONNECTED);
    }

    @Override
    public int connectionsGone() {
        return count(result -> result.kind() == Kind.CONNECTION_GONE);
    }

    @Override
    public int refusals() {
        return count(result -> result.kind() == Kind.REFUSED_UNPROCESSED);
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
