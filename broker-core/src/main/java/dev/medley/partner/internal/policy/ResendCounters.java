package dev.medley.partner.internal.policy;

import java.util.concurrent.atomic.LongAdder;

/** Counts the attempts beyond the first of their calls to one partner. Thread-safe. */
final class ResendCounters {

    final LongAdder retries = new LongAdder();
    final LongAdder hedges = new LongAdder();
    final LongAdder hedgesWon = new LongAdder();
    final LongAdder refusedByBudget = new LongAdder();
    final LongAdder heldBack = new LongAdder();

    ResendTotals totals(long hedgeDelayNanos) {
        return new ResendTotals(
                retries.sum(), hedges.sum(), hedgesWon.sum(), refusedByBudget.sum(), heldBack.sum(), hedgeDelayNanos);
    }
}
