package dev.medley.partner.internal.policy;

/**
 * Totals of the attempts beyond the first of their calls, since the start.
 *
 * @param retries attempts in place of one that had failed, those that the partner has certainly not processed included
 * @param hedges attempts beside one that had not ended
 * @param hedgesWon hedges whose response was the answer
 * @param refusedByBudget attempts that were not made, because the budget was exhausted
 * @param heldBack attempts that were not made, because every endpoint had asked for a pause
 * @param hedgeDelayNanos nanoseconds after which an attempt is started beside the first, at present; 0 for none
 */
public record ResendTotals(
        long retries, long hedges, long hedgesWon, long refusedByBudget, long heldBack, long hedgeDelayNanos) {

    /** Totals of nothing. */
    public static final ResendTotals NONE = new ResendTotals(0, 0, 0, 0, 0, 0);
}
