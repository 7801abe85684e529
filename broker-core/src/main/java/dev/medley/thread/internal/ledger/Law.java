package dev.medley.thread.internal.ledger;

/**
 * The paper's law n = N(D/S + c), with every quantity measured over some stretch of time.
 *
 * @param ended inbound requests answered
 * @param elapsedNanos how long the stretch was
 * @param serviceNanos service times of those requests, added up
 * @param inboundNanos time of threads spent on inbound requests
 * @param exchangeNanos time of threads spent on exchanges
 */
public record Law(long ended, long elapsedNanos, long serviceNanos, long inboundNanos, long exchangeNanos) {

    private static final double MILLI = 1e6;

    /** D: milliseconds of thread time that an inbound request takes; 0 when none has ended. */
    public double demandMillis() {
        return ended == 0 ? 0 : inboundNanos / MILLI / ended;
    }

    /** S: milliseconds of service time of an inbound request; 0 when none has ended. */
    public double serviceMillis() {
        return ended == 0 ? 0 : serviceNanos / MILLI / ended;
    }

    /** D/S; 0 when none has ended. */
    public double demandPerService() {
        return serviceNanos == 0 ? 0 : (double) inboundNanos / serviceNanos;
    }

    /** c: threads that the exchanges of one inbound request take. */
    public double exchangeThreads() {
        return serviceNanos == 0 ? 0 : (double) exchangeNanos / serviceNanos;
    }

    /** N: inbound requests in flight, on average over the stretch (Little's law). */
    public double concurrency() {
        return elapsedNanos == 0 ? 0 : (double) serviceNanos / elapsedNanos;
    }

    /** n: utilized threads, on average over the stretch, as equation 2 of the paper has them. */
    public double threads() {
        return concurrency() * (demandPerService() + exchangeThreads());
    }
}
