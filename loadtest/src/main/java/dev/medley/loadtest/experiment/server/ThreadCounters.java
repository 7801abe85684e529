package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Linux's counters of a thread.
 *
 * @param cpuSeconds time on processors; NaN if the kernel does not count it exactly
 * @param voluntary context switches because it waited
 * @param involuntary context switches because another thread had its turn
 */
public record ThreadCounters(double cpuSeconds, double voluntary, double involuntary) {

    private static final double NANOS = 1e9;

    static final ThreadCounters NONE = new ThreadCounters(0, 0, 0);

    /** Those of the threads of a process, by id; none if the process is gone. */
    static Map<Long, ThreadCounters> ofProcess(long pid) {
        Map<Long, ThreadCounters> threads = new HashMap<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks.toList()) {
                read(task, threads);
            }
        } catch (IOException | UncheckedIOException x) {
            // The process is gone, or this is not Linux.
            threads.clear();
        }
        return threads;
    }

    ThreadCounters minus(ThreadCounters earlier) {
        return new ThreadCounters(
                cpuSeconds - earlier.cpuSeconds, voluntary - earlier.voluntary, involuntary - earlier.involuntary);
    }

    ThreadCounters plus(ThreadCounters other) {
        return new ThreadCounters(
                cpuSeconds + other.cpuSeconds, voluntary + other.voluntary, involuntary + other.involuntary);
    }

    private static void read(Path task, Map<Long, ThreadCounters> threads) {
        try {
            List<String> status = Files.readAllLines(task.resolve("status"));
            threads.put(
                    Long.parseLong(task.getFileName().toString()),
                    new ThreadCounters(
                            exactSeconds(task.resolve("schedstat")),
                            ProcessFacts.number(status, "voluntary_ctxt_switches:"),
                            ProcessFacts.number(status, "nonvoluntary_ctxt_switches:")));
        } catch (IOException x) {
            // The thread has ended since it was listed: there is nothing left to count.
            return;
        }
    }

    /** The first number is the time on processors. */
    private static double exactSeconds(Path schedstat) throws IOException {
        if (!Files.exists(schedstat)) {
            return Double.NaN;
        }
        return Long.parseLong(Files.readString(schedstat).split(" ", -1)[0]) / NANOS;
    }
}
