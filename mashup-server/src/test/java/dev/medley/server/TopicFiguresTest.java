package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What administration shows of topics. */
@Timeout(60)
class TopicFiguresTest {

    private static final String TOPICS = """
            topics:
              prices: {public: true, messages: 5, publish: {anybody: true}}
            """;
    private static final String PRICES = "topic=prices";

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @SuppressWarnings("NullAway.Init") // each test starts one
    private RunningServer server;

    @BeforeEach
    void start() throws Exception {
        rig = new ReloadRig(folder);
        rig.write("", "");
        rig.append(TOPICS);
        server = rig.start();
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void theStatusHasSessionsLogsAndMessagesOfEachTopic() throws Exception {
        try (EventClient stream = EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur");
                SocketClient socket = SocketClient.open(server.uri())) {
            stream.next();
            socket.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"prices.*\"}");
            socket.next();
            for (int i = 0; i < 7; i++) {
                publish();
                stream.next();
                socket.next();
            }
            eventually().untilAsserted(() -> {
                JsonNode topics =
                        Replies.json(Replies.get(server.adminUri(), "/status")).get("topics");
                assertThat(topics.get("sessions").toString()).isEqualTo("{\"events\":1,\"websocket\":1}");
                JsonNode prices = topics.get("byName").get("prices");
                assertThat(prices.get("subscriptions").asInt()).isEqualTo(2);
                assertThat(prices.get("subjects").asInt()).isEqualTo(1);
                assertThat(prices.get("log").get("messages").asInt()).isEqualTo(5);
                assertThat(prices.get("log").get("maxMessages").asInt()).isEqualTo(5);
                assertThat(prices.get("log").get("bytes").asInt()).isBetween(800, 1600);
                assertThat(prices.get("oldest").asString()).endsWith(":3");
                assertThat(prices.get("newest").asString()).endsWith(":7");
                assertThat(prices.get("published").get("messages").asInt()).isEqualTo(7);
                assertThat(prices.get("delivered").get("messages").asInt()).isEqualTo(14);
                assertThat(prices.get("delivered").get("bytes").asInt())
                        .isEqualTo(2 * prices.get("published").get("bytes").asInt());
                assertThat(prices.get("lag").asInt()).isZero();
                assertThat(prices.get("gaps").asInt()).isZero();
            });
        }
        eventually().untilAsserted(() -> {
            PrometheusPage page = metrics();
            assertThat(page.value("medley_topics_sessions", "kind=events")).isZero();
            assertThat(page.value("medley_topics_sessions", "kind=websocket")).isZero();
            assertThat(page.value("medley_topics_subscriptions", PRICES)).isZero();
        });
    }

    @Test
    void aGapHasThePositionsThatItSkips() throws Exception {
        String first = publish();
        for (int i = 0; i < 8; i++) {
            publish();
        }
        try (EventClient stream = EventClient.open(
                server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur", "Last-Event-ID", first)) {
            stream.next();
            assertThat(stream.next()).containsEntry("event", "gap");
        }
        PrometheusPage page = metrics();
        assertThat(page.value("medley_topics_gaps_total", PRICES)).isOne();
        assertThat(page.value("medley_topics_skipped_total", PRICES)).isEqualTo(3);
    }

    @Test
    void aTopicThatIsDeclaredAgainBeginsAnew() throws Exception {
        publish();
        assertThat(metrics().value("medley_topics_published_total", PRICES)).isOne();
        rig.write("", "");
        ReloadRig.reload(server);
        rig.append(TOPICS);
        ReloadRig.reload(server);
        assertThat(metrics().value("medley_topics_published_total", PRICES)).isZero();
        try (EventClient stream = EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, "/topics/prices.eur")) {
            stream.next();
            publish();
            stream.next();
            eventually()
                    .untilAsserted(() -> assertThat(metrics().value("medley_topics_delivered_seconds_count", PRICES))
                            .isOne());
        }
    }

    private PrometheusPage metrics() {
        return PrometheusPage.parse(
                Replies.get(server.adminUri(), "/metrics").body().getBytes(StandardCharsets.UTF_8));
    }

    private String publish() throws Exception {
        HttpResponse<String> reply = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.uri() + "/topics/prices.eur"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("1"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return Replies.json(reply).get("position").asString();
    }

    private static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(15)).pollDelay(Duration.ZERO);
    }
}
