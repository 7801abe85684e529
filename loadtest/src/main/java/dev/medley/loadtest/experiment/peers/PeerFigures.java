package dev.medley.loadtest.experiment.peers;

import java.util.Map;

/**
 * The figures of one window of one server.
 *
 * @param mashups that were answered well
 * @param errors those that were not
 * @param messages errors by what went wrong
 * @param cpuMicros CPU time of the server for each mashup
 * @param switches context switches of the server for each mashup
 * @param involuntary of these, those that the server did not ask for
 * @param perSecond throughput
 * @param p50Millis median latency; at a rate from the time at which a request was due
 * @param p99Millis the latency that one in a hundred exceeds
 * @param lateP99Millis the delay of starts against the schedule that one in a hundred exceeds
 * @param serverPercent CPU of the server, in percent of a core
 * @param loadPercent CPU of partners and load driver, in percent of a core
 * @param othersPercent CPU of all other servers, in percent of a core
 * @param residentMegabytes memory of the server at the end
 * @param threads of the server at the end
 */
record PeerFigures(
        long mashups,
        long errors,
        Map<String, Long> messages,
        double cpuMicros,
        double switches,
        double involuntary,
        double perSecond,
        double p50Millis,
        double p99Millis,
        double lateP99Millis,
        double serverPercent,
        double loadPercent,
        double othersPercent,
        double residentMegabytes,
        double threads) {

    PeerFigures {
        messages = Map.copyOf(messages);
    }
}
