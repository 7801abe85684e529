package dev.medley.loadtest.experiment.topics;

import dev.medley.loadtest.experiment.server.ServerUnderTest;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says of itself at a moment.
 *
 * @param published messages
 * @param delivered messages to a session each, with the kernel
 * @param turns of its loops
 * @param turnsBelow those of at most {@link #TURN_MILLIS} of CPU time
 * @param threads live, as JConsole shows them
 */
record ServerCounts(double published, double delivered, double turns, double turnsBelow, int threads) {

    /** The bound of turns. */
    static final double TURN_MILLIS = 5;

    private static final Pattern LINE = Pattern.compile("^(\\w+)(\\{[^}]*})? (\\S+)$", Pattern.MULTILINE);
    private static final Pattern THREADS = Pattern.compile("^java\\.threads\\.live=(\\d+)", Pattern.MULTILINE);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static ServerCounts of(ServerUnderTest server) throws IOException, InterruptedException {
        String metrics = CLIENT.send(
                        HttpRequest.newBuilder(server.admin().resolve("/metrics"))
                                .timeout(PATIENCE)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return of(metrics, liveThreads(server.pid()));
    }

    static ServerCounts of(String metrics, int threads) {
        return new ServerCounts(
                sum(metrics, "medley_topics_published_total", labels -> true),
                sum(metrics, "medley_topics_delivered_seconds_count", labels -> true),
                sum(metrics, "medley_loops_turn_seconds_count", labels -> true),
                sum(metrics, "medley_loops_turn_seconds_bucket", labels -> labels.contains("le=\"0.005\"")),
                threads);
    }

    private static double sum(String metrics, String name, Predicate<String> of) {
        double sum = 0;
        Matcher line = LINE.matcher(metrics);
        while (line.find()) {
            String labels = line.group(2) == null ? "" : line.group(2);
            if (line.group(1).equals(name) && of.test(labels)) {
                sum += Double.parseDouble(line.group(3));
            }
        }
        return sum;
    }

    /** The counter behind {@code ThreadMXBean.getThreadCount}, without the threads that a connection by JMX would start. */
    private static int liveThreads(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "PerfCounter.print")
                .redirectErrorStream(true)
                .start();
        String counters = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        Matcher threads = THREADS.matcher(counters);
        if (!threads.find()) {
            throw new IOException("jcmd does not know the number of threads of the server: " + counters.strip());
        }
        return Integer.parseInt(threads.group(1));
    }

    /** The turns since {@code earlier} that took longer. */
    double longTurnsSince(ServerCounts earlier) {
        return turns - earlier.turns - (turnsBelow - earlier.turnsBelow);
    }
}
