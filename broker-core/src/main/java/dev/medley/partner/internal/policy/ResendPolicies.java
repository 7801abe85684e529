package dev.medley.partner.internal.policy;

import dev.medley.partner.HedgeSettings;
import dev.medley.partner.RetrySettings;
import dev.medley.partner.internal.limit.AdmissionStage;
import dev.medley.thread.internal.Clock;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The policies of one partner that decide on attempts beyond the first: a chain for its calls, and a stage for each of its
 * endpoints, with common counters.
 */
public final class ResendPolicies {

    private final Clock clock;
    private final RetryAfterRules retryAfter;
    private final ResendCounters counters = new ResendCounters();
    private final CallPolicy calls;

    /**
     * Creates the policies.
     *
     * @param limits how often a call connects and sends again
     * @param random of the pauses before retries
     */
    public ResendPolicies(
            RetryPolicy limits, RetrySettings retry, HedgeSettings hedge, Clock clock, RandomGenerator random) {
        this.clock = clock;
        retryAfter = new RetryAfterRules(retry);
        RetryBudget budget = new RetryBudget(clock, retry.budget(), retry.minRetries());
        CallPolicy retries = new PacedRetry(
                limits, retryAfter, budget, new Backoff(retry.backoff(), retry.maxBackoff(), random), counters);
        calls = hedged(retries, hedge, budget);
    }

    private CallPolicy hedged(CallPolicy retries, HedgeSettings hedge, RetryBudget budget) {
        if (hedge.percentile() == 0) {
            long fixed = hedge.after().toNanos();
            return new HedgePolicy(retries, budget, hedge.isOn(), () -> fixed, nanos -> {}, counters);
        }
        LatencyQuantile latencies = new LatencyQuantile(hedge.percentile());
        return new HedgePolicy(retries, budget, true, latencies::nanos, latencies::record, counters);
    }

    /** The policy of all calls. */
    public CallPolicy calls() {
        return calls;
    }

    /** The stages of one more endpoint. */
    public List<AdmissionStage<AttemptResult>> endpointStages() {
        return retryAfter.isHonoured() ? List.of(new RetryAfterStage(clock, retryAfter, counters)) : List.of();
    }
}
