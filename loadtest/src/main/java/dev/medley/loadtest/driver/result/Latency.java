package dev.medley.loadtest.driver.result;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The latencies of requests, in milliseconds; all zero if there were none.
 *
 * @param count the requests
 * @param minMillis the shortest
 * @param meanMillis the mean
 * @param p50Millis what half of them did not exceed
 * @param p75Millis what 75 % of them did not exceed
 * @param p90Millis what 90 % of them did not exceed
 * @param p95Millis what 95 % of them did not exceed
 * @param p99Millis what 99 % of them did not exceed
 * @param p999Millis what 99.9 % of them did not exceed
 * @param maxMillis the longest
 * @param histogram all of it, in microseconds: an HdrHistogram, compressed, in Base64
 */
public record Latency(
        long count,
        double minMillis,
        double meanMillis,
        double p50Millis,
        double p75Millis,
        double p90Millis,
        double p95Millis,
        double p99Millis,
        double p999Millis,
        double maxMillis,
        String histogram) {

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final int DIGITS = 3;
    private static final double MICROS = 1000;

    static Latency of(Histogram micros) {
        boolean none = micros.getTotalCount() == 0;
        return new Latency(
                micros.getTotalCount(),
                none ? 0 : micros.getMinValue() / MICROS,
                none ? 0 : micros.getMean() / MICROS,
                micros.getValueAtPercentile(50) / MICROS,
                micros.getValueAtPercentile(75) / MICROS,
                micros.getValueAtPercentile(90) / MICROS,
                micros.getValueAtPercentile(95) / MICROS,
                micros.getValueAtPercentile(99) / MICROS,
                micros.getValueAtPercentile(99.9) / MICROS,
                micros.getMaxValue() / MICROS,
                encoded(micros));
    }

    /** A histogram of microseconds, to be written by many threads. */
    static Histogram newHistogram() {
        return new ConcurrentHistogram(1, LONGEST_MICROS, DIGITS);
    }

    /** As {@link #newHistogram()}, to be read and emptied now and then. */
    static Recorder newRecorder() {
        return new Recorder(1, LONGEST_MICROS, DIGITS);
    }

    /** {@code nanos} in microseconds, within what a histogram takes. */
    static long micros(long nanos) {
        return Math.max(0, Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    private static String encoded(Histogram micros) {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
