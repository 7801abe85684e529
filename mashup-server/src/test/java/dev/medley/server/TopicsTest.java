package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Topics over HTTP: event streams, polls and publications. */
@Timeout(60)
class TopicsTest {

    private static final String TOPICS = """
            topics:
              prices: {public: true, messages: 5, publish: {anybody: true}}
              news: {public: true, deliver: latest, publish: {anybody: true}}
              inside: {public: true}
              closed: {publish: {anybody: true}}
            """;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @SuppressWarnings("NullAway.Init") // each test starts one
    private RunningServer server;

    @BeforeEach
    void create() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aStreamHasWhatIsPublishedBehindItsBegin(HttpClient.Version version) throws Exception {
        start("async");
        publish("prices.eur", "1");
        try (EventClient stream = EventClient.open(server.uri(), version, "/topics/prices.*")) {
            assertThat(stream.response().headers().firstValue("content-type")).contains("text/event-stream");
            String begin = stream.next().get("id");
            assertThat(begin).endsWith(":1");
            String position = publish("prices.eur", "{\"rate\":\n1.5}");
            publish("prices", "2");
            publish("prices.usd", "3");
            Map<String, String> first = stream.next();
            assertThat(first).containsEntry("id", position);
            JsonNode message = JSON.readTree(first.get("data"));
            assertThat(message.get("prev").asString()).isEqualTo(begin);
            assertThat(message.get("position").asString()).isEqualTo(position);
            assertThat(message.get("subject").asString()).isEqualTo("prices.eur");
            assertThat(message.get("data").get("rate").asDouble()).isEqualTo(1.5);
            assertThat(JSON.readTree(stream.next().get("data")).get("data").asInt())
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"async", "blocking"})
    void aStreamThatResumesHasWhatItMissed(String mode) throws Exception {
        start(mode);
        String position = publish("prices.eur", "1");
        publish("prices.eur", "2");
        publish("prices.eur", "3");
        try (EventClient stream = open("/topics/prices.eur", "Last-Event-ID", position)) {
            assertThat(stream.next()).containsEntry("id", position);
            assertThat(data(stream.next())).isEqualTo(2);
            assertThat(data(stream.next())).isEqualTo(3);
        }
        try (EventClient stream = open("/topics/prices.eur?lastEventID=" + position)) {
            stream.next();
            assertThat(data(stream.next())).isEqualTo(2);
        }
        try (EventClient stream = open("/topics/prices.eur?lastEventID=earliest")) {
            stream.next();
            assertThat(data(stream.next())).isEqualTo(1);
        }
    }

    @Test
    void aStreamThatResumesTooLateIsToldOfTheGap() throws Exception {
        start("async");
        String position = publish("prices.eur", "0");
        for (int i = 1; i < 8; i++) {
            publish("prices.eur", "" + i);
        }
        try (EventClient stream = open("/topics/prices.eur", "Last-Event-ID", position)) {
            stream.next();
            Map<String, String> gap = stream.next();
            assertThat(gap).containsEntry("event", "gap");
            assertThat(JSON.readTree(gap.get("data")).get("first").asString()).endsWith(":4");
            assertThat(data(stream.next())).isEqualTo(3);
        }
        try (EventClient stream = open("/topics/prices.eur", "Last-Event-ID", "before:3")) {
            stream.next();
            assertThat(stream.next()).containsEntry("event", "gap");
            assertThat(data(stream.next())).isEqualTo(3);
        }
    }

    @Test
    void aStreamOfSeveralSubjectsResumesEachOfThem() throws Exception {
        start("async");
        publish("prices.eur", "1");
        publish("news.a", "2");
        String id;
        try (EventClient stream = open("/topics/prices.*?subject=news.*&lastEventID=earliest")) {
            stream.next();
            stream.next();
            id = String.valueOf(stream.next().get("id"));
        }
        publish("news.b", "3");
        publish("prices.usd", "4");
        List<Integer> read = new ArrayList<>();
        try (EventClient stream = open("/topics/prices.*?subject=news.*", "Last-Event-ID", id)) {
            stream.next();
            read.add(data(stream.next()));
            read.add(data(stream.next()));
        }
        assertThat(read).containsExactlyInAnyOrder(3, 4);
    }

    @Test
    void ofLatestOnlyTheNewestIsThere() throws Exception {
        start("async");
        publish("news.a", "1");
        publish("news.b", "2");
        publish("news.a", "3");
        try (EventClient stream = open("/topics/news.*?lastEventID=earliest")) {
            stream.next();
            assertThat(data(stream.next())).isEqualTo(2);
            assertThat(data(stream.next())).isEqualTo(3);
        }
    }

    @Test
    void aPollHasTheMessagesBehindAPositionOrWaitsForTheNext() throws Exception {
        start("async");
        JsonNode now = poll("prices.eur", "");
        assertThat(now.get("messages")).isEmpty();
        CompletableFuture<HttpResponse<String>> next = Replies.getLater(
                server.uri(), "/topics/prices.eur?after=" + now.get("position").asString());
        publish("prices.eur", "7");
        JsonNode reply = JSON.readTree(next.get(30, TimeUnit.SECONDS).body());
        assertThat(reply.get("gap").asBoolean()).isFalse();
        assertThat(reply.get("messages")).hasSize(1);
        assertThat(reply.get("messages").get(0).get("data").asInt()).isEqualTo(7);
        assertThat(reply.get("messages").get(0).get("prev").asString())
                .isEqualTo(now.get("position").asString());
        JsonNode none =
                poll("prices.eur", "?wait=10ms&after=" + reply.get("position").asString());
        assertThat(none.get("messages")).isEmpty();
        assertThat(none.get("position")).isEqualTo(reply.get("position"));
        assertThat(poll("prices.eur", "?after=earliest").get("messages")).hasSize(1);
    }

    @Test
    void aBatchIsADocumentALine() throws Exception {
        start("async");
        HttpResponse<String> reply = post("prices.eur", "application/x-ndjson", "1\n\n{\"a\":2}\r\n3");
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(Replies.json(reply).get("published").asInt()).isEqualTo(3);
        JsonNode all = poll("prices.eur", "?after=earliest");
        assertThat(all.get("messages")).hasSize(3);
        HttpResponse<String> broken = post("prices.eur", "application/x-ndjson", "4\n{\n5\n");
        assertThat(broken.statusCode()).isEqualTo(400);
        assertThat(Replies.json(broken).get("detail").asString())
                .startsWith("line 2: the message is not JSON")
                .contains("the 1 messages before are published, up to ");
    }

    @Test
    void theSameIdPublishesOnce() throws Exception {
        start("async");
        HttpResponse<String> first = post("prices.eur", "application/json", "1", "Idempotency-Key", "x");
        HttpResponse<String> again = post("prices.eur", "application/json", "1", "Idempotency-Key", "x");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(poll("prices.eur", "?after=earliest").get("messages")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | prices.eur | text/plain       | 1   | 415 | the type of a message is text/plain; expected application/json, or application/x-ndjson for one a line",
                "POST | prices.eur | application/json | {   | 400 | the message is not JSON",
                "POST | prices.*   | application/json | 1   | 400 | a token of a subject has letters, digits and _~$:@=+- only",
                "POST | none.eur   | application/json | 1   | 404 | there is no topic none",
                "POST | inside.a   | application/json | 1   | 403 | nobody may publish to the topic inside from outside: it has no rule of publishers",
                "GET  | closed.a   | text/plain       | ''  | 403 | nobody may subscribe to the topic closed: it is not public, and has no rule of subscribers",
                "GET  | none       | text/plain       | ''  | 404 | there is no topic none",
                "GET  | prices..a  | text/plain       | ''  | 400 | a subject has no empty token",
                "GET  | prices?after=x | text/plain   | ''  | 400 | not a position: expected epoch:offset, such as k3f9x2:42",
                "GET  | prices?after=earliest&wait=x | text/plain | '' | 400 | the parameter wait",
                "PUT  | prices     | application/json | 1   | 405 | expected GET or POST",
                "GET  | prices.%2A%3E | text/plain    | ''  | 400 | a token of a subject has letters, digits and _~$:@=+- only; * is",
                "POST | -/client.js | text/plain      | 1   | 405 | expected GET or HEAD",
                "GET  | ''         | text/plain       | ''  | 404 | there is no subject in the path; expected /topics/{subject}",
            })
    void whatCannotBeServedIsAProblem(
            String method, String subject, String type, String body, int status, String detail) throws Exception {
        start("async");
        HttpResponse<String> reply = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/topics/" + subject))
                        .header("Content-Type", type)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(Replies.json(reply).get("detail").asString()).startsWith(detail);
    }

    @Test
    void aPositionThatIsNotThereYetIsAProblemOfAStreamToo() throws Exception {
        start("async");
        String position = publish("prices.eur", "1");
        try (EventClient stream = open("/topics/prices.eur", "Last-Event-ID", position + "0")) {
            assertThat(stream.response().statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aSubjectMayBeEscapedAsBrowsersDo() throws Exception {
        start("async");
        publish("prices.a%24", "1");
        assertThat(poll("prices.%3E", "?after=earliest")
                        .get("messages")
                        .get(0)
                        .get("subject")
                        .asString())
                .isEqualTo("prices.a$");
    }

    @Test
    void theJavaScriptClientIsThereForAnybodyAndNotSentAgain() throws Exception {
        start("async");
        HttpResponse<String> script = Replies.get(server.uri(), "/topics/-/client.js");
        assertThat(script.body()).contains("export function connect(");
        assertThat(script.headers().firstValue("content-type")).contains("text/javascript; charset=utf-8");
        assertThat(script.headers().firstValue("cache-control")).contains("max-age=300");
        String tag = script.headers().firstValue("etag").orElseThrow();
        HttpResponse<String> again = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/topics/-/client.js"))
                        .header("If-None-Match", "\"other\", W/" + tag)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(Replies.get(server.uri(), "/topics/-/client.d.ts").body()).contains("export function connect(");
    }

    @Test
    void aReloadChangesTopicsAndStreamsGoOn() throws Exception {
        start("async");
        try (EventClient stream = open("/topics/prices.eur")) {
            stream.next();
            publish("prices.eur", "1");
            assertThat(data(stream.next())).isEqualTo(1);
            rig.write("", "");
            rig.append(TOPICS.replace("messages: 5", "messages: 3") + "  more: {public: true}\n");
            assertThat(ReloadRig.reload(server).changed()).contains("topics");
            publish("prices.eur", "2");
            assertThat(data(stream.next())).isEqualTo(2);
            assertThat(poll("more", "").get("messages")).isEmpty();
        }
    }

    @Test
    void aStreamOfATopicThatIsGoneEnds() throws Exception {
        start("async");
        try (EventClient stream = open("/topics/inside.a")) {
            stream.next();
            rig.write("", "");
            rig.append(TOPICS.replace("  inside: {public: true}\n", ""));
            ReloadRig.reload(server);
            stream.next();
            assertThat(stream.next()).isEmpty();
        }
        try (EventClient stream = open("/topics/inside.a")) {
            assertThat(stream.response().statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aServerThatStopsEndsItsStreamsAtOnceAndSpreadsTheirReturn() throws Exception {
        start("async");
        EventClient stream = open("/topics/prices.eur");
        assertThat(stream.next()).containsEntry("retry", "2000");
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
        assertThat(Integer.parseInt(stream.next().get("retry"))).isBetween(2000, 12_000);
        assertThat(stream.next()).isEmpty();
        stopped.get(5, TimeUnit.SECONDS);
    }

    /** Offsets begin again: a client that resumes would otherwise miss what has the offsets that it had before. */
    @Test
    void aTopicThatIsThereAgainAfterReloadsIsAGapToWhoeverResumes() throws Exception {
        start("async");
        String position = publish("prices.eur", "1");
        for (String topics : List.of(TOPICS.replaceFirst("  prices: .*\n", ""), TOPICS)) {
            rig.write("", "");
            rig.append(topics);
            ReloadRig.reload(server);
        }
        publish("prices.eur", "2");
        publish("prices.eur", "3");
        JsonNode resumed = poll("prices.eur", "?after=" + position);
        assertThat(resumed.get("gap").asBoolean()).isTrue();
        assertThat(resumed.get("messages")).hasSize(2);
    }

    @Test
    void aServerThatStopsDoesNotWaitForPolls() throws Exception {
        start("async");
        String position = publish("prices.eur", "1");
        CompletableFuture<HttpResponse<String>> waiting =
                Replies.getLater(server.uri(), "/topics/prices.eur?after=" + position);
        Scene.eventually().until(() -> isSubscribed("prices"));
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
        assertThat(Replies.json(waiting.get(10, TimeUnit.SECONDS)).get("messages"))
                .isEmpty();
        stopped.get(10, TimeUnit.SECONDS);
    }

    /** It is slow, not gone: the last event comes behind what is on its way. */
    @Test
    void aClientThatIsBehindIsAskedToComeBackAsWellWhenTheServerStops() throws Exception {
        rig.write("", "");
        rig.append("topics: {big: {public: true, messages: 1000, max-message: 1MiB, publish: {anybody: true}}}\n");
        server = rig.start();
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send("GET /topics/big HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n");
            client.readUntil("id: ");
            for (int i = 0; i < 15; i++) {
                publish("big", '"' + "x".repeat(1_000_000) + '"');
            }
            // Longer than a server that stops leaves to connections that are idle.
            await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            byte[] rest = client.socket().getInputStream().readAllBytes();
            assertThat(new String(rest, rest.length - 100, 100, StandardCharsets.US_ASCII))
                    .contains("event: reconnect");
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    private void start(String mode) throws Exception {
        rig.write(", execution: " + mode, "");
        rig.append(TOPICS);
        server = rig.start();
    }

    private EventClient open(String path, String... fields) throws Exception {
        return EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, path, fields);
    }

    /** Publishes a document, and returns its position. */
    private String publish(String subject, String document) throws Exception {
        HttpResponse<String> reply = post(subject, "application/json", document);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return Replies.json(reply).get("position").asString();
    }

    private HttpResponse<String> post(String subject, String type, String body, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + "/topics/" + subject))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private boolean isSubscribed(String topic) {
        PrometheusPage page = PrometheusPage.parse(
                Replies.get(server.adminUri(), "/metrics").body().getBytes(StandardCharsets.UTF_8));
        return page.value("medley_topics_subscriptions", "topic=" + topic) > 0;
    }

    private JsonNode poll(String subject, String query) {
        return Replies.json(Replies.get(server.uri(), "/topics/" + subject + query));
    }

    private static int data(Map<String, String> event) {
        return JSON.readTree(event.get("data")).get("data").asInt();
    }
}
