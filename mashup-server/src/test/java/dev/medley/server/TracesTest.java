package dev.medley.server;

import static dev.medley.server.SpanReceiver.attribute;
import static dev.medley.server.SpanReceiver.events;
import static dev.medley.server.SpanReceiver.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.config.internal.Configuration;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The spans of a server, as a receiver gets them. */
class TracesTest {

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final AtomicInteger flaky = new AtomicInteger();
    private final AtomicInteger slow = new AtomicInteger();
    private SpanReceiver receiver;
    private PartnerStubs partner;

    /** The library's own is five seconds. */
    @BeforeAll
    static void sendSoon() {
        System.setProperty("otel.bsp.schedule.delay", "20");
    }

    @AfterAll
    static void sendAsUsual() {
        System.clearProperty("otel.bsp.schedule.delay");
    }

    @BeforeEach
    void open() throws Exception {
        receiver = new SpanReceiver();
        partner = PartnerStubs.builder()
                .threads(2)
                .answer("GET", "/a", 200, "1")
                .answer("GET", "/b", 200, "2")
                .answer("GET", "/gone", 404, "{}")
                .answer("GET", "/kept", request -> StubAnswer.json(200, "3").header("Cache-Control", "max-age=60"))
                .answer(
                        "GET",
                        "/flaky",
                        request -> flaky.incrementAndGet() == 1 ? StubAnswer.status(503) : StubAnswer.json(200, "4"))
                .answer(
                        "GET",
                        "/slow",
                        request -> slow.incrementAndGet() == 1
                                ? StubAnswer.json(200, "5").delay(Duration.ofSeconds(2))
                                : StubAnswer.json(200, "5"))
                .start();
    }

    @AfterEach
    void close() {
        partner.close();
        receiver.close();
    }

    private RunningServer start(ExecutionMode mode, String more, String mashups) throws Exception {
        return new ServerBuilder().start(read(mode, more, mashups));
    }

    private Configuration read(ExecutionMode mode, String more, String mashups) {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, access-log: false, admin: {port: 0}, execution: %s, traces: {endpoint: '%s'%s}}
                partners:
                  p: {url: '%s', retry: {statuses: [503], backoff: 1ms}}
                  hedged: {url: '%s', hedge: {after: 50ms}}
                  cached: {url: '%s', cache: {enabled: true}}
                  silent: {url: '%s', request-id: false}
                mashups:
                %s
                """.formatted(
                        mode.configured(),
                        receiver.uri(),
                        more,
                        partner.uri(),
                        partner.uri(),
                        partner.uri(),
                        partner.uri(),
                        mashups);
        return ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
    }

    private static HttpResponse<String> get(RunningServer server, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource(value = ExecutionMode.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void aMashupIsOneTree(ExecutionMode mode) throws Exception {
        try (RunningServer server = start(
                mode,
                "",
                "  /m: {exchanges: {a: {path: /a}, b: {partner: p, path: '/b?token=x'}}}"
                        .replace("a: {path", "a: {partner: p, path"))) {
            HttpResponse<String> reply = get(server, "/m?x=1");
            assertThat(reply.body()).isEqualTo("{\"a\":1,\"b\":2}");

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            Span root = trace.root();
            assertThat(root.getName()).isEqualTo("GET /m");
            assertThat(root.getParentSpanId().isEmpty()).isTrue();
            assertThat(attribute(root, "http.route")).isEqualTo("/m");
            assertThat(attribute(root, "url.path")).isEqualTo("/m");
            assertThat(attribute(root, "http.response.status_code")).isEqualTo("200");
            assertThat(reply.headers().firstValue("X-Request-Id")).contains(trace.id());
            assertThat(trace.childrenOf(root))
                    .extracting(Span::getName)
                    .containsExactlyInAnyOrder("exchange a", "exchange b");
            Span exchange = trace.named("exchange b");
            assertThat(attribute(exchange, "medley.partner")).isEqualTo("p");
            assertThat(attribute(exchange, "medley.outcome")).isEqualTo("completed");
            Span attempt = trace.childrenOf(exchange).get(0);
            assertThat(attempt.getKind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
            assertThat(attribute(attempt, "url.full")).isEqualTo(partner.uri() + "/b?token=***");
            assertThat(attribute(attempt, "network.protocol.version")).isEqualTo("1.1");
            assertThat(events(attempt)).endsWith("waiting", "headers");
            assertThat(partner.recorded("GET", "/b").get(0).header("traceparent"))
                    .isEqualTo("00-%s-%s-03".formatted(trace.id(), hex(attempt.getSpanId())));
            assertThat(trace.spans()).hasSize(5);
        }
    }

    @Test
    void theManifestOfAnIncompleteReplyHasTheIdOfItsTrace() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {g: {partner: p, path: /gone, optional: true}}}")) {
            get(server, "/m", "X-Request-Id", "chosen");

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            assertThat(attribute(trace.root(), "medley.missing")).contains("string_value: \"g\"");
            String manifests = CLIENT.send(
                            HttpRequest.newBuilder(server.adminUri().resolve("/manifests"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(manifests.replaceAll("\\s", ""))
                    .contains("\"request\":\"chosen\",\"trace\":\"" + trace.id() + "\"");
        }
    }

    @Test
    void anAttemptThatIsMadeAgainSaysSo() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {f: {partner: p, path: /flaky}}}")) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            Span exchange = trace.named("exchange f");
            List<Span> attempts = trace.childrenOf(exchange);
            assertThat(attempts)
                    .extracting(span -> attribute(span, "http.response.status_code"))
                    .containsExactly("503", "200");
            assertThat(attempts)
                    .extracting(span -> attribute(span, "http.request.resend_count"))
                    .containsExactly("", "1");
            assertThat(attempts.get(0).getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
            assertThat(attribute(attempts.get(0), "error.type")).isEqualTo("503");
            assertThat(events(exchange)).containsExactly("pause");
            assertThat(exchange.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        }
    }

    @Test
    void aHedgedRequestIsASecondAttemptAndTheSlowOneIsNoError() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {s: {partner: hedged, path: /slow}}}")) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            List<Span> attempts = trace.childrenOf(trace.named("exchange s"));
            assertThat(attempts)
                    .extracting(span -> attribute(span, "medley.hedge"))
                    .containsExactlyInAnyOrder("", "true");
            assertThat(attempts)
                    .extracting(span -> attribute(span, "medley.outcome"))
                    .containsExactlyInAnyOrder("cancelled", "");
            assertThat(attempts)
                    .extracting(span -> span.getStatus().getCode())
                    .containsOnly(StatusCode.STATUS_CODE_UNSET);
        }
    }

    @Test
    void aStoredResponseHasNoAttempt() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {k: {partner: cached, path: /kept}}}")) {
            assertThat(get(server, "/m?n=1").body()).isEqualTo("{\"k\":3}");
            String second =
                    get(server, "/m?n=2").headers().firstValue("X-Request-Id").orElseThrow();

            SpanReceiver.Trace trace =
                    receiver.awaitTrace(span -> hex(span.getTraceId()).equals(second));
            Span exchange = trace.named("exchange k");
            assertThat(attribute(exchange, "medley.cache")).isEqualTo("hit");
            assertThat(trace.childrenOf(exchange)).isEmpty();
        }
    }

    /** Nobody waits for it, but a request has caused it. */
    @Test
    void aBackgroundValidationIsOfTheRequestThatGotTheStaleResponse() throws Exception {
        partner.answer(
                "GET",
                "/stale",
                request -> StubAnswer.json(200, "7")
                        .header("Cache-Control", "max-age=0, stale-while-revalidate=60")
                        .header("ETag", "\"e\""));
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {k: {partner: cached, path: /stale}}}")) {
            get(server, "/m");
            String second =
                    get(server, "/m").headers().firstValue("X-Request-Id").orElseThrow();

            await().until(() -> partner.recorded("GET", "/stale").size() == 2);
            assertThat(partner.recorded("GET", "/stale").get(1).header("traceparent"))
                    .startsWith("00-" + second);
            await().until(() -> receiver.spans().stream()
                            .filter(span -> hex(span.getTraceId()).equals(second))
                            .count()
                    == 4);
        }
    }

    @Test
    void exchangesThatShareARequestLinkToItsAttempt() throws Exception {
        CompletableFuture<Void> released = new CompletableFuture<>();
        partner.answer(
                "GET",
                "/shared",
                request -> StubAnswer.json(200, "6")
                        .header("Cache-Control", "max-age=60")
                        .after(released));
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {k: {partner: cached, path: /shared}}}")) {
            CompletableFuture<HttpResponse<String>> one = later(server, "/m");
            await().until(() -> partner.inFlight() == 1);
            CompletableFuture<HttpResponse<String>> other = later(server, "/m");
            await().until(() -> server.broker().exchangesInFlight() == 2);
            released.complete(null);
            String leading = one.join().headers().firstValue("X-Request-Id").orElseThrow();
            String joined = other.join().headers().firstValue("X-Request-Id").orElseThrow();

            Span attempt = receiver.awaitTrace(span -> hex(span.getTraceId()).equals(leading))
                    .all(SpanKind.SPAN_KIND_CLIENT)
                    .get(0);
            Span exchange = receiver.awaitTrace(span -> hex(span.getTraceId()).equals(joined))
                    .named("exchange k");
            assertThat(attribute(exchange, "medley.coalesced")).isEqualTo("true");
            assertThat(exchange.getLinksList()).singleElement().satisfies(link -> {
                assertThat(link.getTraceId()).isEqualTo(attempt.getTraceId());
                assertThat(link.getSpanId()).isEqualTo(attempt.getSpanId());
            });
        }
    }

    @Test
    void aMissingPartIsAFailedExchangeInAReplyThatHasNotFailed() throws Exception {
        try (RunningServer server = start(
                ExecutionMode.ASYNC,
                "",
                "  /m: {exchanges: {a: {partner: p, path: /a}, g: {partner: p, path: /gone, optional: true}}}")) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            Span exchange = trace.named("exchange g");
            assertThat(exchange.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
            assertThat(attribute(exchange, "error.type")).isEqualTo("unexpected status");
            assertThat(trace.root().getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_UNSET);
        }
    }

    @Test
    void theSenderOfATraceDecidesWhetherItIsRecorded() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, ", ratio: 0", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/m");
            get(server, "/m", "traceparent", PARENT + "00", "tracestate", "v=1");
            HttpResponse<String> recorded = get(server, "/m", "traceparent", PARENT + "01", "tracestate", "v=1");

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            assertThat(trace.id()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
            assertThat(hex(trace.root().getParentSpanId())).isEqualTo("00f067aa0ba902b7");
            assertThat(recorded.headers().firstValue("X-Request-Id")).contains(trace.id());
            assertThat(receiver.spans()).hasSize(3);
            assertThat(partner.recorded("GET", "/a"))
                    .extracting(request -> request.header("tracestate"))
                    .containsExactly(null, "v=1", "v=1");
            assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                    .startsWith("00-")
                    .endsWith("-02");
            assertThat(partner.recorded("GET", "/a").get(1).header("traceparent"))
                    .startsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-")
                    .doesNotContain("00f067aa0ba902b7")
                    .endsWith("-00");
            assertThat(partner.recorded("GET", "/a").get(2).header("traceparent"))
                    .isEqualTo("00-%s-%s-01"
                            .formatted(
                                    trace.id(),
                                    hex(trace.all(SpanKind.SPAN_KIND_CLIENT)
                                            .get(0)
                                            .getSpanId())));
        }
    }

    @Test
    void aPartnerThatIsToldNoIdsIsToldNoTrace() throws Exception {
        try (RunningServer server =
                start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {a: {partner: silent, path: /a}}}")) {
            get(server, "/m", "traceparent", PARENT + "01");

            receiver.awaitTrace(span -> true);
            assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                    .isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/m?q=%zz"})
    void whatNoMashupAnswersHasASpan(String path) throws Exception {
        try (RunningServer server = start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            try (ClientSocket client = ClientSocket.to(server)) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
                String reply = client.readToEnd();
                Span root = receiver.awaitTrace(span -> true).root();
                assertThat(reply).startsWith("HTTP/1.1 " + attribute(root, "http.response.status_code"));
            }
        }
    }

    @Test
    void aReceiverThatIsGoneCostsNoReply() throws Exception {
        receiver.close();
        try (LogLines log = LogLines.of("dev.medley.server.internal.trace");
                RunningServer server =
                        start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            for (int i = 0; i < 3000; i++) {
                assertThat(get(server, "/m").statusCode()).isEqualTo(200);
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> !log.lines().isEmpty());
            assertThat(log.lines()).singleElement().asString().contains("traces: ");
        }
    }

    /** On whatever thread they run. */
    @ParameterizedTest
    @EnumSource(value = ExecutionMode.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void theSpanOfTheRequestIsTheCurrentOneInCallbacks(ExecutionMode mode) throws Exception {
        List<String> current = new CopyOnWriteArrayList<>();
        MashupServlet mashup = new CurrentSpans(current);
        try (RunningServer server = new ServerBuilder()
                .mashup(mashup)
                .configuration(read(mode, "", "  /other: {reply: {body: '1'}}"))
                .start()) {
            get(server, "/current");

            Span root = receiver.awaitTrace(span -> true).root();
            assertThat(current).hasSize(3).containsOnly(hex(root.getSpanId()));
        }
    }

    @WebServlet("/current")
    private static final class CurrentSpans extends MashupServlet {

        private static final long serialVersionUID = 1;

        private final transient List<String> current;

        CurrentSpans(List<String> current) {
            this.current = current;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            note();
            return mashup.get("p", "/a")
                    .response()
                    .thenCompose(first -> {
                        note();
                        return mashup.get("p", "/b").response();
                    })
                    .thenApply(second -> {
                        note();
                        return Reply.text("done");
                    });
        }

        private void note() {
            current.add(
                    io.opentelemetry.api.trace.Span.current().getSpanContext().getSpanId());
        }
    }

    @Test
    void aReplyInPartsIsOneTree() throws Exception {
        try (RunningServer server = start(
                ExecutionMode.ASYNC,
                "",
                "  /m: {parts: true, exchanges: {a: {partner: p, path: /a}, b: {partner: p, path: /b}}}")) {
            HttpResponse<String> reply = get(server, "/m", "Accept", "application/x-ndjson");
            assertThat(reply.body().lines()).hasSize(4);

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            assertThat(trace.childrenOf(trace.root())).hasSize(2);
            assertThat(trace.all(SpanKind.SPAN_KIND_CLIENT)).hasSize(2);
            assertThat(trace.all(SpanKind.SPAN_KIND_CLIENT))
                    .allSatisfy(attempt -> assertThat(attempt.getEndTimeUnixNano())
                            .isLessThanOrEqualTo(trace.root().getEndTimeUnixNano()));
        }
    }

    @Test
    void exemplarsReferToRecordedRequests() throws Exception {
        try (RunningServer server = start(ExecutionMode.ASYNC, "", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            String id = get(server, "/m").headers().firstValue("X-Request-Id").orElseThrow();
            receiver.awaitTrace(span -> true);

            HttpRequest scrape = HttpRequest.newBuilder(server.adminUri().resolve("/metrics"))
                    .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                    .build();
            HttpResponse<String> metrics = CLIENT.send(scrape, BodyHandlers.ofString());
            assertThat(metrics.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/openmetrics-text");
            assertThat(metrics.body().lines().filter(line -> line.contains("trace_id=\"" + id + "\"")))
                    .anyMatch(line -> line.startsWith("medley_requests_seconds_bucket{mashup=\"/m\""))
                    .anyMatch(line -> line.startsWith("medley_exchange"));
            assertThat(metrics.body()).endsWith("# EOF\n");
        }
    }

    private static CompletableFuture<HttpResponse<String>> later(RunningServer server, String path) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(server.uri().resolve(path)).build(), BodyHandlers.ofString());
    }
}
