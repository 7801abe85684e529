package dev.medley.loadtest.jmeter;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** The requests of one run, and the figures made of them. Not thread-safe. */
final class JMeterSamples {

    private static final double MILLIS = 1000;
    private static final int DIGITS = 3;
    private static final Pattern LINE = Pattern.compile("(\\d+),(\\d+),(.*),(true|false)");

    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private String incomplete = "";

    /** Adds the results in the next bytes of JMeter's file, which may end within a line. */
    void read(byte[] bytes) {
        String text = incomplete + new String(bytes, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        incomplete = text.substring(end);
        text.substring(0, end).lines().forEach(this::add);
    }

    private void add(String line) {
        Matcher fields = LINE.matcher(line);
        if (!fields.matches()) {
            throw new JMeterException("JMeter wrote a line that is not \"start,elapsed,code,success\" with times in"
                    + " milliseconds: " + line);
        }
        boolean success = Boolean.parseBoolean(fields.group(4));
        samples.add(new Sample(Long.parseLong(fields.group(1)), Long.parseLong(fields.group(2)), success));
        if (!success) {
            errors.merge(fields.group(3), 1L, Long::sum);
        }
    }

    /** The requests that have ended. */
    long count() {
        return samples.size();
    }

    JMeterResult result(Duration warmUp) {
        if (samples.isEmpty()) {
            throw new JMeterException("JMeter made no request");
        }
        long begin = samples.stream().mapToLong(Sample::start).min().orElseThrow();
        long from = begin + warmUp.toMillis();
        long to = samples.stream().mapToLong(Sample::start).max().orElseThrow();
        if (to <= from) {
            throw new JMeterException(String.format(
                    Locale.ROOT,
                    "no request was begun later than %.1f s after the first one, so nothing is left after a warm-up of %.1f s",
                    (to - begin) / MILLIS,
                    warmUp.toMillis() / MILLIS));
        }
        double within = 0;
        long steady = 0;
        long steadyFailed = 0;
        Histogram latencies = new Histogram(DIGITS);
        for (Sample sample : samples) {
            if (sample.start() >= from) {
                steady++;
                steadyFailed += sample.success() ? 0 : 1;
            }
            if (sample.success()) {
                within += share(sample, from, to);
                if (sample.start() >= from) {
                    latencies.recordValue(sample.elapsed());
                }
            }
        }
        boolean none = latencies.getTotalCount() == 0;
        return new JMeterResult(
                samples.size(),
                errors,
                steady,
                steadyFailed,
                within * MILLIS / (to - from),
                none ? 0 : latencies.getMean(),
                latencies.getValueAtPercentile(99));
    }

    /** The share of the request that lies within that time, from 0 to 1. */
    private static double share(Sample sample, long from, long to) {
        if (sample.elapsed() == 0) {
            return sample.start() >= from && sample.start() < to ? 1 : 0;
        }
        long inside = Math.min(sample.end(), to) - Math.max(sample.start(), from);
        return Math.max(0, inside) / (double) sample.elapsed();
    }

    /**
     * One request.
     *
     * @param start in milliseconds since the epoch
     * @param elapsed milliseconds until the last byte of the response, or until the failure
     */
    private record Sample(long start, long elapsed, boolean success) {

        long end() {
            return start + elapsed;
        }
    }
}
