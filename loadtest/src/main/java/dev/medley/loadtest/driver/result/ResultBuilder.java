package dev.medley.loadtest.driver.result;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProfile;
import dev.medley.loadtest.driver.plan.Timetable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** Makes results of what was counted. */
public final class ResultBuilder {

    private static final double NANOS = 1e9;

    private final LoadPlan plan;
    private final double endSeconds;

    /** @param endNanos when the run ended; phases that were to last longer are cut there */
    public ResultBuilder(LoadPlan plan, long endNanos) {
        this.plan = plan;
        endSeconds = endNanos / NANOS;
    }

    public List<Counted> counted(List<WindowTally> tallies) {
        return tallies.stream()
                .filter(tally -> tally.window.fromNanos() / NANOS < endSeconds)
                .map(tally -> new Counted(result(tally), tally.raw, corrected(tally), tally.startDelays))
                .toList();
    }

    /**
     * A phase, with the histograms that a total is made of.
     *
     * @param raw of microseconds
     * @param corrected of microseconds
     * @param startDelays of microseconds
     */
    public record Counted(PhaseResult phase, Histogram raw, Histogram corrected, Histogram startDelays) {}

    private PhaseResult result(WindowTally tally) {
        Timetable.Window window = tally.window;
        double from = window.fromNanos() / NANOS;
        double seconds = Math.min(window.toNanos() / NANOS, endSeconds) - from;
        Map<ErrorKind, Long> errors = tally.errors();
        return new PhaseResult(
                window.name(),
                window.measured(),
                from,
                seconds,
                window.ratePerSecond(),
                tally.started.sum(),
                tally.succeeded.sum(),
                sum(errors),
                errors,
                tally.messages(),
                tally.succeededWithin.sum() / seconds,
                tally.mostInFlight.intValue(),
                tally.bytes.sum(),
                Latency.of(tally.raw),
                Latency.of(corrected(tally)),
                tally.processPercent(),
                tally.machinePercent());
    }

    /** The sum of all that is measured; of nothing, if the run was stopped before. */
    public static PhaseResult total(List<Counted> counted) {
        List<Counted> measured = measured(counted);
        List<PhaseResult> phases = measured.stream().map(Counted::phase).toList();
        Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
        Map<String, Long> messages = new TreeMap<>();
        for (PhaseResult phase : phases) {
            phase.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
            phase.messages().forEach((message, count) -> messages.merge(message, count, Long::sum));
        }
        return new PhaseResult(
                "total",
                true,
                phases.isEmpty() ? 0 : phases.get(0).fromSeconds(),
                phases.stream().mapToDouble(PhaseResult::seconds).sum(),
                mean(phases, PhaseResult::plannedPerSecond),
                phases.stream().mapToLong(PhaseResult::started).sum(),
                phases.stream().mapToLong(PhaseResult::succeeded).sum(),
                sum(errors),
                errors,
                messages,
                mean(phases, PhaseResult::throughput),
                phases.stream().mapToInt(PhaseResult::mostInFlight).max().orElse(0),
                phases.stream().mapToLong(PhaseResult::bytes).sum(),
                merged(measured, Counted::raw),
                merged(measured, Counted::corrected),
                mean(phases, PhaseResult::cpuPercent),
                mean(phases, PhaseResult::machinePercent));
    }

    /** The delays of the starts of all requests that are measured. */
    public static Latency startDelays(List<Counted> counted) {
        return merged(measured(counted), Counted::startDelays);
    }

    private static List<Counted> measured(List<Counted> counted) {
        return counted.stream().filter(each -> each.phase().measured()).toList();
    }

    private Histogram corrected(WindowTally tally) {
        if (!(plan.profile() instanceof LoadProfile.Closed closed)) {
            return tally.fromIntended;
        }
        // As often as a user would have sent a request, had nothing stalled.
        long interval = tally.raw.getValueAtPercentile(50)
                + Latency.micros(closed.thinkTime().toNanos());
        return tally.raw.copyCorrectedForCoordinatedOmission(Math.max(1, interval));
    }

    private static double mean(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> value) {
        double seconds = 0;
        double sum = 0;
        for (PhaseResult phase : phases) {
            seconds += phase.seconds();
            sum += value.applyAsDouble(phase) * phase.seconds();
        }
        return seconds == 0 ? 0 : sum / seconds;
    }

    private static Latency merged(List<Counted> measured, Function<Counted, Histogram> which) {
        Histogram all = Latency.newHistogram();
        measured.forEach(each -> all.add(which.apply(each)));
        return Latency.of(all);
    }

    private static long sum(Map<ErrorKind, Long> errors) {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }
}
