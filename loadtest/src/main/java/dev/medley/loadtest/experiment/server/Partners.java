package dev.medley.loadtest.experiment.server;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The partners of an experiment, each a process of its own. */
public final class Partners implements AutoCloseable {

    /** The line that a partner writes when it is ready. */
    private static final Pattern READY = Pattern.compile("^(http://\\S+)\\R", Pattern.MULTILINE);

    private final Map<String, MedleyProcess> running = new LinkedHashMap<>();
    private final Map<String, String> urls = new LinkedHashMap<>();

    private Partners() {}

    /**
     * Starts them, and returns when they are ready.
     *
     * @param delays how long each takes for an answer
     */
    public static Partners start(Setup setup, List<Duration> delays) throws IOException, InterruptedException {
        return start(setup, delays, List.of());
    }

    /**
     * As {@link #start(Setup, List)}.
     *
     * @param jvm JVM options that win over those of this JVM
     */
    public static Partners start(Setup setup, List<Duration> delays, List<String> jvm)
            throws IOException, InterruptedException {
        return start(setup, delays, jvm, List.of());
    }

    /**
     * As {@link #start(Setup, List)}.
     *
     * @param options of the command that runs them, besides port and delay
     */
    public static Partners start(Setup setup, List<Duration> delays, List<String> jvm, List<String> options)
            throws IOException, InterruptedException {
        Partners partners = new Partners();
        try {
            partners.startAll(setup, delays, jvm, options);
            return partners;
        } catch (IOException | InterruptedException | RuntimeException x) {
            partners.close();
            throw x;
        }
    }

    /** All are started before the first is waited for. */
    private void startAll(Setup setup, List<Duration> delays, List<String> jvm, List<String> options)
            throws IOException, InterruptedException {
        for (int i = 0; i < delays.size(); i++) {
            String name = "partner-" + (char) ('a' + i);
            String delay = Long.toString(delays.get(i).toMillis());
            // Each takes a port that is free and says which: one chosen here could be taken before it listens.
            List<String> command = new ArrayList<>(List.of("stubs", "--ports", "0", "--delay", delay));
            command.addAll(options);
            running.put(name, MedleyProcess.start(name, setup, jvm, command));
        }
        for (Map.Entry<String, MedleyProcess> partner : running.entrySet()) {
            urls.put(partner.getKey(), partner.getValue().await(READY).group(1));
        }
    }

    /** The URL of each, by name. */
    public Map<String, String> urls() {
        return urls;
    }

    /** CPU time of all of them so far, in seconds. */
    public double cpuSeconds() {
        return running.values().stream()
                .mapToDouble(partner -> ProcessFacts.of(partner.pid()).cpuSeconds())
                .sum();
    }

    @Override
    public void close() {
        running.values().forEach(MedleyProcess::close);
        running.clear();
    }
}
