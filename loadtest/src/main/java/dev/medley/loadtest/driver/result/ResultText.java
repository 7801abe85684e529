package dev.medley.loadtest.driver.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Results for people. */
public final class ResultText {

    private static final int MOST_MESSAGES = 5;
    private static final double SECOND_MILLIS = 1000;

    private ResultText() {}

    /** A line. */
    public static String progress(LoadProgress progress) {
        Second second = progress.second();
        return format(
                "%5.0f s, %5.0f s left  %-12s  in flight %,7d  %,8.0f/s  errors %,d  p50 %s  p99 %s  driver %3.0f %%",
                progress.elapsed().toMillis() / SECOND_MILLIS,
                progress.left().toMillis() / SECOND_MILLIS,
                progress.phase(),
                second.inFlight(),
                second.throughput(),
                progress.failed(),
                millis(second.p50Millis()),
                millis(second.p99Millis()),
                second.cpuPercent());
    }

    /** Several lines, the last one without an end. */
    public static String result(LoadResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(format("%s over %s", result.target(), result.protocol()));
        lines.add(result.load());
        if (result.stopped()) {
            lines.add(
                    format("stopped after %.1f s, with %,d requests in flight", result.seconds(), result.unfinished()));
        }
        lines.add("");
        lines.add("                s  planned/s  started  succeeded/s   errors  in flight      MB/s  driver");
        List<PhaseResult> rows = rows(result);
        rows.forEach(phase -> lines.add(counts(phase)));
        lines.add("");
        lines.addAll(latencies("latency, ms", rows, PhaseResult::raw));
        lines.add("");
        lines.addAll(latencies("corrected, ms", rows, PhaseResult::corrected));
        lines.addAll(errors(result.total()));
        lines.add("");
        lines.add(driver(result.driver()));
        return String.join(System.lineSeparator(), lines);
    }

    private static List<PhaseResult> rows(LoadResult result) {
        List<PhaseResult> rows = new ArrayList<>(result.phases());
        // The users' beginning is a warm-up, if a short one.
        rows.removeIf(phase -> phase.started() == 0);
        if (rows.stream().filter(PhaseResult::measured).count() > 1) {
            rows.add(result.total());
        }
        return rows;
    }

    private static String counts(PhaseResult phase) {
        return format(
                "%-10s %6.1f  %9s %,8d  %,11.1f  %,7d  %,9d  %8.2f  %4.0f %%",
                phase.name(),
                phase.seconds(),
                phase.plannedPerSecond() == 0 ? "" : format("%,.1f", phase.plannedPerSecond()),
                phase.started(),
                phase.throughput(),
                phase.failed(),
                phase.mostInFlight(),
                phase.bytes() / phase.seconds() / 1e6,
                phase.cpuPercent());
    }

    private static List<String> latencies(String title, List<PhaseResult> rows, Function<PhaseResult, Latency> which) {
        List<String> lines = new ArrayList<>();
        lines.add(format(
                "%-14s  %9s %9s %9s %9s %9s %9s %9s", title, "min", "mean", "p50", "p90", "p99", "p99.9", "max"));
        for (PhaseResult phase : rows) {
            Latency latency = which.apply(phase);
            lines.add(format(
                    "%-14s  %,9.1f %,9.1f %,9.1f %,9.1f %,9.1f %,9.1f %,9.1f",
                    phase.name(),
                    latency.minMillis(),
                    latency.meanMillis(),
                    latency.p50Millis(),
                    latency.p90Millis(),
                    latency.p99Millis(),
                    latency.p999Millis(),
                    latency.maxMillis()));
        }
        return lines;
    }

    private static List<String> errors(PhaseResult total) {
        List<String> lines = new ArrayList<>();
        if (total.failed() > 0) {
            lines.add("");
            total.errors().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(entry -> lines.add(format("%,10d  %s", entry.getValue(), entry.getKey())));
            total.messages().entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(MOST_MESSAGES)
                    .forEach(entry -> lines.add(format("%,10d  %s", entry.getValue(), entry.getKey())));
        }
        return lines;
    }

    private static String driver(DriverUse driver) {
        return format(
                "driver: %.0f %% of a processor (%.0f %% in the busiest phase, its share is %.0f %%), machine %.0f %%,"
                        + " starts late by %.1f ms at p99%n%s",
                driver.cpuPercent(),
                driver.busiestPercent(),
                driver.sharePercent(),
                driver.machinePercent(),
                driver.startDelayP99Millis(),
                driver.verdict());
    }

    private static String millis(double millis) {
        return format("%,7.1f ms", millis);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
