package dev.medley.partner.internal.policy;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Starts a second attempt beside the first of a call that has lasted for a delay (J. Dean, L. A. Barroso, The Tail at Scale,
 * CACM 56(2), 2013, "hedged requests"): of requests that may be processed twice only, within the {@link RetryBudget} that
 * retries have, at another endpoint where there is one. While one of two attempts is live, the failure of the other has no
 * consequence.
 */
final class HedgePolicy implements CallPolicy {

    private final CallPolicy next;
    private final RetryBudget budget;
    private final boolean always;
    private final LongSupplier delayNanos;
    private final LongConsumer latencies;
    private final ResendCounters counters;

    /**
     * Creates a policy.
     *
     * @param next decides on retries
     * @param always whether each call has a second attempt, and not only one that asks for it
     * @param delayNanos the delay at present, in nanoseconds; 0 for no second attempt
     * @param latencies called with the nanoseconds from the first attempt to each response: where the second attempt won, the
     *     first would have taken at least that
     */
    HedgePolicy(
            CallPolicy next,
            RetryBudget budget,
            boolean always,
            LongSupplier delayNanos,
            LongConsumer latencies,
            ResendCounters counters) {
        this.next = next;
        this.budget = budget;
        this.always = always;
        this.delayNanos = delayNanos;
        this.latencies = latencies;
        this.counters = counters;
    }

    @Override
    public NextStep onAttemptStarted(CallHistory history) {
        NextStep step = next.onAttemptStarted(history);
        long own = history.hedgeNanos();
        if (own == 0 || (own < 0 && !always) || step.attempt() || history.started() > 1 || !history.idempotent()) {
            return step;
        }
        long delay = own < 0 ? delayNanos.getAsLong() : own;
        return delay > 0 && delay < history.remainingNanos()
                ? NextStep.AGAIN.after(delay).atAnotherEndpoint()
                : NextStep.NONE;
    }

    @Override
    public boolean admitsBeside(CallHistory history) {
        if (history.live() != 1 || !history.repeatable()) {
            return false;
        }
        if (!budget.trySpend()) {
            counters.refusedByBudget.increment();
            return false;
        }
        counters.hedges.increment();
        return true;
    }

    @Override
    public boolean accepts(CallHistory history, int status) {
        return next.accepts(history, status);
    }

    @Override
    public void onAccepted(CallHistory history, int status, boolean beside) {
        next.onAccepted(history, status, beside);
        if (always) {
            latencies.accept(history.elapsedNanos());
        }
        if (beside) {
            counters.hedgesWon.increment();
        }
    }

    @Override
    public NextStep onAttemptEnded(CallHistory history, AttemptResult result) {
        return history.live() > 0 ? NextStep.NONE : next.onAttemptEnded(history, result);
    }

    @Override
    public ResendTotals totals() {
        return counters.totals(delayNanos.getAsLong());
    }
}
