package dev.medley.loadtest.experiment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Partners and a server, each in a process of its own, and the sampler that looks at the server. */
final class Bench implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    /** Below the range from which Linux takes the ports of outgoing connections. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;
    private static final int BACKLOG = 1;

    private final List<AutoCloseable> running = new ArrayList<>();
    private final URI server;
    private final MedleyProcess serverProcess;
    private final Sampler sampler;

    private Bench(Setup setup, Mode mode, List<Duration> partnerDelays, int maxConnections)
            throws IOException, InterruptedException {
        Path logs = Files.createDirectories(setup.out().resolve("logs"));
        StringBuilder partners = new StringBuilder();
        try {
            for (int i = 0; i < partnerDelays.size(); i++) {
                int port = freePort();
                Duration delay = partnerDelays.get(i);
                MedleyProcess partner = MedleyProcess.start(
                        "partner-" + (char) ('a' + i),
                        logs,
                        List.of("stubs", "--ports", "" + port, "--delay", "" + delay.toMillis()));
                running.add(partner);
                partner.awaitReady(URI.create("http://127.0.0.1:" + port + "/stats"));
                partners.append("""
                          partner-%s:
                            url: http://127.0.0.1:%d
                            max-connections: %d
                            max-queued: 0
                            timeout: 30s
                        """.formatted((char) ('a' + i), port, maxConnections));
            }
            int port = freePort();
            int adminPort = freePort();
            Path configuration = logs.resolve("server-" + mode.configured() + ".yaml");
            Files.writeString(configuration, """
                    server:
                      port: %d
                      host: 127.0.0.1
                      admin: {port: %d}
                      execution: %s
                      access-log: false
                      idle-timeout: 300s
                    partners:
                    """.formatted(port, adminPort, mode.configured()) + partners);
            serverProcess = MedleyProcess.start(
                    "server-" + mode.configured(), logs, List.of("serve", "--config", configuration.toString()));
            running.add(serverProcess);
            URI admin = URI.create("http://127.0.0.1:" + adminPort);
            serverProcess.awaitReady(admin.resolve("/health/ready"));
            server = URI.create("http://127.0.0.1:" + port);
            sampler = Sampler.start(admin, serverProcess.pid());
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

    private static int freePort() throws IOException {
        for (int tried = 0; tried < LAST_PORT - FIRST_PORT; tried++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, BACKLOG, LOOPBACK)) {
                return socket.getLocalPort();
            } catch (IOException x) {
                // Taken: another one is tried.
            }
        }
        throw new IOException("no port is free from " + FIRST_PORT + " to " + LAST_PORT);
    }
}
