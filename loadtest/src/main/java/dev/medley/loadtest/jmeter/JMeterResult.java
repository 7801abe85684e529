package dev.medley.loadtest.jmeter;

import java.util.Map;

/**
 * The result of a run. The first two counts cover all of it; the others, throughput and latencies cover its steady part,
 * from the end of the warm-up to the start of the last request. JMeter's clock ticks in milliseconds.
 *
 * @param requests that were answered or failed
 * @param errors those of them that failed, by status, or by what JMeter gives in place of one, such as {@code Non HTTP
 *     response code: java.net.ConnectException}
 * @param steadyRequests those of all that were started in the steady part
 * @param steadyFailed those of them that failed
 * @param throughput requests a second that succeeded; of one that lies in the steady part in part only, that part
 *     counts, or else the result would depend on whether a whole round of users just fits in
 * @param meanMillis the mean latency of the requests that were started in the steady part and succeeded; 0 if there were
 *     none
 * @param p99Millis what 99 % of these did not exceed
 */
public record JMeterResult(
        long requests,
        Map<String, Long> errors,
        long steadyRequests,
        long steadyFailed,
        double throughput,
        double meanMillis,
        long p99Millis) {

    /** Copies the errors. */
    public JMeterResult {
        errors = Map.copyOf(errors);
    }

    /** The requests that failed. */
    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
