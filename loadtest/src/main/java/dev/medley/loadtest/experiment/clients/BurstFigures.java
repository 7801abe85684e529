package dev.medley.loadtest.experiment.clients;

import tools.jackson.databind.JsonNode;

/**
 * The figures of bursts that a client sent one after the other, as its program reports them.
 *
 * @param requests the requests of all of them
 * @param errors those that failed
 * @param failures the reasons, with the number of each; empty if there was none
 * @param cpuMillis CPU time of the process
 * @param p50Millis time from the beginning of the burst within which half of the requests had ended
 * @param p99Millis the same of 99 in 100
 * @param threads the most threads of the client so far
 */
record BurstFigures(
        double requests,
        double errors,
        String failures,
        double cpuMillis,
        double p50Millis,
        double p99Millis,
        double threads) {

    private static final double MICROS_PER_MILLI = 1000;

    static BurstFigures of(JsonNode answer) {
        return new BurstFigures(
                answer.path("requests").asDouble(Double.NaN),
                answer.path("errors").asDouble(Double.NaN),
                answer.path("failures").asString(""),
                answer.path("cpuMillis").asDouble(Double.NaN),
                answer.path("p50Millis").asDouble(Double.NaN),
                answer.path("p99Millis").asDouble(Double.NaN),
                answer.path("threads").asDouble(Double.NaN));
    }

    /** CPU time of a request, in microseconds. */
    double cpuMicrosPerRequest() {
        return cpuMillis * MICROS_PER_MILLI / requests;
    }
}
