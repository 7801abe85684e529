package dev.medley.loadtest.experiment.server;

import tools.jackson.databind.JsonNode;

/**
 * The sums behind the law n = N(D/S + c) from the server's start to one moment, taken from its status. The difference of
 * two is the law of what is between them.
 *
 * @param seconds since the start
 * @param answered requests answered
 * @param demandMillis thread time of inbound requests, in all
 * @param serviceMillis service time, in all
 * @param exchangeMillis thread time of exchanges, in all
 * @param utilizedMillis time that threads of the pool were utilized, in all
 */
public record LawTotals(
        double seconds,
        double answered,
        double demandMillis,
        double serviceMillis,
        double exchangeMillis,
        double utilizedMillis) {

    private static final double MILLIS = 1000;

    /** Takes the sums and not what was made of them, which is rounded. */
    static LawTotals of(JsonNode law) {
        JsonNode sums = law.path("sums");
        return new LawTotals(
                law.path("seconds").doubleValue(),
                law.path("answered").doubleValue(),
                sums.path("demand_ms").doubleValue(),
                sums.path("service_ms").doubleValue(),
                sums.path("exchange_ms").doubleValue(),
                sums.path("utilized_ms").doubleValue());
    }

    public LawTotals minus(LawTotals earlier) {
        return new LawTotals(
                seconds - earlier.seconds,
                answered - earlier.answered,
                demandMillis - earlier.demandMillis,
                serviceMillis - earlier.serviceMillis,
                exchangeMillis - earlier.exchangeMillis,
                utilizedMillis - earlier.utilizedMillis);
    }

    /** N: requests in flight, on average (Little's law). */
    public double concurrency() {
        return serviceMillis / MILLIS / seconds;
    }

    /** D: milliseconds of thread time of a request. */
    public double demand() {
        return demandMillis / answered;
    }

    /** S: milliseconds of service time of a request. */
    public double service() {
        return serviceMillis / answered;
    }

    /** c: threads that the exchanges of a request take. */
    public double exchangeThreads() {
        return exchangeMillis / serviceMillis;
    }

    /** n as equation 2 of the paper has it. */
    public double predictedThreads() {
        return concurrency() * (demand() / service() + exchangeThreads());
    }

    /** n as it was measured, on average. */
    public double measuredThreads() {
        return utilizedMillis / MILLIS / seconds;
    }
}
