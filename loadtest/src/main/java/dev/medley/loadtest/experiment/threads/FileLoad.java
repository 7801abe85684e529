package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.driver.LoadDriver;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.loadtest.driver.result.PhaseResult;
import dev.medley.loadtest.experiment.server.ProcessCounters;
import dev.medley.loadtest.experiment.server.ProcessFacts;
import dev.medley.loadtest.experiment.server.RunningLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The load of a window by Medley's own driver, in the process of the experiment, and what the server spent on it. */
final class FileLoad {

    private static final double MICROS = 1e6;
    private static final double PERCENT = 100;
    private static final double FEW_THREADS = 100;
    private static final int LATE_TENTHS = 8;
    private static final int TENTHS = 10;

    private FileLoad() {}

    /** Loads a server without measuring. */
    static void warm(URI target, boolean closing, Duration time) throws IOException {
        LoadDriver.run(
                LoadPlan.to(target).closing(closing).closed(15).duration(time).build(), progress -> {});
    }

    /**
     * Loads one server for a window.
     *
     * @param target the file, at the server or behind a proxy
     * @param sources addresses to connect from; none for the default
     */
    static WindowFigures run(
            RunningServer server, URI target, Setting setting, Setting.Times times, List<InetAddress> sources)
            throws IOException, InterruptedException {
        Duration before = setting.rampUp().plus(setting.lead(times));
        Duration late =
                before.plus(setting.window(times).multipliedBy(LATE_TENTHS).dividedBy(TENTHS));
        LoadPlan plan = setting.plan(target, times, sources);
        RunningLoad<LoadResult> load =
                RunningLoad.start(onBegin -> () -> LoadDriver.run(plan, onBegin, progress -> {}));
        Moment first;
        Moment last;
        try {
            load.awaitTime(before);
            first = Moment.now(server);
            load.awaitTime(late);
            last = Moment.now(server);
        } catch (IOException | InterruptedException | RuntimeException x) {
            load.interrupt();
            throw x;
        }
        LoadResult result = load.awaitEnd();
        return figures(result, first, last, setting.size());
    }

    private static WindowFigures figures(LoadResult result, Moment first, Moment last, int size) {
        PhaseResult total = result.total();
        double answered = total.succeeded();
        double seconds = (last.nanos - first.nanos) / 1e9;
        double cpu = last.cpuSince(first);
        Map<String, Long> messages = new HashMap<>(total.messages());
        double errors = total.failed() + (double) result.unfinished();
        // Of replies that failed the length is unknown.
        if (errors == 0 && total.bytes() != total.succeeded() * size) {
            messages.put("files of another length than was asked for", 1L);
            errors++;
        }
        if (result.unfinished() > 0) {
            messages.put("without an answer at the end", result.unfinished());
        }
        return new WindowFigures(
                answered,
                errors,
                messages,
                total.throughput(),
                answered == 0 ? Double.NaN : total.raw().meanMillis(),
                answered == 0 ? Double.NaN : total.raw().p99Millis(),
                cpu / seconds * MICROS / total.throughput(),
                PERCENT * cpu / seconds,
                total.cpuPercent(),
                last.facts.residentMegabytes(),
                last.facts.threads());
    }

    /**
     * The counters of a server at one moment.
     *
     * @param facts the sums over its processes
     * @param exact the counters of each process by its threads; none where they are too many to be read in a moment
     */
    private record Moment(long nanos, ProcessFacts facts, Map<Long, ProcessCounters> exact) {

        static Moment now(RunningServer server) {
            ProcessFacts facts = server.facts();
            Map<Long, ProcessCounters> exact = new HashMap<>();
            if (facts.threads() <= FEW_THREADS) {
                server.pids().forEach(pid -> exact.put(pid, ProcessCounters.of(pid)));
            }
            return new Moment(System.nanoTime(), facts, exact);
        }

        /** CPU time in seconds; in ticks of the system where threads are many, have ended, or have become many. */
        double cpuSince(Moment earlier) {
            if (exact.isEmpty() || !exact.keySet().equals(earlier.exact.keySet())) {
                return facts.cpuSeconds() - earlier.facts.cpuSeconds();
            }
            return exact.entrySet().stream()
                    .mapToDouble(each -> each.getValue()
                            .since(Objects.requireNonNull(earlier.exact.get(each.getKey())))
                            .cpuSeconds())
                    .sum();
        }
    }
}
