package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fault 52: the process is paused, as by garbage collection or by its host, for longer than time-outs have left. */
@DisabledOnOs(OS.WINDOWS)
class PauseTest {

    private static final int IN_FLIGHT = 30;
    private static final int WARM_UP = 50;
    private static final byte[] REQUEST =
            "GET /nothing-here HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Duration PAST_ALL_TIME_OUTS = Duration.ofMillis(3500);

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} loops, partners with {1}, execution {2}")
    @CsvSource({"2, http/1.1, async", "2, h2c, async", "0, http/1.1, async", "0, h2c, async", "0, http/1.1, blocking"})
    void responsesThatCameInAPauseWinOverTimeOutsThatPassedInIt(int loops, String protocol, String execution)
            throws Exception {
        try (PartnerStubs partner =
                PartnerStubs.builder().threads(2).recorded(0).start()) {
            String configuration = """
                    server:
                      {host: 127.0.0.1, port: 0, samples: true, access-log: false, admin: {port: 0},
                       loops: %d, execution: %s, deadline: 3s}
                    partners:
                      partner: {url: '%s', protocol: %s, timeout: 2500ms, retries: 0}
                    """.formatted(loops, execution, partner.uri(), protocol);
            try (ServerProcess server = ServerProcess.start(folder, configuration)) {
                // Code that is loaded and compiled meanwhile would take the time in which responses are read.
                for (int i = 0; i < WARM_UP; i++) {
                    server.get("/fanout?c=2").get(30, TimeUnit.SECONDS);
                }
                List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, IN_FLIGHT)
                        .mapToObj(i -> server.get("/fanout?c=2&delay=1500"))
                        .toList();
                await().until(() -> partner.inFlight() == 2L * IN_FLIGHT);

                server.signal("STOP");
                long paused = System.nanoTime();
                await().until(() ->
                        partner.inFlight() == 0 && System.nanoTime() - paused > PAST_ALL_TIME_OUTS.toNanos());
                server.signal("CONT");

                List<Integer> statuses = new ArrayList<>();
                for (CompletableFuture<HttpResponse<String>> reply : replies) {
                    statuses.add(reply.get(30, TimeUnit.SECONDS).statusCode());
                }
                assertThat(statuses).containsOnly(200);
            }
        }
    }

    /** Connections were closed as idle, with the request unread. */
    @ParameterizedTest(name = "{0} loops, execution {1}")
    @CsvSource({"2, async", "0, async", "0, blocking"})
    void requestsThatCameInAPauseAreAnsweredThoughTheirConnectionsWereIdle(int loops, String execution)
            throws Exception {
        String configuration = """
                server:
                  {host: 127.0.0.1, port: 0, samples: true, access-log: false, admin: {port: 0},
                   loops: %d, execution: %s, idle-timeout: 2s}
                partners: {}
                """.formatted(loops, execution);
        List<Socket> clients = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(folder, configuration)) {
            for (int i = 0; i < IN_FLIGHT; i++) {
                clients.add(new Socket(InetAddress.getLoopbackAddress(), server.port()));
                assertThat(replied(clients.get(i))).startsWith("HTTP/1.1 404 ");
            }

            server.signal("STOP");
            long paused = System.nanoTime();
            for (Socket each : clients) {
                each.getOutputStream().write(REQUEST);
            }
            await().until(() -> System.nanoTime() - paused > PAST_ALL_TIME_OUTS.toNanos());
            server.signal("CONT");

            for (Socket each : clients) {
                assertThat(line(each)).startsWith("HTTP/1.1 404 ");
            }
        } finally {
            for (Socket each : clients) {
                each.close();
            }
        }
    }

    private static String replied(Socket client) throws IOException {
        client.getOutputStream().write(REQUEST);
        return line(client);
    }

    /** Returns the first bytes of a reply, as much as a read brings. */
    private static String line(Socket client) throws IOException {
        client.setSoTimeout(30_000);
        byte[] bytes = new byte[8192];
        int read = client.getInputStream().read(bytes);
        return new String(bytes, 0, Math.max(0, read), StandardCharsets.ISO_8859_1);
    }
}
