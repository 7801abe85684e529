package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Partners and a server, each in a process of its own, and the sampler that looks at the server. */
final class Bench implements AutoCloseable {

    /** What a partner writes when it is ready. */
    private static final Pattern PARTNER_AT = Pattern.compile("^(http://\\S+)\\R", Pattern.MULTILINE);
    /** What a server writes when it is ready. */
    private static final Pattern SERVER_AT =
            Pattern.compile("^Medley answers at (\\S+), administration at (\\S+)\\R", Pattern.MULTILINE);

    private final List<AutoCloseable> running = new ArrayList<>();
    private final URI server;
    private final Sampler sampler;

    private Bench(Setup setup, Mode mode, List<Duration> partnerDelays, int maxConnections)
            throws IOException, InterruptedException {
        Path logs = Files.createDirectories(setup.out().resolve("logs"));
        StringBuilder partners = new StringBuilder();
        try {
            // Each takes a port that is free and says which: one chosen here could be taken before it listens.
            Map<String, MedleyProcess> started = new LinkedHashMap<>();
            for (int i = 0; i < partnerDelays.size(); i++) {
                String partner = "partner-" + (char) ('a' + i);
                String delay = Long.toString(partnerDelays.get(i).toMillis());
                MedleyProcess process =
                        MedleyProcess.start(partner, logs, List.of("stubs", "--ports", "0", "--delay", delay));
                running.add(process);
                started.put(partner, process);
            }
            for (Map.Entry<String, MedleyProcess> partner : started.entrySet()) {
                partners.append("""
                          %s:
                            url: %s
                            max-connections: %d
                            max-queued: 0
                            timeout: 30s
                        """.formatted(
                        partner.getKey(), partner.getValue().await(PARTNER_AT).group(1), maxConnections));
            }
            String name = "server-" + mode.configured();
            Path configuration = logs.resolve(name + ".yaml");
            Files.writeString(configuration, """
                    server:
                      port: 0
                      host: 127.0.0.1
                      admin: {port: 0}
                      execution: %s
                      access-log: false
                      idle-timeout: 300s
                    partners:
                    """.formatted(mode.configured()) + partners);
            MedleyProcess process =
                    MedleyProcess.start(name, logs, List.of("serve", "--config", configuration.toString()));
            running.add(process);
            Matcher at = process.await(SERVER_AT);
            server = URI.create(at.group(1));
            sampler = Sampler.start(URI.create(at.group(2)), process.pid());
            running.add(sampler);
        } catch (IOException | InterruptedException | RuntimeException x) {
            close();
            throw x;
        }
    }

    /**
     * Starts partners and a server.
     *
     * @param partnerDelays how long each partner takes for an answer
     * @param maxConnections to each partner
     */
    static Bench start(Setup setup, Mode mode, List<Duration> partnerDelays, int maxConnections)
            throws IOException, InterruptedException {
        return new Bench(setup, mode, partnerDelays, maxConnections);
    }

    /** The address of a mashup of {@code exchanges} exchanges, each as slow as its partner is. */
    URI fanout(int exchanges) {
        return server.resolve("/fanout?c=" + exchanges);
    }

    Sampler sampler() {
        return sampler;
    }

    @Override
    public void close() {
        Collections.reverse(running);
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception x) {
                throw new IllegalStateException("the bench does not come down", x);
            }
        }
        running.clear();
    }
}
