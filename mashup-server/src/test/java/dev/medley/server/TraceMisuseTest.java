package dev.medley.server;

import static dev.medley.server.SpanReceiver.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.medley.config.internal.Configuration;
import dev.medley.exchange.PartnerResponse;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must not be in a span, a field of a trace or the log, whatever clients, partners and the environment do. */
class TraceMisuseTest {

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private SpanReceiver receiver;
    private PartnerStubs partner;

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
                .answer("GET", "/away", request -> StubAnswer.status(302).header("Location", "/away?token=geheim"))
                .start();
    }

    @AfterEach
    void close() {
        partner.close();
        receiver.close();
    }

    @Test
    void theEndpointIsThatOfTheReceiver() {
        assertThatThrownBy(() -> read("{endpoint: 'http://h:4318/v1/traces'}", "", ""))
                .hasMessageContaining("server.traces.endpoint")
                .hasMessageContaining("/v1/traces, which is added to it");
    }

    private Configuration read(String traces, String ofPartner, String mashups) {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, access-log: false, admin: {port: 0}, traces: %s}
                partners:
                  p: {url: '%s'%s}
                mashups:
                %s
                """.formatted(traces, partner.uri(), ofPartner, mashups);
        return ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of());
    }

    private RunningServer start(String ofPartner) throws Exception {
        return new ServerBuilder()
                .start(read(
                        "{endpoint: '" + receiver.uri() + "'}",
                        ofPartner,
                        "  /m: {exchanges: {a: {partner: p, path: '/a?q=1'}}}"));
    }

    private static HttpResponse<String> get(RunningServer server, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void whatAClientSendsIsBoundedInASpan() throws Exception {
        try (RunningServer server = start("")) {
            assertThat(get(server, "/m", "User-Agent", "x".repeat(5000)).statusCode())
                    .isEqualTo(200);

            assertThat(attribute(receiver.awaitTrace(span -> true).root(), "user_agent.original"))
                    .hasSize(1024);
        }
    }

    /** By whatever name the partner wants it. */
    @Test
    void noSpanHasTheCredentialOfAPartner() throws Exception {
        try (RunningServer server = start(", auth: {query: {name: appid, value: geheim}}")) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            Span attempt = receiver.awaitTrace(span -> true)
                    .all(SpanKind.SPAN_KIND_CLIENT)
                    .get(0);
            assertThat(partner.recorded("GET", "/a").get(0).query()).contains("appid=geheim");
            assertThat(attribute(attempt, "url.full")).isEqualTo(partner.uri() + "/a?q=1");
        }
    }

    @Test
    void noDescriptionHasTheQueryOfARedirect() throws Exception {
        try (RunningServer server = new ServerBuilder()
                .start(read(
                        "{endpoint: '" + receiver.uri() + "'}",
                        ", redirects: 3",
                        "  /m: {exchanges: {a: {partner: p, path: /away}}}"))) {
            get(server, "/m");

            Span exchange = receiver.awaitTrace(span -> true).named("exchange a");
            assertThat(exchange.getStatus().getMessage()).contains("redirect").doesNotContain("geheim");
        }
    }

    @Test
    void noPathHasASession() throws Exception {
        try (RunningServer server = start("")) {
            get(server, "/m;jsessionid=geheim");

            assertThat(attribute(receiver.awaitTrace(span -> true).root(), "url.path"))
                    .isEqualTo("/m");
        }
    }

    @Test
    void anAttemptThatCannotConnectSaysWhereTo() throws Exception {
        URI gone = partner.uri();
        Configuration configuration = read(
                "{endpoint: '" + receiver.uri() + "'}", "", "  /m: {exchanges: {a: {partner: p, path: '/a?q=1'}}}");
        partner.close();
        try (RunningServer server = new ServerBuilder().start(configuration)) {
            get(server, "/m");

            Span attempt = receiver.awaitTrace(span -> true)
                    .all(SpanKind.SPAN_KIND_CLIENT)
                    .get(0);
            assertThat(attribute(attempt, "server.port")).isEqualTo(Integer.toString(gone.getPort()));
            assertThat(attribute(attempt, "url.full")).isEqualTo(gone + "/a?q=1");
            assertThat(attribute(attempt, "error.type")).isEqualTo("connect failed");
        }
    }

    /** Of the client's fields, which name another parent. */
    @ParameterizedTest
    @CsvSource({"traceparent, 01", "tracestate, 01", "traceparent, 00", "tracestate, 00"})
    void aFieldOfATraceThatIsPassedOnIsSentOnce(String passed, String flags) throws Exception {
        try (RunningServer server = start(", pass-headers: [" + passed + "]")) {
            get(server, "/m", "traceparent", PARENT + flags, "tracestate", "v=1");

            await().until(() -> !partner.recorded("GET", "/a").isEmpty());
            assertThat(partner.recorded("GET", "/a").get(0).headers().get("traceparent"))
                    .singleElement()
                    .asString()
                    .doesNotContain("00f067aa0ba902b7");
            assertThat(partner.recorded("GET", "/a").get(0).headers().get("tracestate"))
                    .containsExactly("v=1");
        }
    }

    @Test
    void exemplarsStandWhereOpenMetricsHasThem() throws Exception {
        try (RunningServer server = start("")) {
            get(server, "/m");
            receiver.awaitTrace(span -> true);

            assertThat(metrics(server, "application/openmetrics-text").body().lines())
                    .filteredOn(line -> line.contains("# {"))
                    .isNotEmpty()
                    .allMatch(line -> line.matches("\\w+_(bucket|total)\\{.*"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'text/plain, application/openmetrics-text;q=0', text/plain",
        "'text/plain;q=0.9, application/openmetrics-text;q=0.1', text/plain",
        "APPLICATION/OpenMetrics-Text, application/openmetrics-text",
        "*/*, text/plain",
        "';;q=,', text/plain"
    })
    void metricsHaveTheFormThatIsWanted(String accept, String type) throws Exception {
        try (RunningServer server = start("")) {
            assertThat(metrics(server, accept)
                            .headers()
                            .firstValue("Content-Type")
                            .orElseThrow())
                    .startsWith(type);
        }
    }

    private static HttpResponse<String> metrics(RunningServer server, String accept) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(server.adminUri().resolve("/metrics"))
                        .header("Accept", accept)
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void anEmptyEndpointIsNone() throws Exception {
        System.setProperty("otel.exporter.otlp.endpoint", "");
        try (RunningServer server =
                new ServerBuilder().start(read("{}", "", "  /m: {exchanges: {a: {partner: p, path: /a}}}"))) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);
            assertThat(partner.recorded("GET", "/a").get(0).header("traceparent"))
                    .isNull();
        } finally {
            System.clearProperty("otel.exporter.otlp.endpoint");
        }
    }

    @Test
    void aProtocolThatIsNotSpokenStopsTheStartAndLeavesNoThread() {
        System.setProperty("otel.exporter.otlp.protocol", "grpc");
        // Those of a server before may still be ending.
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try {
            assertThatThrownBy(() -> start(""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("OTEL_EXPORTER_OTLP_PROTOCOL is grpc")
                    .hasMessageContaining("http/protobuf");
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread ->
                            !before.contains(thread) && thread.getName().startsWith("BatchSpanProcessor"));
        } finally {
            System.clearProperty("otel.exporter.otlp.protocol");
        }
    }

    @Test
    void theLogHasTheStatusOfAReceiverThatRefusesAndNoPassword() throws Exception {
        HttpServer refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        refusing.createContext("/", exchange -> {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        refusing.start();
        String endpoint =
                "http://user:geheim@127.0.0.1:" + refusing.getAddress().getPort();
        System.setProperty("otel.exporter.otlp.endpoint", endpoint);
        try (LogLines log = LogLines.of("dev.medley.server.internal.trace");
                RunningServer server =
                        new ServerBuilder().start(read("{}", "", "  /m: {exchanges: {a: {partner: p, path: /a}}}"))) {
            get(server, "/m");
            await().until(() -> !log.lines().isEmpty());
            assertThat(log.lines())
                    .first()
                    .asString()
                    .contains("401", "/v1/traces")
                    .doesNotContain("geheim");
        } finally {
            System.clearProperty("otel.exporter.otlp.endpoint");
            refusing.stop(0);
        }
    }

    /** What a mashup goes on with after a span of its own has ended is of the request. */
    @Test
    void exchangesAfterTheEndOfASpanOfTheMashupAreOfItsRequest() throws Exception {
        try (OpenTelemetrySdk own = sdk();
                RunningServer server = new ServerBuilder()
                        .mashup(new OwnSpan(own.getTracer("mashup")))
                        .configuration(read("{endpoint: '" + receiver.uri() + "'}", "", "  /o: {reply: {body: '1'}}"))
                        .start()) {
            assertThat(get(server, "/own").statusCode()).isEqualTo(200);

            SpanReceiver.Trace trace = receiver.awaitTrace(span -> true);
            Span ended = trace.named("own");
            assertThat(trace.childrenOf(ended)).extracting(Span::getName).containsExactly("exchange p");
            assertThat(trace.childrenOf(trace.root()))
                    .extracting(Span::getName)
                    .containsExactlyInAnyOrder("own", "exchange p");
            assertThat(partner.recorded("GET", "/a"))
                    .extracting(request -> request.header("traceparent"))
                    .hasSize(2)
                    .allMatch(field -> field != null && field.contains(trace.id()));
        }
    }

    /** Another one, which sends to the same receiver: the global one would be that of all tests. */
    private OpenTelemetrySdk sdk() {
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(OtlpHttpSpanExporter.builder()
                                .setEndpoint(receiver.uri() + "/v1/traces")
                                .build()))
                        .build())
                .build();
    }

    @WebServlet("/own")
    private static final class OwnSpan extends MashupServlet {

        private static final long serialVersionUID = 1;

        private final transient Tracer tracer;

        OwnSpan(Tracer tracer) {
            this.tracer = tracer;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            io.opentelemetry.api.trace.Span own = tracer.spanBuilder("own").startSpan();
            CompletionStage<PartnerResponse> first;
            try (Scope scope = own.makeCurrent()) {
                assertThat(scope).isNotNull();
                first = mashup.get("p", "/a").response();
                // What is started now goes on with the span that is the current one as compose ends, or by then.
                return first.thenCompose(response -> {
                            own.end();
                            return mashup.get("p", "/a").response();
                        })
                        .thenApply(second -> Reply.text("done"));
            }
        }
    }

    /** A filter says more of its request than its span. */
    @Test
    void theBaggageOfAFilterIsThereInTheMashup() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (RunningServer server = new ServerBuilder()
                .mashup(new Baggages(seen))
                .filter(new BaggageFilter(), "/*")
                .configuration(read("{endpoint: '" + receiver.uri() + "'}", "", "  /o: {reply: {body: '1'}}"))
                .start()) {
            assertThat(get(server, "/baggage").statusCode()).isEqualTo(200);
            assertThat(seen).containsExactly("acme", "acme");
            assertThat(receiver.awaitTrace(span -> true).spans()).hasSize(3);
        }
    }

    private static final class BaggageFilter implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            try (Scope scope = Baggage.builder().put("tenant", "acme").build().makeCurrent()) {
                assertThat(scope).isNotNull();
                chain.doFilter(request, response);
            }
        }
    }

    @WebServlet("/baggage")
    private static final class Baggages extends MashupServlet {

        private static final long serialVersionUID = 1;

        private final transient List<String> seen;

        Baggages(List<String> seen) {
            this.seen = seen;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            note();
            return mashup.get("p", "/a").response().thenApply(response -> {
                note();
                return Reply.text("done");
            });
        }

        private void note() {
            seen.add(String.valueOf(Baggage.current().getEntryValue("tenant")));
        }
    }
}
