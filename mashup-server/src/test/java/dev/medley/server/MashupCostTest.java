package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.connection.ProtocolChoice;
import dev.medley.server.MeasuredServer.Use;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a mashup costs, in figures that hardly depend on the machine: bytes allocated, system calls that read or write, and
 * threads. {@link Cost} has the bounds. A change that takes more on purpose raises a bound, one that saves lowers it; this
 * command prints the figures:
 *
 * <pre>
 * ./mvnw test -pl mashup-server -am -Dtest=MashupCostTest -Dsurefire.failIfNoSpecifiedTests=false -Dmedley.costs=print
 * </pre>
 *
 * <p>The server runs without the optimizing compiler, whose removal of allocations depends on time, so that bytes are more
 * than in production. Mashups come one after another on one connection. The least of several windows counts, since work
 * besides mashups only adds.
 */
class MashupCostTest {

    private static final int WARM_UP = 500;
    private static final int WINDOWS = 12;
    private static final int MASHUPS = 50;
    private static final int WAITING = 500;
    private static final Duration SOON = Duration.ofSeconds(30);
    /** Threads of the process: 16 of the pool at most, and those of the JVM. */
    private static final int MAX_THREADS = 27;

    private final List<CompletableFuture<HttpResponse<Void>>> waitingReplies = new ArrayList<>();
    private PartnerStubs stubs;

    /** The bounds, 5 to 10 % above what was measured on Java 17 and 25. */
    private enum Cost {
        THREE_OVER_HTTP1(ProtocolChoice.HTTP_1_1, 3, 36_900, 10.5),
        SIX_OVER_HTTP1(ProtocolChoice.HTTP_1_1, 6, 64_000, 18),
        THREE_OVER_H2C(ProtocolChoice.H2C, 3, 36_300, 7),
        SIX_OVER_H2C(ProtocolChoice.H2C, 6, 62_600, 7);

        private final ProtocolChoice protocol;
        private final int exchanges;
        private final double maxBytes;
        private final double maxCalls;

        Cost(ProtocolChoice protocol, int exchanges, double maxBytes, double maxCalls) {
            this.protocol = protocol;
            this.exchanges = exchanges;
            this.maxBytes = maxBytes;
            this.maxCalls = maxCalls;
        }
    }

    @BeforeEach
    void startPartner() {
        stubs = PartnerStubs.builder().recorded(0).start();
    }

    @AfterEach
    void stopPartner() {
        stubs.close();
    }

    @ParameterizedTest
    @EnumSource
    void aMashupStaysWithinItsBytesAndSystemCalls(Cost cost) throws Exception {
        try (MeasuredServer server = MeasuredServer.start(stubs.uri(), cost.protocol);
                KeptConnection client = KeptConnection.to(server.uri())) {
            String path = "/fanout?c=" + cost.exchanges;
            get(client, path, WARM_UP);
            double bytes = Double.MAX_VALUE;
            double calls = Double.MAX_VALUE;
            Use before = server.use();
            for (int window = 0; window < WINDOWS; window++) {
                get(client, path, MASHUPS);
                Use after = server.use();
                bytes = Math.min(bytes, (double) (after.bytes() - before.bytes()) / MASHUPS);
                calls = Math.min(calls, (double) (after.calls() - before.calls()) / MASHUPS);
                before = after;
            }
            print("%s: %.0f bytes, %.2f reads and writes".formatted(cost, bytes, calls));

            assertThat(bytes)
                    .as(
                            "bytes allocated by a mashup of %d over %s; loadtest/compare/run compares two builds, and a"
                                    + " profile with -e alloc names the classes",
                            cost.exchanges, cost.protocol)
                    .isLessThanOrEqualTo(cost.maxBytes);
            if (before.countsCalls()) {
                assertThat(calls)
                        .as(
                                "reads and writes of a mashup of %d over %s; strace -f -c counts them by kind, where an empty"
                                        + " read or a wake-up of a selector is the usual addition",
                                cost.exchanges, cost.protocol)
                        .isLessThanOrEqualTo(cost.maxCalls);
            }
        }
    }

    @Test
    void waitingMashupsTakeNoThreads() throws Exception {
        try (MeasuredServer server = MeasuredServer.start(stubs.uri(), ProtocolChoice.HTTP_1_1)) {
            // Over HTTP/2 a connection has 128 requests at most.
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            int one = threadsWith(1, client, server);
            int many = threadsWith(WAITING - 1, client, server);
            print("threads: %d with 1 mashup waiting, %d with %d".formatted(one, many, WAITING));

            assertThat(List.of(one, many))
                    .as(
                            "threads of the process with 1 and with %d mashups waiting; a thread dump of the server names them",
                            WAITING)
                    .allMatch(threads -> threads <= MAX_THREADS);
        }
    }

    /** Sends so many more mashups, which wait until the server ends, and returns the threads of all that wait by then. */
    private int threadsWith(int more, HttpClient client, MeasuredServer server) throws IOException {
        URI slow = server.uri().resolve("/fanout?c=2&delay=60000");
        long waiting = stubs.inFlight() + 2L * more;
        for (int i = 0; i < more; i++) {
            waitingReplies.add(
                    client.sendAsync(HttpRequest.newBuilder(slow).build(), HttpResponse.BodyHandlers.discarding()));
        }
        await().atMost(SOON).until(() -> stubs.inFlight() == waiting);
        return server.use().threads();
    }

    private static void get(KeptConnection client, String path, int mashups) throws IOException {
        for (int i = 0; i < mashups; i++) {
            assertThat(client.get(path)).isEqualTo(200);
        }
    }

    private static void print(String line) {
        if ("print".equals(System.getProperty("medley.costs"))) {
            System.out.println(line);
        }
    }
}
