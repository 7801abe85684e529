package dev.medley.loadtest.jmeter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The requests of one run, and the figures made of them. Not thread-safe. */
final class JMeterSamples {

    private static final double MILLIS = 1000;
    private static final int DIGITS = 3;

    private final List<JMeterSample> samples = new ArrayList<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private long failed;

    void add(JMeterSample sample) {
        samples.add(sample);
        if (!sample.success()) {
            failed++;
            errors.merge(sample.code(), 1L, Long::sum);
        }
    }

    long succeeded() {
        return samples.size() - failed;
    }

    long failed() {
        return failed;
    }

    JMeterResult result(Duration warmUp) {
        if (samples.isEmpty()) {
            throw new JMeterException("JMeter made no request");
        }
        long begin = samples.stream().mapToLong(JMeterSample::start).min().orElseThrow();
        long from = begin + warmUp.toMillis();
        long to = samples.stream().mapToLong(JMeterSample::start).max().orElseThrow();
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
        for (JMeterSample sample : samples) {
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

    /** Which part of the request lies within that time, from 0 to 1. */
    private static double share(JMeterSample sample, long from, long to) {
        if (sample.elapsed() == 0) {
            return sample.start() >= from && sample.start() < to ? 1 : 0;
        }
        long inside = Math.min(sample.end(), to) - Math.max(sample.start(), from);
        return Math.max(0, inside) / (double) sample.elapsed();
    }
}
