package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A session on topics has one line in the log, when it ends, and is one request in the metrics. */
@Timeout(60)
class TopicLogTest {

    private static final String COUNT = "medley_requests_seconds_count";
    private static final String OF_TOPICS = "mashup=topics";

    private final WrittenLog log = new WrittenLog();

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void anEventStreamHasItsDurationBytesAndMessages(HttpClient.Version version) throws Exception {
        try (RunningServer server = start("json")) {
            try (EventClient stream = EventClient.open(server.uri(), version, "/topics/prices.eur")) {
                stream.next();
                publish(server, "1");
                publish(server, "2");
                stream.next();
                stream.next();
            }
            JsonNode line = line("GET /topics/prices.eur");
            assertThat(line.get("status").asInt()).isEqualTo(200);
            assertThat(line.get("messages").asInt()).isEqualTo(2);
            assertThat(line.get("bytes").asInt()).isGreaterThan(200);
            assertThat(line.get("ms").asDouble()).isPositive();
            assertThat(line.get("request_id").asString()).isNotEmpty();
            assertThat(line.has("refused_by")).isFalse();
            assertThat(line.has("mashup")).isFalse();
        }
    }

    @Test
    void aWebSocketHasItsLineWhenItEndsAndIsCountedWhenItBegins() throws Exception {
        try (RunningServer server = start("json")) {
            try (SocketClient socket = SocketClient.open(server.uri())) {
                socket.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.*\"}");
                socket.next();
                publish(server, "1");
                socket.next();
                assertCounted(server, 1, "status=101");
                assertThat(log.text()).doesNotContain("GET /topics 101");
                Scene.eventually().until(() -> log.text().contains("POST /topics/prices.eur 200"));
            }
            JsonNode line = line("GET /topics");
            assertThat(line.get("status").asInt()).isEqualTo(101);
            assertThat(line.get("messages").asInt()).isOne();
            assertThat(line.get("bytes").asInt()).isBetween(100, 300);
        }
    }

    @Test
    void theTextHasTheMessagesBehindTheId() throws Exception {
        try (RunningServer server = start("text")) {
            try (EventClient stream =
                    EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur")) {
                stream.next();
            }
            Scene.eventually()
                    .untilAsserted(() -> assertThat(log.text())
                            .containsPattern("\"GET /topics/prices.eur HTTP/1.1\" 200 \\d+ .* [0-9a-f]+ messages=0\n"));
            publish(server, "1");
            Scene.eventually()
                    .untilAsserted(() -> assertThat(log.text())
                            .containsPattern("\"POST /topics/prices.eur HTTP/1.1\" 200 \\d+ .* [0-9a-f]+\n"));
        }
    }

    @Test
    void aSessionOrAPollIsNotSlow() throws Exception {
        try (RunningServer server = start("json")) {
            Replies.get(server.uri(), "/topics/prices.eur?after=earliest&wait=400ms");
            try (EventClient stream =
                    EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur")) {
                stream.next();
                Replies.get(server.uri(), "/topics/prices.eur?after=earliest&wait=400ms");
            }
            line("GET /topics/prices.eur");
            assertThat(log.text()).doesNotContain("slow request");
            assertThat(metrics(server).value("medley_requests_seconds_sum", OF_TOPICS, "status=200"))
                    .isLessThan(0.8);
        }
    }

    @Test
    void whatTopicsRefuseIsCountedByTheReason() throws Exception {
        try (RunningServer server = start("json")) {
            Replies.get(server.uri(), "/topics/none");
            Replies.get(server.uri(), "/topics/closed.a");
            Replies.get(server.uri(), "/topics/prices?after=x");
            assertCounted(server, 1, "status=404");
            assertCounted(server, 1, "status=403");
            assertCounted(server, 1, "status=400");
            PrometheusPage page = metrics(server);
            assertThat(page.value("medley_requests_refused_total", OF_TOPICS, "by=path"))
                    .isOne();
            assertThat(page.value("medley_requests_refused_total", OF_TOPICS, "by=caller"))
                    .isOne();
            assertThat(page.names())
                    .filteredOn(name -> name.startsWith("medley_requests_refused_total"))
                    .hasSize(2);
            assertThat(page.names()).noneMatch(name -> name.startsWith(COUNT) && name.contains("mashup=none"));
        }
    }

    private JsonNode line(String begin) {
        return log.line("\"message\":\"" + begin + " ");
    }

    private static void assertCounted(RunningServer server, int count, String status) {
        Scene.eventually()
                .untilAsserted(() -> assertThat(metrics(server).value(COUNT, OF_TOPICS, status))
                        .isEqualTo(count));
    }

    private static RunningServer start(String format) throws Exception {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, log: {format: %s, slow: 300ms}}
                topics:
                  prices: {public: true, publish: {anybody: true}}
                  closed: {publish: {anybody: true}}
                """.formatted(format);
        return new ServerBuilder()
                .configuration(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()))
                .start();
    }

    private static void publish(RunningServer server, String document) throws Exception {
        HttpResponse<String> reply = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.uri() + "/topics/prices.eur"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(document))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).isEqualTo(200);
    }

    private static PrometheusPage metrics(RunningServer server) {
        return PrometheusPage.parse(
                Replies.get(server.adminUri(), "/metrics").body().getBytes(StandardCharsets.UTF_8));
    }
}
