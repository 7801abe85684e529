package dev.medley.partner.internal.policy;

import dev.medley.partner.internal.policy.AttemptResult.Kind;
import java.util.Set;

/**
 * Keeps the retries of the next policy within a {@link RetryBudget}, and has each of them wait for a {@link Backoff}, and until
 * an endpoint admits it, where all have asked for a pause, or for as long as the response to its own exchange asks. A retry goes to another endpoint where there is one. One that
 * would start after the end of its call, or that no endpoint is known to admit by then, is not made: what there is stays the
 * answer.
 *
 * <p>Neither budget nor pause applies where the request has not been processed, and going again is no load that grows with the
 * partner's failure: a connection took no further request; the first refusal by the partner; the first idle connection that
 * turned out to be stale. gRPC calls such retries transparent (gRFC A6).
 */
final class PacedRetry implements CallPolicy {

    private static final int FIRST_ERROR = 400;

    private final RetryPolicy next;
    private final RetryAfterRules retryAfter;
    private final RetryBudget budget;
    private final Backoff backoff;
    private final Set<Integer> failures;
    private final ResendCounters counters;

    PacedRetry(
            RetryPolicy next,
            RetryAfterRules retryAfter,
            RetryBudget budget,
            Backoff backoff,
            ResendCounters counters) {
        this.next = next;
        this.retryAfter = retryAfter;
        this.budget = budget;
        this.backoff = backoff;
        failures = next.statuses();
        this.counters = counters;
    }

    @Override
    public boolean accepts(CallHistory history, int status) {
        return next.accepts(history, status);
    }

    @Override
    public void onAccepted(CallHistory history, int status, boolean beside) {
        // Nearly all responses need no look at the set.
        if (status < FIRST_ERROR || !failures.contains(status)) {
            budget.onAnswered();
        }
    }

    @Override
    public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
        NextStep step = next.onAttemptEnded(history, result);
        if (!step.attempt()) {
            return step;
        }
        if (isTransparent(history, result)) {
            counters.retries.increment();
            return step;
        }
        int failures = history.connectFailures() + history.sendFailures();
        long pause = step.delayNanos() + backoff.nanos(Math.max(1, failures));
        long ownPause = retryAfter.holdsBackAll(result.status()) ? 0 : retryAfter.pauseNanos(result);
        long untilAdmitted = Math.max(ownPause, history.admittedInNanos());
        if (untilAdmitted >= history.remainingNanos() - pause) {
            return NextStep.NONE;
        }
        if (!budget.trySpend()) {
            counters.refusedByBudget.increment();
            return NextStep.OVER_BUDGET;
        }
        counters.retries.increment();
        return step.after(pause + untilAdmitted).atAnotherEndpoint();
    }

    private static boolean isTransparent(CallHistory history, AttemptResult result) {
        return switch (result.kind()) {
            case CONNECTION_GONE -> true;
            case REFUSED_UNPROCESSED -> history.refusals() == 1;
            default -> result.kind() == Kind.PARTNER_FAULT && result.isStale() && history.sendFailures() == 1;
        };
    }

    @Override
    public ResendTotals totals() {
        return counters.totals(0);
    }
}
