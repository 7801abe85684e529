package dev.medley.server.internal.admin.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.context.RequestId;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.Scene;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailureLogTest {

    private final LogLines log = LogLines.of("dev.medley.failures");

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aFailedExchangeIsOneLineWithReasonAttemptsAndTime() throws Exception {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                Scene scene = Scene.of(weather(refusing.uri()))) {
            scene.exchange("weather", "/");

            assertThat(log.lines()).hasSize(1);
            assertThat(log.lines().get(0))
                    .matches(
                            "WARN exchange failed: partner weather, connecting: cannot connect: .*Connection refused.* "
                                    + "\\(" + Reason.CONNECT_FAILED.label() + "; 2 attempts, \\d+ ms\\)");
        }
    }

    @Test
    void theLineNamesTheInboundRequest() throws Exception {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                Scene scene = Scene.of(weather(refusing.uri()))) {
            scene.broker()
                    .exchange("weather")
                    .requestContext(
                            RequestContext.of(new RequestId("order-7", null, null), "X-Request-Id", "GET", "/city"))
                    .get("/")
                    .start();
            Scene.eventually().until(() -> !log.lines().isEmpty());

            assertThat(log.lines().get(0)).endsWith(" ms), for GET /city, request-id order-7");
        }
    }

    @Test
    void ofSimilarFailuresOneASecondIsLogged() throws Exception {
        ManualClock clock = new ManualClock();
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.at(clock, weather(stubs.uri()))) {
            for (int i = 0; i < 20; i++) {
                scene.exchange("weather", "/status/500");
            }
            assertThat(log.lines()).hasSize(1);
            clock.pass(Duration.ofSeconds(1));

            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0))
                    .matches(".*: status 500 \\(" + Reason.UNEXPECTED_STATUS.label() + "; 1 attempt, \\d+ ms\\)");
            assertThat(log.lines().get(1)).endsWith("; 18 more like it in the last second");
        }
    }

    @Test
    void anotherReasonIsLoggedAtOnce() throws Exception {
        try (RawPartner raw = RawPartner.script(Misbehaviour.BROKEN_JSON, Misbehaviour.BAD_CHUNK);
                Scene scene = Scene.of(weather(raw.uri()))) {
            scene.exchange("weather", "/");
            scene.exchange("weather", "/");

            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0)).contains("(" + Reason.BROKEN_JSON.label() + "; ");
            assertThat(log.lines().get(1)).contains("(" + Reason.CONNECTION_FAILED.label() + "; ");
        }
    }

    @Test
    void completedAndCancelledExchangesAreNotLogged() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(weather(stubs.uri()))) {
            scene.exchange("weather", "/weather?city=Rome");
            scene.broker()
                    .exchange("weather")
                    .get("/partner/1?delay=60000")
                    .start()
                    .cancel();
            Scene.eventually()
                    .until(() -> scene.metrics()
                                    .value("medley_exchanges_seconds_count", "partner=weather", "outcome=cancelled")
                            == 1);

            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void aPartnerCannotStartANewLine() throws Exception {
        try (RawPartner raw = RawPartner.start(Misbehaviour.NOT_HTTP);
                Scene scene = Scene.of(weather(raw.uri()))) {
            scene.exchange("weather", "/");

            assertThat(log.lines()).hasSize(1);
            assertThat(log.lines().get(0)).matches("[ -~]+");
        }
    }

    private static PartnerSettings weather(URI uri) {
        return PartnerSettings.of("weather", uri.toString()).build();
    }
}
