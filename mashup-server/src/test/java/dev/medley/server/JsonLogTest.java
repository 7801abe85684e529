package dev.medley.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.JsonLog;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.ledger.RequestPhase;
import jakarta.servlet.annotation.WebServlet;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** The logs of a server as JSON, and the requests that are logged as slow. */
class JsonLogTest {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(tools.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger logger = logback.getLogger("dev.medley");
    private final Logger access = logback.getLogger("dev.medley.access");
    private final OutputStreamAppender<ILoggingEvent> output = new OutputStreamAppender<>();
    private PartnerStubs partner;

    @BeforeEach
    void open() {
        PatternLayoutEncoder pattern = new PatternLayoutEncoder();
        pattern.setContext(logback);
        pattern.setPattern("%msg%n");
        pattern.start();
        output.setContext(logback);
        output.setEncoder(pattern);
        output.setOutputStream(written);
        output.start();
        logger.addAppender(output);
        if (!access.isAdditive()) {
            access.addAppender(output);
        }
        partner = PartnerStubs.builder()
                .threads(2)
                .answer("GET", "/a", 200, "1")
                .answer("GET", "/gone", 404, "{}")
                .answer("GET", "/slow", request -> StubAnswer.json(200, "2").delay(Duration.ofMillis(60)))
                .start();
    }

    @AfterEach
    void close() {
        partner.close();
        logger.detachAppender(output);
        access.detachAppender(output);
    }

    private RunningServer start(String log, String mashups) throws Exception {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, log: %s}
                partners:
                  p: {url: '%s'}
                  flaky: {url: '%s', retry: {statuses: [503], backoff: 50ms, max-backoff: 50ms}}
                mashups:
                %s
                """.formatted(log, partner.uri(), partner.uri(), mashups);
        return new ServerBuilder()
                .mashup(new Failing())
                .configuration(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()))
                .start();
    }

    private static HttpResponse<String> get(RunningServer server, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private List<String> lines(String part) {
        return written.toString(UTF_8)
                .lines()
                .filter(line -> line.contains(part))
                .toList();
    }

    private JsonNode line(String part) {
        await().until(() -> !lines(part).isEmpty());
        return MAPPER.readTree(lines(part).get(0));
    }

    @Test
    void aLineOfTheAccessLogIsADocument() throws Exception {
        try (RunningServer server = start(
                "{format: json}",
                "  /m: {exchanges: {a: {partner: p, path: /a}, g: {partner: p, path: /gone, optional: true}}}")) {
            HttpResponse<String> reply =
                    get(server, "/m?city=R%C3%B6m&token=geheim", "X-Request-Id", "order-7", "User-Agent", "curl \"8\"");

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("logger_name").asString()).isEqualTo("dev.medley.access");
            assertThat(line.path("@timestamp").asString()).startsWith("20");
            assertThat(line.path("client").asString()).isEqualTo("127.0.0.1");
            assertThat(line.path("method").asString()).isEqualTo("GET");
            assertThat(line.path("target").asString()).isEqualTo("/m?city=R%C3%B6m&token=***");
            assertThat(line.path("status").asInt()).isEqualTo(200);
            assertThat(line.path("bytes").asInt()).isEqualTo(reply.body().length());
            assertThat(line.path("user_agent").asString()).isEqualTo("curl \"8\"");
            assertThat(line.path("request_id").asString()).isEqualTo("order-7");
            assertThat(line.path("mashup").asString()).isEqualTo("/m");
            assertThat(line.path("outcome").asString()).isEqualTo("incomplete");
            assertThat(line.path("missing").toString()).isEqualTo("[\"g\"]");
            assertThat(line.path("phases").propertyNames())
                    .contains("exchanges")
                    .isSubsetOf(Arrays.stream(RequestPhase.values())
                            .map(RequestPhase::label)
                            .toList());
            assertThat(line.path("ms").asDouble()).isPositive();
            assertThat(line.has("exchanges")).isFalse();
            assertThat(line.has("caller")).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"/m, complete, 200", "/none, refused, 404", "/failing, failed, 502"})
    void theOutcomeIsThatOfTheReply(String path, String outcome, int status) throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            assertThat(get(server, path).statusCode()).isEqualTo(status);

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("outcome").asString()).isEqualTo(outcome);
            assertThat(line.path("status").asInt()).isEqualTo(status);
        }
    }

    @WebServlet("/failing")
    private static final class Failing extends MashupServlet {

        private static final long serialVersionUID = 1;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.get("p", "/gone").response().thenApply(response -> Reply.text("never"));
        }
    }

    @Test
    void fieldsAreChosenByName() throws Exception {
        try (RunningServer server = start(
                "{format: json, fields: [status, exchanges]}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/m");

            JsonNode line = line("dev.medley.access");
            assertThat(line.propertyNames())
                    .containsExactlyInAnyOrder(
                            "@timestamp", "message", "logger_name", "thread_name", "level", "status", "exchanges");
            JsonNode exchange = line.path("exchanges").path(0);
            assertThat(exchange.path("exchange").asString()).isEqualTo("a");
            assertThat(exchange.path("partner").asString()).isEqualTo("p");
            assertThat(exchange.path("outcome").asString()).isEqualTo("completed");
            assertThat(exchange.path("status").asInt()).isEqualTo(200);
            assertThat(exchange.path("attempts").asInt()).isEqualTo(1);
        }
    }

    /** Of failed exchanges, with the id of their request by the name that the access log has. */
    @Test
    void otherLinesAreDocumentsTooWithTheIdOfTheirRequest() throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/failing", "X-Request-Id", "order-8");

            JsonNode line = line("dev.medley.failures");
            assertThat(line.path("level").asString()).isEqualTo("WARN");
            assertThat(line.path("message").asString()).startsWith("exchange failed: partner p");
            assertThat(line.path("request_id").asString()).isEqualTo("order-8");
        }
    }

    @Test
    void aMalformedRequestHasALine() throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}");
                ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /\u0001\n HTTP/1.1\r\nHost: h\r\n\r\n");
            client.readToEnd();

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("status").asInt()).isEqualTo(400);
            assertThat(line.path("outcome").asString()).isEqualTo("refused");
        }
    }

    @Test
    void aMalformedRequestHasItsCauseAndTheBytesOfItsReply() throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}");
                ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /\u0001\n HTTP/1.1\r\nHost: h\r\n\r\n");
            String reply = client.readToEnd();

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("refused_by").asString()).isEqualTo("malformed");
            assertThat(line.path("cause").asString()).isNotEmpty().isNotEqualTo("Bad Request");
            assertThat(line.path("bytes").asInt())
                    .isEqualTo(reply.length() - reply.indexOf("\r\n\r\n") - 4)
                    .isPositive();
        }
    }

    @Test
    void aMessageHasNothingThatTheFieldsLeaveOut() throws Exception {
        try (RunningServer server =
                start("{format: json, fields: [method, status]}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/m?q=private");

            assertThat(line("dev.medley.access").path("message").asString()).isEqualTo("GET 200");
        }
    }

    @Test
    void pathParametersAreMasked() throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/m;jsessionid=geheim?q=1", "Referer", "http://h/x;jsessionid=geheim/y");

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("target").asString()).isEqualTo("/m;***?q=1");
            assertThat(line.path("referer").asString()).isEqualTo("http://h/x;***/y");
        }
    }

    @Test
    void anExchangeThatHasFailedSaysWhy() throws Exception {
        try (RunningServer server =
                start("{format: json, fields: [exchanges]}", "  /m: {exchanges: {g: {partner: p, path: /gone}}}")) {
            get(server, "/m");

            JsonNode exchange = line("dev.medley.access").path("exchanges").path(0);
            assertThat(exchange.path("reason").asString()).isEqualTo("unexpected status");
            assertThat(exchange.path("detail").asString()).contains("404");
        }
    }

    @Test
    void exchangesThatAreNotListedAreCounted() throws Exception {
        partner.answer("GET", "/list", 200, "[" + "1,".repeat(39) + "1]");
        try (RunningServer server = start("{format: json, fields: [exchanges]}", """
                  /m:
                    exchanges:
                      l: {partner: p, path: /list}
                      e: {for-each: $l, partner: p, path: /a}
                """)) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            JsonNode line = line("dev.medley.access");
            assertThat(line.path("exchanges").size()).isEqualTo(32);
            assertThat(line.path("exchanges_omitted").asInt()).isEqualTo(9);
        }
    }

    /** The first is logged at once, and the last of the second at its end, by a thread that has no request. */
    @Test
    void aLineThatIsHeldBackHasTheIdOfItsRequest() throws Exception {
        try (RunningServer server = start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")) {
            get(server, "/failing", "X-Request-Id", "order-1");
            get(server, "/failing", "X-Request-Id", "order-2");

            await().until(() -> lines("dev.medley.failures").size() == 2);
            assertThat(MAPPER.readTree(lines("dev.medley.failures").get(1))
                            .path("request_id")
                            .asString())
                    .isEqualTo("order-2");
        }
    }

    @Test
    void fieldsNeedJson() {
        assertThatThrownBy(() -> start("{fields: [status]}", "  /m: {exchanges: {a: {partner: p, path: /a}}}"))
                .hasMessageContaining("server.log.fields")
                .hasMessageContaining("server.log.format: json");
    }

    @Test
    void textAgainIsWrittenOnceTheServerIsClosed() throws Exception {
        start("{format: json}", "  /m: {exchanges: {a: {partner: p, path: /a}}}")
                .close();
        logger.info("plain");

        assertThat(lines("plain")).containsExactly("plain");
    }

    @Test
    void aRequestThatIsSlowIsLoggedWithItsExchanges() throws Exception {
        try (RunningServer server = start("{slow: 50ms}", "  /m: {exchanges: {s: {partner: p, path: /slow}}}")) {
            get(server, "/m?token=geheim", "X-Request-Id", "order-9");

            await().until(() -> !lines("slow request").isEmpty());
            assertThat(lines("slow request"))
                    .singleElement()
                    .asString()
                    .matches(
                            "slow request: GET /m\\?token=\\*\\*\\* 200 in [0-9.]+ ms \\(([a-z]+ [0-9.]+, )*exchanges [0-9.]+(, [a-z]+ [0-9.]+)*\\),"
                                    + " request-id order-9: s with p completed 200 in [0-9.]+ ms \\(.*waiting [0-9.]+.*\\)");
        }
    }

    @Test
    void aSlowRequestIsADocumentWithAllFields() throws Exception {
        try (RunningServer server =
                start("{format: json, slow: 50ms, fields: []}", "  /m: {exchanges: {s: {partner: p, path: /slow}}}")) {
            get(server, "/m");

            JsonNode line = line("slow request");
            assertThat(line.path("logger_name").asString()).isEqualTo("dev.medley.slow");
            assertThat(line.path("phases").path("exchanges").asDouble()).isGreaterThan(40);
            assertThat(sumOf(line.path("phases"))).isCloseTo(line.path("ms").asDouble(), within(0.5));
            assertThat(line.path("exchanges")
                            .path(0)
                            .path("phases")
                            .path("waiting")
                            .asDouble())
                    .isGreaterThan(40);
        }
    }

    @Test
    void thePauseBeforeARetryIsAPhase() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        partner.answer(
                "GET",
                "/flaky",
                request -> asked.incrementAndGet() == 1 ? StubAnswer.status(503) : StubAnswer.json(200, "1"));
        try (RunningServer server = start(
                "{format: json, fields: [exchanges]}", "  /m: {exchanges: {f: {partner: flaky, path: /flaky}}}")) {
            assertThat(get(server, "/m").statusCode()).isEqualTo(200);

            JsonNode exchange = line("dev.medley.access").path("exchanges").path(0);
            assertThat(exchange.path("attempts").asInt()).isEqualTo(2);
            assertThat(sumOf(exchange.path("phases")))
                    .isCloseTo(exchange.path("ms").asDouble(), within(1.0));
        }
    }

    private static double sumOf(JsonNode numbers) {
        double sum = 0;
        for (JsonNode each : numbers) {
            sum += each.asDouble();
        }
        return sum;
    }

    @Test
    void aRequestThatIsNotSlowIsNot() throws Exception {
        try (RunningServer server = start("{slow: 1h}", "  /m: {exchanges: {s: {partner: p, path: /slow}}}")) {
            get(server, "/m");

            assertThat(lines("slow request")).isEmpty();
        }
    }

    @Test
    void jsonNeedsLogback() {
        assertThatThrownBy(() -> JsonLog.install(new org.slf4j.helpers.NOPLoggerFactory()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("server.log.format")
                .hasMessageContaining("NOPLoggerFactory");
    }
}
