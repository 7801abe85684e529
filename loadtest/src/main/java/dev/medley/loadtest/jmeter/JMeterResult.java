package dev.medley.loadtest.jmeter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What came of a run. The first two counts and the series tell of all of it; the others, throughput and latencies of its
 * steady part, which lasts from the end of the warm-up until the last request was begun. JMeter's clock ticks in
 * milliseconds.
 *
 * @param requests that were answered or failed
 * @param errors those of them that failed, by status, or by what JMeter gives in place of one, such as {@code Non HTTP
 *     response code: java.net.ConnectException}
 * @param steadyRequests those of all that were begun in the steady part
 * @param steadyFailed those of them that failed
 * @param steadySeconds the length of the steady part
 * @param throughput requests a second that ended well; of one that lies in the steady part in part only, that part
 *     counts, or else the result would depend on whether a whole round of users just fits in
 * @param meanMillis how long the requests took that were begun in the steady part and ended well; 0 if there were none
 * @param p50Millis what half of these did not exceed
 * @param p90Millis what 90 % of these did not exceed
 * @param p99Millis what 99 % of these did not exceed
 * @param series second after second, without gaps
 */
public record JMeterResult(
        long requests,
        Map<String, Long> errors,
        long steadyRequests,
        long steadyFailed,
        double steadySeconds,
        double throughput,
        double meanMillis,
        long p50Millis,
        long p90Millis,
        long p99Millis,
        List<JMeterSecond> series) {

    /** Takes copies. */
    public JMeterResult {
        errors = Map.copyOf(errors);
        series = List.copyOf(series);
    }

    /**
     * Reads what any JMeter wrote by {@code -l}, in its format CSV, with the names of the columns in the first line and
     * the time in milliseconds, all of which is its default.
     *
     * @param warmUp what is cut off from the beginning of the steady part
     * @throws JMeterException if something else is in the file, or nothing after the warm-up
     */
    public static JMeterResult read(Path results, Duration warmUp) throws IOException {
        Samples samples = new Samples();
        try (ResultsFile file = new ResultsFile(results)) {
            file.readOn(samples::add);
        }
        return samples.result(warmUp);
    }

    /** The requests that failed. */
    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
