package dev.medley.loadtest.experiment.topics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Memory of Linux's kernel, of the whole machine: both ends of connections on the loopback interface.
 *
 * @param slabBytes of its small objects, such as sockets and their files (Slab of /proc/meminfo)
 * @param bufferBytes of TCP (mem of /proc/net/sockstat)
 * @param sockets TCP sockets (alloc of /proc/net/sockstat)
 */
record KernelMemory(double slabBytes, double bufferBytes, double sockets) {

    private static final double KILO = 1024;
    private static final double PAGE = 4096;
    private static final double FEWEST = 10_000;
    private static final Pattern SLAB = Pattern.compile("^Slab:\\s+(\\d+) kB", Pattern.MULTILINE);
    private static final Pattern TCP = Pattern.compile("^TCP: .*alloc (\\d+) mem (\\d+)", Pattern.MULTILINE);

    static KernelMemory now() {
        try {
            return of(read("/proc/meminfo"), read("/proc/net/sockstat"));
        } catch (IOException x) {
            // Not Linux.
            return new KernelMemory(Double.NaN, Double.NaN, Double.NaN);
        }
    }

    private static String read(String file) throws IOException {
        return String.join("\n", Files.readAllLines(Path.of(file)));
    }

    static KernelMemory of(String meminfo, String sockstat) {
        List<Double> tcp = numbers(TCP, sockstat, 2);
        return new KernelMemory(numbers(SLAB, meminfo, 1).get(0) * KILO, tcp.get(1) * PAGE, tcp.get(0));
    }

    private static List<Double> numbers(Pattern pattern, String text, int count) {
        Matcher matcher = pattern.matcher(text);
        boolean found = matcher.find();
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> found ? Double.parseDouble(matcher.group(i)) : Double.NaN)
                .toList();
    }

    KernelMemory minus(KernelMemory earlier) {
        return new KernelMemory(
                slabBytes - earlier.slabBytes, bufferBytes - earlier.bufferBytes, sockets - earlier.sockets);
    }

    /** Bytes of one socket; NaN if there are so few that what else the machine does would be counted for them. */
    double ofSocket() {
        return sockets < FEWEST ? Double.NaN : (slabBytes + bufferBytes) / sockets;
    }
}
