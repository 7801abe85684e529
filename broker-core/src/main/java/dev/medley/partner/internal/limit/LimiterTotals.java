package dev.medley.partner.internal.limit;

/**
 * Totals of a limiter since its creation.
 *
 * @param refused that found the queue full
 * @param tooOld that left the queue at the maximum age
 * @param displaced that left a full queue for another waiter
 */
public record LimiterTotals(long refused, long tooOld, long displaced) {}
