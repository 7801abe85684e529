package dev.medley.loadtest.experiment.threads;

import java.util.Map;

/**
 * The figures of one window of one server.
 *
 * @param answered requests that were answered with the file
 * @param errors those that were not
 * @param messages errors by what went wrong
 * @param perSecond throughput
 * @param meanMillis mean latency, the opening of a connection included
 * @param p99Millis the latency that one in a hundred exceeds
 * @param cpuMicros CPU time of the server for each request; NaN where it is unknown
 * @param serverPercent CPU of the server, in percent of a core
 * @param driverPercent CPU of the load driver, and of the proxy where there is one, in percent of a core
 * @param residentMegabytes memory of the server under the load
 * @param threads of the server under the load
 */
record WindowFigures(
        double answered,
        double errors,
        Map<String, Long> messages,
        double perSecond,
        double meanMillis,
        double p99Millis,
        double cpuMicros,
        double serverPercent,
        double driverPercent,
        double residentMegabytes,
        double threads) {

    WindowFigures {
        messages = Map.copyOf(messages);
    }
}
