package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.exchange.Reason;
import dev.medley.json.Json;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.Scene;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.ledger.ThreadLedger;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class StatusDocumentTest {

    @Test
    void theServerHasItsVersionAndMode() throws Exception {
        try (Scene scene = Scene.of()) {
            scene.administration().readiness().ready();

            JsonNode server = status(scene).path("server");

            assertThat(server.path("version").stringValue()).isNotBlank();
            assertThat(server.path("readiness").stringValue()).isEqualTo("ready");
            assertThat(server.path("uptimeSeconds").doubleValue()).isNotNegative();
            assertThat(server.path("execution").stringValue()).isEqualTo("async");
            assertThat(server.path("java").stringValue()).isEqualTo(System.getProperty("java.version"));
        }
    }

    @Test
    void theMembersAreInTheDocumentedOrder() throws Exception {
        try (Scene scene = Scene.of()) {
            assertThat(status(scene).propertyNames())
                    .containsExactly(
                            "server",
                            "configuration",
                            "tls",
                            "threads",
                            "computations",
                            "inbound",
                            "mashups",
                            "schedules",
                            "quotas",
                            "topics",
                            "law",
                            "outbound");
            assertThat(status(scene).path("threads").propertyNames())
                    .containsExactly("max", "started", "utilized", "leased", "idle", "queued");
        }
    }

    @Test
    void inboundRequestsAreCounted() throws Exception {
        try (Scene scene = Scene.of()) {
            scene.broker().ledger().inboundStarted();
            scene.broker().ledger().inboundStarted();
            scene.broker().ledger().inboundEnded(1);

            JsonNode inbound = status(scene).path("inbound");

            assertThat(inbound.path("inFlight").intValue()).isEqualTo(1);
            assertThat(inbound.path("arrived").intValue()).isEqualTo(2);
            assertThat(inbound.path("answered").intValue()).isEqualTo(1);
        }
    }

    @Test
    void theLawStandsBesideTheMeasurement() throws Exception {
        ManualClock clock = new ManualClock();
        try (Scene scene = Scene.at(clock)) {
            ThreadLedger ledger = scene.broker().ledger();
            ledger.inboundStarted();
            ThreadLedger.Work work = ledger.inboundWork();
            clock.pass(Duration.ofMillis(100));
            work.close();
            clock.pass(Duration.ofMillis(900));
            ledger.inboundEnded(Duration.ofSeconds(1).toNanos());
            clock.pass(Duration.ofSeconds(1));

            JsonNode window = status(scene).path("law").path("window");

            assertThat(window.path("seconds").doubleValue()).isEqualTo(2);
            assertThat(window.path("answered").intValue()).isEqualTo(1);
            assertThat(window.path("N").doubleValue()).isEqualTo(0.5);
            assertThat(window.path("D_ms").doubleValue()).isEqualTo(100);
            assertThat(window.path("S_ms").doubleValue()).isEqualTo(1000);
            assertThat(window.path("D/S").doubleValue()).isEqualTo(0.1);
            assertThat(window.path("c").doubleValue()).isZero();
            assertThat(window.path("n_predicted").doubleValue()).isCloseTo(0.05, within(1e-9));
            assertThat(window.path("n_measured").isNumber()).isTrue();
            assertThat(window.path("sums").path("demand_ms").doubleValue()).isEqualTo(100);
            assertThat(window.path("sums").path("service_ms").doubleValue()).isEqualTo(1000);
            assertThat(window.path("sums").path("exchange_ms").doubleValue()).isZero();
            assertThat(window.path("sums").propertyNames())
                    .containsExactly("demand_ms", "service_ms", "exchange_ms", "utilized_ms");
            assertThat(status(scene).path("law").path("sinceStart").propertyNames())
                    .containsExactlyElementsOf(window.propertyNames());
        }
    }

    @Test
    void theSumsOfTheLawAreNotRoundedAndSmallFiguresKeepTheirDigits() throws Exception {
        ManualClock clock = new ManualClock();
        try (Scene scene = Scene.at(clock)) {
            ThreadLedger ledger = scene.broker().ledger();
            ledger.inboundStarted();
            ThreadLedger.Work work = ledger.inboundWork();
            clock.pass(Duration.ofNanos(12_345));
            work.close();
            ledger.inboundEnded(Duration.ofSeconds(1000).toNanos());

            JsonNode law = status(scene).path("law").path("sinceStart");

            assertThat(law.path("sums").path("demand_ms").doubleValue()).isEqualTo(0.012345);
            assertThat(law.path("D/S").doubleValue()).isEqualTo(1.2345e-8);
        }
    }

    @Test
    void partnersHaveTheirOwnNumbersAndATotal() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(
                        PartnerSettings.of("weather", stubs.uri().toString())
                                .maxConnections(5)
                                .timeout(Duration.ofSeconds(30))
                                .build(),
                        PartnerSettings.of("hotels", stubs.uri().toString()).build())) {
            scene.exchange("weather", "/weather?city=Rome");
            scene.exchange("weather", "/weather?city=Oslo");
            scene.exchange("hotels", "/status/500");

            JsonNode outbound = status(scene).path("outbound");
            JsonNode weather = outbound.path("partners").path("weather");

            assertThat(outbound.path("ended").toString())
                    .isEqualTo("{\"completed\":2,\"failed\":1,\"expired\":0,\"cancelled\":0}");
            assertThat(outbound.path("connections").path("opened").intValue()).isEqualTo(2);
            assertThat(outbound.path("partners").propertyNames()).containsExactly("weather", "hotels");
            assertThat(weather.path("ended").path("completed").intValue()).isEqualTo(2);
            assertThat(weather.path("connections").path("opened").intValue()).isEqualTo(1);
            assertThat(weather.path("resends").propertyNames())
                    .containsExactly(
                            "retries", "hedges", "hedgesWon", "refusedByBudget", "heldBack", "hedgeDelayMillis");
            assertThat(weather.path("lastFailure").isNull()).isTrue();
            assertThat(weather.path("settings").path("maxConnections").intValue())
                    .isEqualTo(5);
            assertThat(weather.path("settings").path("timeoutMillis").intValue())
                    .isEqualTo(30_000);
        }
    }

    @Test
    void exchangesAreInFlightOrQueued() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(PartnerSettings.of("weather", stubs.uri().toString())
                        .maxConnections(2)
                        .build())) {
            for (int i = 0; i < 5; i++) {
                scene.broker().exchange("weather").get("/partner/1?delay=60000").start();
            }
            Scene.eventually().until(() -> stubs.inFlight() == 2);

            JsonNode weather = status(scene).path("outbound").path("partners").path("weather");

            assertThat(weather.path("inFlight").intValue()).isEqualTo(2);
            assertThat(weather.path("queued").intValue()).isEqualTo(3);
            assertThat(weather.path("connections").path("open").intValue()).isEqualTo(2);
        }
    }

    @Test
    void theLastFailureHasNoAddressOfThePartner() throws Exception {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                Scene scene = Scene.of(
                        PartnerSettings.of("weather", refusing.uri().toString()).build())) {
            Instant before = Instant.now();
            scene.exchange("weather", "/");

            JsonNode failure = status(scene)
                    .path("outbound")
                    .path("partners")
                    .path("weather")
                    .path("lastFailure");

            assertThat(failure.propertyNames()).containsExactly("reason", "phase", "at");
            assertThat(failure.path("reason").stringValue()).isEqualTo(Reason.CONNECT_FAILED.label());
            assertThat(failure.path("phase").stringValue()).isEqualTo("connecting");
            assertThat(Instant.parse(failure.path("at").stringValue())).isBetween(before, Instant.now());
            assertThat(failure.toString()).doesNotContain("127.0.0.1", String.valueOf(refusing.port()));
        }
    }

    @Test
    void eachEndpointHasItsOwnNumbersAndStates() throws Exception {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE);
                PartnerStubs sound = PartnerStubs.builder().start();
                Scene scene = Scene.of(PartnerSettings.of(
                                "weather",
                                EndpointUrl.of(refusing.uri().toString()).weight(3),
                                EndpointUrl.of(sound.uri().toString()).zone("b"))
                        .retries(0)
                        .retry(r -> r.connectRetries(0))
                        .breaker(b -> b.enabled(true))
                        .build())) {
            for (int i = 0; i < 40; i++) {
                scene.exchange("weather", "/weather?city=Rome");
            }
            JsonNode endpoints = status(scene)
                    .path("outbound")
                    .path("partners")
                    .path("weather")
                    .path("endpoints");
            JsonNode first = endpoints.path("127.0.0.1:" + refusing.port());
            JsonNode second = endpoints.path("127.0.0.1:" + sound.port());
            assertThat(endpoints.propertyNames()).hasSize(2);
            assertThat(first.path("weight").intValue()).isEqualTo(3);
            assertThat(first.path("priority").isInt()).isTrue();
            assertThat(first.path("faults").intValue()).isEqualTo(5);
            assertThat(first.path("ejection").stringValue()).isEqualTo("ejected");
            assertThat(first.path("breaker").path("state").stringValue()).isEqualTo("closed");
            assertThat(second.path("zone").stringValue()).isEqualTo("b");
            assertThat(second.path("attempts").intValue()).isEqualTo(35);
            assertThat(second.path("ejection").stringValue()).isEqualTo("in use");
            assertThat(second.path("health").isNull()).isTrue();
            assertThat(second.path("connections").path("open").intValue()).isEqualTo(1);
        }
    }

    @Test
    void aCancelledExchangeIsNoFailure() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                Scene scene = Scene.of(
                        PartnerSettings.of("weather", stubs.uri().toString()).build())) {
            scene.broker()
                    .exchange("weather")
                    .get("/partner/1?delay=60000")
                    .start()
                    .cancel();

            Scene.eventually().untilAsserted(() -> {
                JsonNode weather =
                        status(scene).path("outbound").path("partners").path("weather");
                assertThat(weather.path("ended").path("cancelled").intValue()).isEqualTo(1);
                assertThat(weather.path("lastFailure").isNull()).isTrue();
            });
        }
    }

    private static JsonNode status(Scene scene) throws Exception {
        return Json.parse(scene.administration().pages().reply("GET", "/status").body())
                .tree();
    }
}
