package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Linux's figures of a process at one moment. On other systems, and once the process is gone, all of it is not a number.
 *
 * @param cpuSeconds time on processors since it began
 * @param residentMegabytes memory that it holds
 * @param threads its threads, all of them
 * @param files its open files, sockets included
 */
public record ProcessFacts(double cpuSeconds, double residentMegabytes, double threads, double files) {

    private static final ProcessFacts NONE = new ProcessFacts(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    /** The unit of /proc/PID/stat on every Linux of our time. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final double KILO = 1024;

    /** Returns the figures of a process now. */
    public static ProcessFacts of(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        try {
            String stat = Files.readString(proc.resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            double ticks = Double.parseDouble(fields[USER_TICKS]) + Double.parseDouble(fields[SYSTEM_TICKS]);
            List<String> status = Files.readAllLines(proc.resolve("status"));
            return new ProcessFacts(
                    ticks / TICKS_PER_SECOND,
                    number(status, "VmRSS:") / KILO,
                    number(status, "Threads:"),
                    filesOf(proc));
        } catch (IOException | UncheckedIOException x) {
            // It may end while its files are being counted.
            return NONE;
        }
    }

    private static double filesOf(Path proc) throws IOException {
        try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
            return open.count();
        }
    }

    /** The number behind a key in a status file; NaN if the key is absent. */
    static double number(List<String> status, String key) {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .mapToDouble(line ->
                        Double.parseDouble(line.substring(key.length()).strip().split(" ", -1)[0]))
                .findFirst()
                .orElse(Double.NaN);
    }
}
