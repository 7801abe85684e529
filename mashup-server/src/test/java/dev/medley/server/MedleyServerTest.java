package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.server.internal.samples.PassServlet;
import dev.medley.server.internal.samples.TripServlet;
import dev.medley.server.reload.ReloadReport;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupPartners;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.BrokerPool;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MedleyServerTest {

    private static final int BAD_REQUESTS = 1_000;
    private static final int AT_ONCE = 100;
    private static final int MAX_THREADS = 16;
    private static final int EXPIRED = 504;
    private static final Duration SHORT = Duration.ofMillis(300);
    /** A bound that no failure reaches, even on a slow machine. */
    private static final Duration LONG = Duration.ofSeconds(30);

    private final PartnerStubs partners = PartnerStubs.builder().port(0).start();
    private final List<AutoCloseable> open = new ArrayList<>(List.of(partners));

    static Stream<ExecutionMode> modes() {
        return Stream.of(ExecutionMode.values())
                .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable());
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void theSampleMashupsAreAnsweredInEachMode(ExecutionMode mode) throws IOException {
        MedleyServer server = start(mode);

        HttpResponse<String> trip = Replies.get(server.uri(), "/trip?city=Saskatoon");
        HttpResponse<String> fanout = Replies.get(server.uri(), "/fanout?c=6&delay=20&size=2000");
        HttpResponse<String> pass = Replies.get(server.uri(), "/pass?size=100000");

        assertThat(trip.statusCode()).isEqualTo(200);
        assertThat(Replies.json(trip).path("weather").path("city").asString()).isEqualTo("Saskatoon");
        assertThat(Replies.json(trip).path("news").isArray()).isTrue();
        assertThat(trip.headers().firstValue("Server-Timing").orElse(""))
                .matches(
                        "total;dur=[0-9.]+(, [a-z]+;dur=[0-9.]+)*, weather;dur=[0-9.]+, hotels;dur=[0-9.]+, news;dur=[0-9.]+");
        assertThat(Replies.json(fanout).size()).isEqualTo(6);
        assertThat(Replies.json(fanout).path("p5").path("partner").asInt()).isEqualTo(5);
        assertThat(pass.statusCode()).isEqualTo(200);
        assertThat(pass.body()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void twoHundredClientsAtOnceAreAllAnswered(ExecutionMode mode) throws IOException {
        MedleyServer server = start(mode);

        List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, 200)
                .mapToObj(i -> Replies.getLater(server.uri(), "/fanout?c=6&delay=200"))
                .toList();

        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.join().statusCode()).isEqualTo(200));
        assertThat(broker(server).pool().use().max()).isEqualTo(mode.defaultThreads());
        await().untilAsserted(() -> assertThat(broker(server).partners())
                .allSatisfy(partner -> assertThat(partner.permitsUsed()).isZero()));
    }

    @ParameterizedTest
    @CsvSource({
        "/fanout?c=abc, the parameter c is 'abc'; 1 to 256",
        "/fanout?c=-1, the parameter c is '-1'; 1 to 256",
        "/fanout?c=100000, the parameter c is '100000'; 1 to 256",
        "/fanout, the parameter c is missing; missing",
        "/fanout?c=2&delay=x, the parameter delay is 'x'; 0 to 60000",
        "/trip, the parameter city is missing; missing"
    })
    void aWrongParameterIsAnsweredWithWhatIsAllowed(String path, String detail) throws IOException {
        MedleyServer server = start(ExecutionMode.ASYNC);
        HttpResponse<String> reply = Replies.get(server.uri(), path);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Replies.json(reply).path("detail").asString()).contains(detail.split("; ", -1));
    }

    @Test
    void aServerWithoutAPartnerThatAMashupNamesDoesNotStart() {
        MedleyServer.Builder builder = MedleyServer.builder()
                .port(0)
                .partner("weather", "http://127.0.0.1:9")
                .mashup(new Needy());

        assertThatThrownBy(builder::start)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        Needy.class.getName() + ": @MashupPartners names wether, not configured; configured: weather");
    }

    @Test
    void anUnknownPathIsAnsweredWithoutThoseThereAre() throws IOException {
        HttpResponse<String> reply = Replies.get(start(ExecutionMode.ASYNC).uri(), "/nowhere");

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(Replies.json(reply).path("detail").asString()).isEqualTo("no mashup has this path");
    }

    @Test
    void aRequestInFlightIsAnsweredBeforeTheServerStopsAndANewOneIsNotTaken() throws Exception {
        try (HeldPartner partner = HeldPartner.start()) {
            MedleyServer server = MedleyServer.builder()
                    .port(0)
                    .partner("held", partner.uri().toString())
                    .mashup(new FanoutServlet())
                    .start();
            open.add(server);
            URI uri = server.uri();
            try (KeptConnection kept = KeptConnection.to(uri)) {
                assertThat(kept.get("/nowhere")).isEqualTo(404);
                CompletableFuture<HttpResponse<String>> inFlight = Replies.getLater(uri, "/fanout?c=1");
                partner.awaitRequest();

                CompletableFuture<Void> closing = OwnThread.run(server::close);

                // Without a pause: a connection that is idle is closed when the drain begins.
                await().pollInterval(Duration.ofMillis(10)).until(() -> kept.get("/nowhere") == 503);
                assertThat(Replies.get(server.adminUri(), "/health/ready").statusCode())
                        .isEqualTo(503);
                assertThat(Replies.get(server.adminUri(), "/health/ready").body())
                        .contains("draining");
                assertThat(inFlight).isNotDone();
                assertThat(closing).isNotDone();

                partner.release();

                assertThat(inFlight.join().statusCode()).isEqualTo(200);
                closing.join();
                assertThatThrownBy(() -> KeptConnection.to(uri)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void aStopLeavesNoThread() throws IOException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();

        start(ExecutionMode.ASYNC).close();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("medley-")));
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> MedleyServer.builder()
                            .port(taken.getLocalPort())
                            .mashup(new TripServlet())
                            .start())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("server.port: cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void allPortsInUseAreNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket takenToo = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> MedleyServer.builder()
                            .port(taken.getLocalPort())
                            .settings(settings -> settings.admin(admin -> admin.port(takenToo.getLocalPort())))
                            .mashup(new TripServlet())
                            .start())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("server.port: cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("; server.admin.port: cannot listen on 127.0.0.1:" + takenToo.getLocalPort());
        }
    }

    @Test
    void aServerThatDidNotStartLeavesNoPortOpen() throws IOException {
        int adminPort = freePort();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> MedleyServer.builder()
                            .port(taken.getLocalPort())
                            .settings(settings -> settings.admin(admin -> admin.port(adminPort)))
                            .mashup(new TripServlet())
                            .start())
                    .hasMessageStartingWith("server.port: ");

            assertThatCode(() -> new ServerSocket(adminPort, 1, InetAddress.getLoopbackAddress()).close())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void whatTheBuilderHasIsAddedToAConfiguration() throws IOException {
        try (MedleyServer server = MedleyServer.builder()
                .configuration("trip.yaml", """
                        server: {host: 127.0.0.1, port: 1, admin: {port: 0}, access-log: false, drain: 3s}
                        partners:
                          first: {url: '%s'}
                        mashups:
                          /declared:
                            exchanges: {one: {partner: first, path: /partner/1}}
                            reply: {body: '$one'}
                        """.formatted(partners.uri()))
                .port(0)
                .partner("second", partners.uri().toString())
                .mashup(new FanoutServlet())
                .start()) {
            assertThat(server.settings().drain()).hasSeconds(3);
            assertThat(broker(server).partnerNames()).containsExactly("first", "second");
            assertThat(Replies.get(server.uri(), "/fanout?c=2").statusCode()).isEqualTo(200);
            assertThat(Replies.get(server.uri(), "/declared").statusCode()).isEqualTo(200);
            assertThatThrownBy(server::reload).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aPartnerOrASettingOfBothTheBuilderAndTheConfigurationIsRefused() {
        MedleyServer.Builder builder = MedleyServer.builder()
                .configuration("trip.yaml", """
                        partners: {first: {url: 'http://127.0.0.1'}}
                        settings: {shop: {currency: EUR}}
                        """)
                .partner("first", partners.uri().toString())
                .setting("shop.currency", "CAD");

        assertThatThrownBy(builder::start)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems())
                                .hasSize(2)
                                .anyMatch(
                                        each -> each.contains("partners.first: the program has a partner of that name"))
                                .anyMatch(each -> each.contains("settings.shop.currency: the program sets it, too")));
        assertThatThrownBy(() -> builder.partner("first", "http://127.0.0.1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the partner first is given twice");
        assertThatThrownBy(() -> builder.configuration(Path.of("other.yaml")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aReloadReadsTheFileAgainAndKeepsWhatTheBuilderHas(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("medley.yaml");
        String yaml = """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
                partners: {first: {url: '%s'}}
                mashups:
                  /declared: {reply: {body: '{"is": "%s"}'}}
                """;
        Files.writeString(file, yaml.formatted(partners.uri(), "old"));
        try (MedleyServer server = MedleyServer.builder()
                .configuration(file)
                .partner("second", partners.uri().toString())
                .start()) {
            Files.writeString(file, yaml.formatted(partners.uri(), "new").replace("first", "third"));

            ReloadReport report = server.reload().toCompletableFuture().get(30, TimeUnit.SECONDS);

            assertThat(report.problems()).isEmpty();
            assertThat(report.changed()).contains("partners.first", "partners.third", "mashups./declared");
            assertThat(broker(server).partnerNames()).containsExactly("third", "second");
            assertThat(Replies.get(server.uri(), "/declared").body()).contains("new");
        }
    }

    @Test
    void twoMashupsOnOnePathAreRefused() {
        assertThatThrownBy(
                        () -> MedleyServer.builder().mashup(new TripServlet()).mashup(new TripServlet()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("have the same path /trip");
    }

    @Test
    void twoMashupsOfOneNameAreRefused() {
        assertThatThrownBy(() -> MedleyServer.builder().mashup(new NamedTrip()).mashup(new TripServlet()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("have the same name '/trip'");
    }

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
    void eachRequestToABadPartnerGetsAReplyAndNothingLeaks(Misbehaviour misbehaviour, int status) throws IOException {
        try (RawPartner partner = RawPartner.start(misbehaviour);
                MedleyServer server = MedleyServer.builder()
                        .port(0)
                        .partner(PartnerSettings.of("bad", partner.uri().toString())
                                .timeout(status == EXPIRED ? SHORT : LONG)
                                .build())
                        .settings(settings -> settings.deadline(LONG))
                        .mashup(new FanoutServlet())
                        .start()) {
            for (int sent = 0; sent < BAD_REQUESTS; sent += AT_ONCE) {
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
            assertNothingLeaks(server, partner);
        }
    }

    private static DefaultBroker broker(MedleyServer server) {
        return (DefaultBroker) server.broker();
    }

    private static void assertNothingLeaks(MedleyServer server, RawPartner partner) {
        await().untilAsserted(() -> {
            assertThat(broker(server).partner("bad").permitsUsed()).isZero();
            assertThat(broker(server).partner("bad").queued()).isZero();
            assertThat(broker(server).partner("bad").connections().opening()).isZero();
            assertThat(broker(server).partner("bad").connections().open())
                    .isEqualTo(broker(server).partner("bad").connections().idle());
            assertThat(partner.open())
                    .isEqualTo(broker(server).partner("bad").connections().idle());
            assertThat(broker(server).pool().use().started()).isLessThanOrEqualTo(MAX_THREADS);
            assertThat(broker(server).ledger().totals().inFlight()).isZero();
        });
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private MedleyServer start(ExecutionMode mode) throws IOException {
        String url = partners.uri().toString();
        MedleyServer server = MedleyServer.builder()
                .port(0)
                .settings(settings -> settings.execution(mode))
                .partner("weather", url)
                .partner("hotels", url)
                .partner("news", url)
                .mashup(new TripServlet())
                .mashup(new FanoutServlet())
                .mashup(new PassServlet())
                .start();
        open.add(server);
        return server;
    }

    @WebServlet(name = "/trip", value = "/named")
    private static final class NamedTrip extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("named"));
        }
    }

    /** Names a partner that is not configured. */
    @WebServlet("/needy")
    @MashupPartners({"weather", "wether"})
    private static final class Needy extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("never"));
        }
    }
}
