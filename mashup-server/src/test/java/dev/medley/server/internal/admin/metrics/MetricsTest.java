package dev.medley.server.internal.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.context.RequestIds;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.Reason;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.inbound.ClosedConnections;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupBulkhead;
import dev.medley.servlet.annotation.MashupEvery;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.ExecutionTarget;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final String WEATHER = "partner=weather";
    /** Tests run in the folder of their module. */
    private static final Path MANUAL = Path.of("../docs/operations.md");

    private final PartnerStubs stubs = PartnerStubs.builder().start();

    @AfterEach
    void close() {
        stubs.close();
    }

    @Test
    void exchangesAreCountedByPartnerAndOutcome() throws Exception {
        try (Scene scene = Scene.of(
                weather(), PartnerSettings.of("hotels", stubs.uri().toString()).build())) {
            for (int i = 0; i < 3; i++) {
                scene.exchange("weather", "/weather?city=Rome");
            }
            scene.exchange("hotels", "/status/500");

            PrometheusPage page = scene.metrics();
            assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=completed"))
                    .isEqualTo(3);
            assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=failed"))
                    .isZero();
            assertThat(page.value("medley_exchanges_seconds_count", "partner=hotels", "outcome=failed"))
                    .isEqualTo(1);
            assertThat(page.value("medley_exchange_failures_total", "partner=hotels", reason(Reason.UNEXPECTED_STATUS)))
                    .isEqualTo(1);
            assertThat(page.value("medley_exchange_failures_total", WEATHER, reason(Reason.UNEXPECTED_STATUS)))
                    .isZero();
        }
    }

    @Test
    void anExchangeIsInAllBucketsFromItsDurationOn() throws Exception {
        try (Scene scene = Scene.of(weather())) {
            scene.exchange("weather", "/weather?city=Rome&delay=260");

            PrometheusPage page = scene.metrics();
            assertThat(bucket(page, "0.25")).isZero();
            assertThat(bucket(page, "60.0")).isEqualTo(1);
            assertThat(bucket(page, "+Inf")).isEqualTo(1);
            assertThat(page.value("medley_exchanges_seconds_sum", WEATHER, "outcome=completed"))
                    .isBetween(0.26, 15.0);
            assertThat(page.value("medley_exchanges_seconds_max", WEATHER, "outcome=completed"))
                    .isBetween(0.26, 15.0);
        }
    }

    @Test
    void statesHaveTheTimeOfAttempts() throws Exception {
        try (Scene scene = Scene.of(weather())) {
            scene.exchange("weather", "/weather?city=Rome&delay=1000");
            scene.exchange("weather", "/weather?city=Rome");

            PrometheusPage page = scene.metrics();
            assertThat(page.value("medley_exchange_state_seconds_count", WEATHER, "state=queued"))
                    .isEqualTo(2);
            assertThat(page.value("medley_exchange_state_seconds_count", WEATHER, "state=connecting"))
                    .isEqualTo(1);
            assertThat(page.value("medley_exchange_state_seconds_count", WEATHER, "state=waiting"))
                    .isEqualTo(2);
            assertThat(page.value("medley_exchange_state_seconds_count", WEATHER, "state=body"))
                    .isEqualTo(2);
            assertThat(page.value("medley_exchange_state_seconds_sum", WEATHER, "state=waiting"))
                    .isGreaterThan(0.09);
        }
    }

    @Test
    void attemptsBeyondTheFirstAreRetries() throws Exception {
        try (RawPartner raw = RawPartner.script(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
                Scene scene = Scene.of(PartnerSettings.of("weather", raw.uri().toString())
                        .retries(1)
                        .build())) {
            scene.exchange("weather", "/");

            PrometheusPage page = scene.metrics();
            assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=completed"))
                    .isEqualTo(1);
            assertThat(page.value("medley_exchange_attempts_total", WEATHER)).isEqualTo(2);
            assertThat(page.value("medley_exchange_retries_total", WEATHER)).isEqualTo(1);
        }
    }

    @Test
    void anExpiredExchangeIsCountedByReason() throws Exception {
        try (Scene scene = Scene.of(PartnerSettings.of("weather", stubs.uri().toString())
                .timeout(Duration.ofMillis(50))
                .build())) {
            scene.exchange("weather", "/weather?city=Rome&delay=60000");

            PrometheusPage page = scene.metrics();
            assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=expired"))
                    .isEqualTo(1);
            assertThat(page.value("medley_exchange_failures_total", WEATHER, reason(Reason.TIMEOUT)))
                    .isEqualTo(1);
        }
    }

    @Test
    void anExchangeThatIsCancelledIsNoFailure() throws Exception {
        try (Scene scene = Scene.of(weather())) {
            Exchange exchange = scene.broker()
                    .exchange("weather")
                    .get("/weather?delay=60000")
                    .start();
            exchange.cancel();
            // The meters are told of the end after it has been decided.
            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = scene.metrics();
                assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=cancelled"))
                        .isOne();
                assertThat(failures(page)).isZero();
            });
        }
    }

    @Test
    void anExchangeThatTheDeadlineOfItsMashupCutsOffIsAFailure() throws Exception {
        ManualClock clock = new ManualClock();
        try (Scene scene = Scene.at(clock, weather())) {
            RequestContext requestContext = RequestContext.of(
                    RequestIds.create(),
                    "X-Request-Id",
                    "GET",
                    "/trip",
                    ExecutionTarget.NONE,
                    clock.nanoTime() + 1000,
                    null,
                    null);
            Exchange exchange = scene.broker()
                    .exchange("weather")
                    .get("/weather?delay=60000")
                    .requestContext(requestContext)
                    .start();
            clock.pass(Duration.ofNanos(1000));
            exchange.cancel();
            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = scene.metrics();
                assertThat(page.value("medley_exchanges_seconds_count", WEATHER, "outcome=cancelled"))
                        .isOne();
                assertThat(page.value("medley_exchange_failures_total", WEATHER, reason(Reason.DEADLINE)))
                        .isOne();
                assertThat(failures(page)).isOne();
            });
        }
    }

    private static double failures(PrometheusPage page) {
        return Stream.of(Reason.values())
                .filter(reason -> reason != Reason.CANCELLED)
                .mapToDouble(reason -> page.value("medley_exchange_failures_total", WEATHER, reason(reason)))
                .sum();
    }

    @Test
    void noCancellationIsAmongTheReasonsOfFailures() {
        try (Scene scene = Scene.of(weather())) {
            assertThat(scene.metrics().names())
                    .doesNotContain("medley_exchange_failures_total{partner=weather," + reason(Reason.CANCELLED) + "}");
        }
    }

    @Test
    void connectionsAndPermitsAreReadOnEachScrape() throws Exception {
        try (Scene scene = Scene.of(PartnerSettings.of("weather", stubs.uri().toString())
                .maxConnections(1)
                .limits(l -> l.maxQueued(7))
                .build())) {
            for (int i = 0; i < 3; i++) {
                scene.broker().exchange("weather").get("/partner/1?delay=60000").start();
            }
            Scene.eventually().until(() -> stubs.inFlight() == 1);

            PrometheusPage page = scene.metrics();
            assertThat(page.value("medley_connections_open", WEATHER)).isEqualTo(1);
            assertThat(page.value("medley_connections_idle", WEATHER)).isZero();
            assertThat(page.value("medley_connections_opening", WEATHER)).isZero();
            assertThat(page.value("medley_connections_opened_total", WEATHER)).isEqualTo(1);
            assertThat(page.value("medley_permits_used", WEATHER)).isEqualTo(1);
            assertThat(page.value("medley_permits_max", WEATHER)).isEqualTo(1);
            assertThat(page.value("medley_queue_length", WEATHER)).isEqualTo(2);
            assertThat(page.value("medley_queue_max", WEATHER)).isEqualTo(7);
        }
    }

    @Test
    void inboundRequestsAreCountedByMashupAndStatus() throws Exception {
        try (Scene scene = Scene.of(weather())) {
            URI uri = scene.serve(new WeatherServlet());
            scene.get(uri.resolve("/mashup?city=Rome"));
            scene.get(uri.resolve("/mashup?city=Oslo"));
            scene.get(uri.resolve("/mashup"));

            Scene.eventually().untilAsserted(() -> {
                PrometheusPage page = scene.metrics();
                assertThat(page.value("medley_requests_seconds_count", "mashup=mashup", "status=200"))
                        .isEqualTo(2);
                assertThat(page.value("medley_requests_seconds_count", "mashup=mashup", "status=400"))
                        .isEqualTo(1);
                assertThat(page.value("medley_requests_client_gone_total", "mashup=mashup"))
                        .isZero();
                assertThat(page.value("medley_requests_in_flight")).isZero();
            });
        }
    }

    @Test
    void eachEndpointHasItsOwnMetrics() throws Exception {
        EndpointUrl nowhere = EndpointUrl.of("http://127.0.0.1:1");
        EndpointUrl sound = EndpointUrl.of(stubs.uri().toString());
        PartnerSettings weather = PartnerSettings.of("weather", nowhere, sound)
                .retries(0)
                .retry(r -> r.connectRetries(0))
                .build();
        try (Scene scene = Scene.of(weather)) {
            for (int i = 0; i < 40; i++) {
                scene.exchange("weather", "/weather?city=Rome");
            }
            PrometheusPage page = scene.metrics();
            String bad = "endpoint=127.0.0.1:1";
            String good = "endpoint=127.0.0.1:" + stubs.port();
            assertThat(page.value("medley_endpoint_attempts_total", WEATHER, good))
                    .isEqualTo(35);
            assertThat(page.value("medley_endpoint_attempts_total", WEATHER, bad))
                    .isEqualTo(5);
            assertThat(page.value("medley_endpoint_faults_total", WEATHER, bad)).isEqualTo(5);
            assertThat(page.value("medley_endpoint_ejections_total", WEATHER, bad))
                    .isOne();
            assertThat(page.value("medley_endpoint_available", WEATHER, bad)).isZero();
            assertThat(page.value("medley_endpoint_available", WEATHER, good)).isOne();
            assertThat(page.value("medley_endpoint_outstanding", WEATHER, good)).isZero();
            assertThat(page.value("medley_endpoint_breaker_opened_total", WEATHER, good))
                    .isZero();
        }
    }

    @Test
    void allMetricsButThoseOfRequestsAreThereFromTheStart() throws Exception {
        try (Scene scene = Scene.of(weather())) {
            assertThat(scene.metrics().names())
                    .contains(
                            "medley_exchanges_seconds_count{outcome=cancelled,partner=weather}",
                            "medley_exchange_failures_total{partner=weather," + reason(Reason.CONNECT_FAILED) + "}",
                            "medley_pool_threads_utilized",
                            "medley_pool_tasks_queued",
                            "medley_law_concurrency",
                            "medley_law_demand_seconds",
                            "medley_law_service_seconds",
                            "medley_law_exchange_threads",
                            "medley_law_threads_predicted",
                            "medley_law_threads_measured",
                            "jvm_threads_live_threads",
                            "process_uptime_seconds");
        }
    }

    @Test
    void theManualListsAllReasons() throws Exception {
        assertThat(Files.readString(MANUAL))
                .contains(Stream.of(Reason.values())
                        .map(reason -> "`" + reason.label() + "`")
                        .toList());
    }

    @Test
    void theManualListsAllMetricsAndNoOthers() throws Exception {
        Set<String> explained = Pattern.compile("^\\| `(medley_\\w+)`", Pattern.MULTILINE)
                .matcher(Files.readString(MANUAL))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        PartnerSettings tried = PartnerSettings.of("tried", stubs.uri().toString())
                .canary(canary -> canary.partner("weather").share(1))
                .mirror(mirror -> mirror.partner("weather"))
                .build();
        try (Scene scene = Scene.limited(weather(), tried)) {
            scene.administration().inbound(new ClosedConnections());
            scene.get(scene.serve(new WeatherServlet()).resolve("/mashup?city=Rome"));
            scene.serve(new ScheduledServlet());
            scene.administration()
                    .pages()
                    .act("POST", "/mashups/move", null, Map.of("mashup", List.of("mashup"), "to", List.of("pool")));

            Scene.eventually().untilAsserted(() -> assertThat(families(scene)).isEqualTo(explained));
        }
    }

    private static Set<String> families(Scene scene) {
        return scene.metrics().names().stream()
                .filter(name -> name.startsWith("medley_"))
                .map(name -> name.replaceFirst("\\{.*", "").replaceFirst("(?<=_seconds)_(bucket|count|sum|max)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private PartnerSettings weather() {
        return PartnerSettings.of("weather", stubs.uri().toString())
                .cache(c -> c.enabled(true))
                .build();
    }

    private static String reason(Reason reason) {
        return "reason=" + reason.label();
    }

    private static double bucket(PrometheusPage page, String bound) {
        return page.value("medley_exchanges_seconds_bucket", WEATHER, "outcome=completed", "le=" + bound);
    }

    @MashupEvery("5m")
    private static final class ScheduledServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.json(Map.of()));
        }
    }

    @MashupBulkhead(10)
    private static final class WeatherServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String city = mashup.parameter("city");
            return mashup.merge()
                    .put("weather", mashup.get("weather", "/weather?city={city}", city))
                    .put("letters", mashup.compute(city::length))
                    .reply();
        }
    }
}
