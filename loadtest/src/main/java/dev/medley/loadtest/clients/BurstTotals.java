package dev.medley.loadtest.clients;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The outcome of the bursts that one command asks for. Not thread-safe. */
final class BurstTotals {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<String, Integer> failures = new TreeMap<>();
    private long[] latencies = {};
    private int requests;

    void add(Burst burst) {
        requests += burst.size();
        latencies = LongStream.concat(Arrays.stream(latencies), Arrays.stream(burst.latencies()))
                .toArray();
        burst.failures().forEach((message, count) -> failures.merge(message, count, Integer::sum));
        if (burst.unanswered() > 0) {
            failures.merge("no end of the request was reported", burst.unanswered(), Integer::sum);
        }
    }

    /** Returns the time within which that part of the requests has ended, in milliseconds; NaN if none has. */
    double quantileMillis(double part) {
        if (latencies.length == 0) {
            return Double.NaN;
        }
        long[] sorted = latencies.clone();
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(part * sorted.length);
        return sorted[Math.max(0, rank - 1)] / NANOS_PER_MILLI;
    }

    /** Writes counts and latencies. */
    void writeTo(ResultLine line) {
        line.number("requests", requests)
                .number(
                        "errors",
                        failures.values().stream().mapToInt(Integer::intValue).sum())
                .number("p50Millis", quantileMillis(0.5))
                .number("p99Millis", quantileMillis(0.99))
                .text("failures", failures.isEmpty() ? "" : failures.toString());
    }
}
