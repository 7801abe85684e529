package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.partner.PartnerSettings;
import dev.medley.server.samples.FanoutServlet;
import dev.medley.stubs.Misbehaviour;
import dev.medley.stubs.RawPartner;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients get, and what is left over, when a partner goes wrong a thousand times. */
class BadPartnersTest {

    private static final int REQUESTS = 1_000;
    private static final int AT_ONCE = 100;
    private static final int MOST_THREADS = 16;
    private static final int EXPIRED = 504;
    private static final Duration SHORT = Duration.ofMillis(300);
    /** For what fails by itself, however slow the machine is. */
    private static final Duration LONG = Duration.ofSeconds(30);

    @ParameterizedTest
    @CsvSource({
        "REFUSE, 502",
        "RESET_BEFORE_HEADERS, 502",
        "RESET_IN_BODY, 502",
        "BROKEN_JSON, 502",
        "NOT_HTTP, 502",
        "DRIP_BODY, 504",
        "NEVER_ANSWER, 504"
    })
    void eachRequestIsAnsweredAndNothingIsLeftOver(Misbehaviour misbehaviour, int status) throws IOException {
        try (RawPartner partner = RawPartner.start(misbehaviour);
                MedleyServer server = MedleyServer.builder()
                        .port(0)
                        .partner(PartnerSettings.of("bad", partner.uri().toString())
                                .timeout(status == EXPIRED ? SHORT : LONG)
                                .build())
                        .settings(settings -> settings.deadline(LONG))
                        .mashup(new FanoutServlet())
                        .start()) {
            for (int asked = 0; asked < REQUESTS; asked += AT_ONCE) {
                List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, AT_ONCE)
                        .mapToObj(i -> Replies.getLater(server.uri(), "/fanout?c=2"))
                        .toList();
                assertThat(replies).allSatisfy(reply -> {
                    HttpResponse<String> response = reply.join();
                    assertThat(response.statusCode()).isEqualTo(status);
                    assertThat(Replies.json(response).path("partner").asString())
                            .isEqualTo("bad");
                    assertThat(response.body()).doesNotContain("127.0.0.1").doesNotContain("Exception");
                });
            }
            assertNothingIsLeft(server, partner);
        }
    }

    private static void assertNothingIsLeft(MedleyServer server, RawPartner partner) {
        await().untilAsserted(() -> {
            assertThat(server.broker().partner("bad").permitsUsed()).isZero();
            assertThat(server.broker().partner("bad").queued()).isZero();
            assertThat(server.broker().partner("bad").connections().opening()).isZero();
            assertThat(server.broker().partner("bad").connections().open())
                    .isEqualTo(server.broker().partner("bad").connections().idle());
            assertThat(partner.open())
                    .isEqualTo(server.broker().partner("bad").connections().idle());
            assertThat(server.broker().pool().use().started()).isLessThanOrEqualTo(MOST_THREADS);
            assertThat(server.broker().ledger().totals().inFlight()).isZero();
        });
    }
}
