package dev.medley.loadtest.experiment.server;

import dev.medley.loadtest.report.Report;
import dev.medley.loadtest.report.section.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Samples of a server, about one a second.
 *
 * @param begin the zero of their time
 * @param samples in order
 * @param lost how many there should be besides
 */
public record ServerSamples(Instant begin, List<ServerSample> samples, long lost) {

    private static final double NANOS = 1e9;
    private static final double PERCENT = 100;

    public ServerSamples {
        samples = List.copyOf(samples);
    }

    /** The same, with the time counted from {@code zero}, as that of the load is. */
    public ServerSamples since(Instant zero) {
        return new ServerSamples(zero, samples, lost);
    }

    /** Those from {@code from} on and before {@code to}, in seconds. */
    public ServerSamples between(double from, double to) {
        List<ServerSample> within = samples.stream()
                .filter(sample -> seconds(sample) >= from && seconds(sample) < to)
                .toList();
        return new ServerSamples(begin, within, lost);
    }

    /** The largest value of those that are known, or NaN if none is. */
    public double most(ToDoubleFunction<ServerSample> value) {
        return samples.stream()
                .mapToDouble(value)
                .filter(known -> !Double.isNaN(known))
                .max()
                .orElse(Double.NaN);
    }

    /** The value of the last one, or NaN if there is none. */
    public double last(ToDoubleFunction<ServerSample> value) {
        return samples.isEmpty() ? Double.NaN : value.applyAsDouble(samples.get(samples.size() - 1));
    }

    /** The mean of the values, or NaN if there is none. */
    public double mean(ToDoubleFunction<ServerSample> value) {
        return samples.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    /** CPU time of the process from the first sample to the last one, in percent of one processor. */
    public double cpuPercent() {
        return samples.size() < 2 ? Double.NaN : cpuPercent(samples.get(0), samples.get(samples.size() - 1));
    }

    /** CPU time of the process for each request that it answered, from the first sample to the last one, in microseconds. */
    public double microsPerRequest() {
        return samples.size() < 2
                ? Double.NaN
                : samples.get(samples.size() - 1)
                        .workDone()
                        .microsPerRequest(samples.get(0).workDone());
    }

    /** The values over the time in seconds. */
    public List<Point> series(ToDoubleFunction<ServerSample> value) {
        return samples.stream()
                .map(sample -> new Point(seconds(sample), value.applyAsDouble(sample)))
                .toList();
    }

    /** CPU time of the process from one sample to the next, in percent of one processor, over the time in seconds. */
    public List<Point> cpu() {
        List<Point> series = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            series.add(new Point(seconds(samples.get(i)), cpuPercent(samples.get(i - 1), samples.get(i))));
        }
        return series;
    }

    /** Adds the number of missing samples to the report, if there are any. */
    public static void reportLost(Report.Builder report, long lost) {
        if (lost > 0) {
            report.text("The server did not answer " + lost
                    + " of the samples within five seconds: they are missing in its" + " figures.");
        }
    }

    private double seconds(ServerSample sample) {
        return Duration.between(begin, sample.at()).toNanos() / NANOS;
    }

    private static double cpuPercent(ServerSample from, ServerSample to) {
        double seconds = Duration.between(from.at(), to.at()).toNanos() / NANOS;
        return (to.process().cpuSeconds() - from.process().cpuSeconds()) / seconds * PERCENT;
    }
}
