package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The objects of another JVM that are alive, counted by jcmd after a full collection. */
public final class LiveHeap {

    private static final long PATIENCE_SECONDS = 120;
    /** What the collector fills gaps with is no object of the program. */
    private static final String FILLER = "FillerElement";
    /** Rank, instances, bytes and name of a class. */
    private static final Pattern LINE = Pattern.compile("^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s.*");

    private LiveHeap() {}

    /**
     * Returns the bytes of all objects that are alive. The JVM stands still meanwhile.
     *
     * @param pid the process
     * @param histogram the file for the histogram of classes that jcmd prints
     * @throws IOException if this Java has no jcmd, or it fails
     */
    public static long bytes(long pid, Path histogram) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            throw new IOException(jcmd + " is not there; expected a JDK, which has it");
        }
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .redirectOutput(histogram.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(
                    "jcmd has printed no histogram of process " + pid + " within " + PATIENCE_SECONDS + " s");
        }
        try (Stream<String> lines = Files.lines(histogram)) {
            long bytes = sum(lines);
            if (process.exitValue() != 0 || bytes == 0) {
                throw new IOException("jcmd has printed no histogram of process " + pid + ", see " + histogram);
            }
            return bytes;
        }
    }

    /** Returns the sum over the lines of a histogram. */
    public static long sum(Stream<String> histogram) {
        return histogram
                .filter(line -> !line.contains(FILLER))
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
    }
}
