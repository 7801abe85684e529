package dev.medley.thread.internal.ledger;

/**
 * The totals of a {@link ThreadLedger} at one moment.
 *
 * @param atNanos when, by the ledger's clock
 * @param started inbound requests that have arrived
 * @param ended inbound requests that have been answered
 * @param serviceNanos their service times added up (S)
 * @param inboundNanos time of threads spent on inbound requests (D)
 * @param exchangeNanos time of threads spent on exchanges (the sum of all D<sub>i</sub>)
 */
public record Totals(long atNanos, long started, long ended, long serviceNanos, long inboundNanos, long exchangeNanos) {

    /** Inbound requests in flight at that moment. */
    public long inFlight() {
        return Math.max(0, started - ended);
    }

    /** The law over the time from {@code earlier} to this, per inbound request that ended in it. */
    public Law since(Totals earlier) {
        return new Law(
                ended - earlier.ended,
                atNanos - earlier.atNanos,
                serviceNanos - earlier.serviceNanos,
                inboundNanos - earlier.inboundNanos,
                exchangeNanos - earlier.exchangeNanos);
    }

    /** Returns the same sums as of {@code nanos} nanoseconds later. */
    public Totals movedBy(long nanos) {
        return new Totals(atNanos + nanos, started, ended, serviceNanos, inboundNanos, exchangeNanos);
    }
}
