package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults 45, 46 and 47 in a real process. The script {@code loadtest/life/run sigterm} suspends 1,667 requests. */
@DisabledOnOs(OS.WINDOWS)
class SignalsTest {

    private static final int SUSPENDED = Integer.getInteger("medley.life.suspended", 200);
    /** Of the partner, in ms: all requests have to reach it first. */
    private static final int DELAY = Math.max(4_000, 12 * SUSPENDED);

    private static final int AT_ONCE = 100;
    private static final int TERMINATED = 143;
    private static final String SERVER =
            "server: {host: 127.0.0.1, port: 0, samples: true, access-log: false, admin: {port: 0}%s}\npartners:\n";

    @TempDir
    private Path folder;

    @Test
    void sighupReloadsAndTheProcessGoesOn() throws Exception {
        assumeFalse(isHangUpIgnored(), "the tests were started by nohup, which the server would hear no SIGHUP after");
        try (PartnerStubs partner = PartnerStubs.builder().threads(2).start();
                ServerProcess server = start("", partner.uri().toString(), "http/1.1")) {
            Path file = folder.resolve("medley.yaml");
            Files.writeString(file, Files.readString(file) + "  late: {url: '" + partner.uri() + "'}\n");

            server.signal("HUP");

            await().until(() -> server.admin("/status").contains("\"late\""));
            assertThat(server.admin("/status")).contains("\"cause\" : \"SIGHUP\"");
            assertThat(server.get("/fanout?c=4").get(30, TimeUnit.SECONDS).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest(name = "{0} loops, partners with {1}, execution {2}")
    @CsvSource({"2, http/1.1, async", "2, h2c, async", "0, http/1.1, async", "0, h2c, async", "0, http/1.1, blocking"})
    void sigtermFailsNoRequestThatIsSuspended(int loops, String protocol, String execution) throws Exception {
        String settings = ", loops: %d, execution: %s, deadline: 60s, drain: 60s".formatted(loops, execution);
        try (PartnerStubs partner =
                        PartnerStubs.builder().threads(2).recorded(0).start();
                ServerProcess server = start(settings, partner.uri().toString(), protocol)) {
            List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
            while (replies.size() < SUSPENDED) {
                int next = Math.min(SUSPENDED, replies.size() + AT_ONCE);
                while (replies.size() < next) {
                    replies.add(server.get("/fanout?c=2&delay=" + DELAY));
                }
                // All at once would be more connects than a backlog holds.
                await().atMost(Duration.ofMillis(DELAY))
                        .untilAsserted(() -> assertThat(partner.inFlight()).isEqualTo(2L * next));
            }

            server.signal("TERM");

            List<Integer> statuses = new ArrayList<>();
            for (CompletableFuture<HttpResponse<String>> reply : replies) {
                statuses.add(reply.get(60, TimeUnit.SECONDS).statusCode());
            }
            assertThat(statuses).hasSize(SUSPENDED).containsOnly(200);
            assertThat(server.awaitExit()).isEqualTo(TERMINATED);
            assertThat(server.output()).contains(" requests completed, 0 cut off");
        }
    }

    @Test
    void aStuckPartnerHoldsTheStopForTheDrainOnly() throws Exception {
        try (RawPartner stuck = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                ServerProcess server = start(", drain: 500ms", stuck.uri().toString(), "http/1.1")) {
            CompletableFuture<HttpResponse<String>> lost = server.get("/fanout?c=1");
            await().until(() -> stuck.requests() == 1);

            server.signal("TERM");

            assertThat(server.awaitExit()).isEqualTo(TERMINATED);
            assertThat(server.output()).contains("0 requests completed, 1 cut off");
            assertThat(lost.handle((reply, failure) -> failure != null || reply.statusCode() >= 500)
                            .get(30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Test
    void aSecondSigtermEndsTheDrain() throws Exception {
        try (RawPartner stuck = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                ServerProcess server = start(", drain: 10m", stuck.uri().toString(), "http/1.1")) {
            CompletableFuture<HttpResponse<String>> lost = server.get("/fanout?c=1");
            await().until(() -> stuck.requests() == 1);
            server.signal("TERM");
            await().until(() -> server.output().contains("the drain begins: 1 requests in flight"));

            server.signal("TERM");

            assertThat(server.awaitExit()).isEqualTo(TERMINATED);
            assertThat(server.output()).contains("a second signal: the drain ends now");
            assertThat(lost.handle((reply, failure) -> failure != null || reply.statusCode() >= 500)
                            .get(30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private ServerProcess start(String settings, String partner, String protocol) throws IOException {
        String configuration = SERVER.formatted(settings) + "  partner: {url: '" + partner + "', protocol: " + protocol
                + ", timeout: 60s, max-connections: " + 2 * SUSPENDED + "}\n";
        return ServerProcess.start(folder, configuration);
    }

    /** Returns whether processes that this one starts ignore SIGHUP; false where that cannot be known. */
    private static boolean isHangUpIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1) != 0);
    }
}
