package dev.medley.loadtest.experiment;

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
 * @param measured threads seen at work, times seconds
 */
record LawTotals(
        double seconds,
        double answered,
        double demandMillis,
        double serviceMillis,
        double exchangeMillis,
        double measured) {

    private static final double MILLIS = 1000;

    static LawTotals of(JsonNode law) {
        double seconds = law.path("seconds").asDouble();
        double answered = law.path("answered").asDouble();
        double service = law.path("S_ms").asDouble() * answered;
        return new LawTotals(
                seconds,
                answered,
                law.path("D_ms").asDouble() * answered,
                service,
                law.path("c").asDouble() * service,
                law.path("n_measured").asDouble() * seconds);
    }

    LawTotals minus(LawTotals earlier) {
        return new LawTotals(
                seconds - earlier.seconds,
                answered - earlier.answered,
                demandMillis - earlier.demandMillis,
                serviceMillis - earlier.serviceMillis,
                exchangeMillis - earlier.exchangeMillis,
                measured - earlier.measured);
    }

    /** N: requests in flight, on average (Little's law). */
    double concurrency() {
        return serviceMillis / MILLIS / seconds;
    }

    /** D: milliseconds of thread time of a request. */
    double demand() {
        return demandMillis / answered;
    }

    /** S: milliseconds of service time of a request. */
    double service() {
        return serviceMillis / answered;
    }

    /** c: threads that the exchanges of a request take. */
    double exchangeThreads() {
        return exchangeMillis / serviceMillis;
    }

    /** n as equation 2 of the paper has it. */
    double predictedThreads() {
        return concurrency() * (demand() / service() + exchangeThreads());
    }

    /** n as it was seen, on average. */
    double measuredThreads() {
        return measured / seconds;
    }

    double throughput() {
        return answered / seconds;
    }
}
