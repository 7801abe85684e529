package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.stubs.PartnerStubs;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who may subscribe and publish, by what they show, and how many sessions they may have. */
@Timeout(60)
class TopicAccessTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String ANNA = "key-of-anna-0123456789";
    private static final String BOB = "key-of-bob-0123456789";
    private static final String TOPICS = """
            callers: {api-keys: {file: '%s'}}
            topics:
              open: {public: true, publish: {anybody: true}}
              trips:
                subscribe: {scopes: [read], subjects: [trips.all, 'trips.{name}.>']}
                publish: {roles: [clerk], subjects: ['trips.*.*']}
            """;

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @SuppressWarnings("NullAway.Init") // each test starts one
    private RunningServer server;

    @BeforeEach
    void create() throws Exception {
        rig = new ReloadRig(folder);
        writeKeys("anna %s scopes=read\nbob %s scopes=read roles=clerk\n");
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource({
        "trips.all, anna, 200",
        "trips.anna.>, anna, 200",
        "trips.anna.*, anna, 200",
        "trips.anna.7, anna, 200",
        "trips.anna, anna, 403",
        "trips.bob.7, anna, 403",
        "trips.bob.7, bob, 200",
        "trips.*.7, bob, 403",
        "trips.>, anna, 403",
        "trips.all, nobody, 401",
        "trips.all, wrong, 401",
        "open.x, nobody, 200",
        "open.x, wrong, 401",
    })
    void aCallerMaySubscribeToTheSubjectsOfItsRule(String subject, String caller, int status) throws Exception {
        start("");
        assertThat(get("/topics/" + subject.replace(">", "%3E") + "?wait=0s", "X-Api-Key", key(caller))
                        .statusCode())
                .isEqualTo(status);
        if (!caller.equals("wrong")) {
            try (SocketClient client = SocketClient.open(server.uri(), "X-Api-Key", key(caller))) {
                client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"" + subject + "\"}");
                JsonNode reply = client.next();
                assertThat(reply.get("type").asString()).isEqualTo(status == 200 ? "subscribed" : "error");
                if (status != 200) {
                    assertThat(reply.get("status").asInt()).isEqualTo(status);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "trips.anna.7, bob, 200",
        "trips.all, bob, 403",
        "trips.anna.7, anna, 403",
        "trips.anna.7, nobody, 401",
        "trips.*.7, bob, 400",
    })
    void aCallerMayPublishToTheSubjectsOfItsRule(String subject, String caller, int status) throws Exception {
        start("");
        assertThat(post("/topics/" + subject, "1", "X-Api-Key", key(caller)).statusCode())
                .isEqualTo(status);
    }

    @Test
    void aCallerThatIsRevokedLosesItsSubscriptionsAndKeepsThoseThatAnybodyMayHave() throws Exception {
        start(", sessions: {recheck: 1h}");
        try (SocketClient client = SocketClient.open(server.uri(), "X-Api-Key", ANNA);
                EventClient stream = events("/topics/trips.all", ANNA)) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"trips.all\"}");
            assertThat(client.next().get("type").asString()).isEqualTo("subscribed");
            stream.next();
            writeKeys("anna %s scopes=none\nbob %s scopes=read roles=clerk\n");
            ReloadRig.reload(server);
            JsonNode error = client.next();
            assertThat(error.get("id").asInt()).isEqualTo(1);
            assertThat(error.get("status").asInt()).isEqualTo(403);
            Map<String, String> last = stream.next();
            assertThat(last.get("event")).isEqualTo("refused");
            assertThat(last.get("data")).isEqualTo("{\"status\":403}");
            assertThat(stream.next()).isEmpty();
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"open.x\"}");
            assertThat(client.next().get("type").asString()).isEqualTo("subscribed");
        }
    }

    @Test
    void aTicketShowsItsCallerOnce() throws Exception {
        start("");
        HttpResponse<String> issued = post("/topics", "", "X-Api-Key", ANNA);
        assertThat(issued.statusCode()).isEqualTo(200);
        assertThat(issued.headers().firstValue("Cache-Control")).contains("no-store");
        String ticket = JSON.readTree(issued.body()).get("ticket").asString();
        assertThat(JSON.readTree(issued.body()).get("expires").asInt()).isEqualTo(30);
        try (SocketClient client = SocketClient.openAt(server.uri(), "/topics?ticket=" + ticket)) {
            client.send("{\"type\":\"subscribe\",\"id\":1,\"subject\":\"trips.anna.7\"}");
            assertThat(client.next().get("type").asString()).isEqualTo("subscribed");
        }
        assertThatThrownBy(() -> SocketClient.openAt(server.uri(), "/topics?ticket=" + ticket))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(401));
        assertThat(post("/topics", "").statusCode()).isEqualTo(401);
    }

    @Test
    void aPageOfAnAllowedOriginMayUseTopicsAndThatOfAnyOtherGetsAClear403() throws Exception {
        start(", cors: {origins: ['https://shop.example']}");
        assertThat(get("/topics/open.x?wait=0s", "Origin", "https://shop.example")
                        .statusCode())
                .isEqualTo(200);
        SocketClient.open(server.uri(), "Origin", "https://shop.example").close();
        for (String origin : new String[] {"https://evil.example", "null", "https://shop.example.evil"}) {
            HttpResponse<String> refused = get("/topics/open.x?wait=0s", "Origin", origin);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("pages of this origin may not use topics");
            assertThat(post("/topics/open.x", "1", "Origin", origin).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void twoCallersMayGiveTheSameKeyToDifferentMessages() throws Exception {
        start("");
        String first = post("/topics/open.x", "1", "X-Api-Key", ANNA, "Idempotency-Key", "k")
                .body();
        assertThat(post("/topics/open.x", "1", "X-Api-Key", ANNA, "Idempotency-Key", "k")
                        .body())
                .isEqualTo(first);
        assertThat(post("/topics/open.x", "2", "X-Api-Key", BOB, "Idempotency-Key", "k")
                        .body())
                .isNotEqualTo(first);
    }

    @Test
    void aNamedSubscriptionResumesBehindWhatItsCallerHasAcknowledged() throws Exception {
        start("");
        String subscribe =
                "{\"type\":\"subscribe\",\"id\":1,\"subject\":\"open.x\",\"name\":\"mine\",\"after\":\"now\"}";
        try (SocketClient client = SocketClient.open(server.uri(), "X-Api-Key", ANNA)) {
            client.send(subscribe);
            client.next();
            for (int i = 0; i < 3; i++) {
                post("/topics/open.x", "" + i);
            }
            client.next();
            String second = client.next().get("position").asString();
            client.next();
            client.send("{\"type\":\"acknowledge\",\"id\":1,\"position\":\"" + second + "\"}");
            client.send("{\"type\":\"acknowledge\",\"id\":1,\"position\":\"" + second + "9\"}");
            assertThat(client.next().get("detail").asString()).contains("has not been sent");
            try (SocketClient other = SocketClient.open(server.uri(), "X-Api-Key", ANNA)) {
                other.send(subscribe);
                assertThat(other.next().get("position").asString()).isEqualTo(second);
                assertThat(other.next().get("data").asInt()).isEqualTo(2);
                JsonNode over = client.next();
                assertThat(over.get("status").asInt()).isEqualTo(409);
            }
        }
        try (SocketClient stranger = SocketClient.open(server.uri(), "X-Api-Key", BOB)) {
            stranger.send(subscribe.replace(",\"after\":\"now\"", ""));
            stranger.next();
            // Nothing is known of it: what it has missed is not known either.
            assertThat(stranger.next().get("type").asString()).isEqualTo("gap");
            assertThat(stranger.next().get("data").asInt()).isZero();
        }
        try (SocketClient unknown = SocketClient.open(server.uri())) {
            unknown.send(subscribe);
            assertThat(unknown.next().get("status").asInt()).isEqualTo(403);
        }
    }

    @Test
    void sessionsAndSubscriptionsBeyondTheBoundsAreRefusedAndThoseThatEndMakeRoom() throws Exception {
        start(", sessions: {max-sessions-per-address: 2, max-subscriptions-per-caller: 3}");
        try (SocketClient client = SocketClient.open(server.uri(), "X-Api-Key", ANNA)) {
            for (int i = 1; i <= 3; i++) {
                client.send("{\"type\":\"subscribe\",\"id\":" + i + ",\"subject\":\"open.x\"}");
                assertThat(client.next().get("type").asString()).isEqualTo("subscribed");
            }
            client.send("{\"type\":\"subscribe\",\"id\":4,\"subject\":\"open.x\"}");
            assertThat(client.next().get("status").asInt()).isEqualTo(429);
            HttpResponse<String> refused = get("/topics/open.x?wait=0s", "X-Api-Key", ANNA);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("the caller has 3 subscriptions, the most that it may have");
            client.send("{\"type\":\"unsubscribe\",\"id\":2}");
            client.next();
            assertThat(get("/topics/open.x?wait=0s", "X-Api-Key", ANNA).statusCode())
                    .isEqualTo(200);
            try (EventClient second = events("/topics/open.x", BOB)) {
                second.next();
                HttpResponse<String> third = get("/topics/open.x?wait=0s");
                assertThat(third.statusCode()).isEqualTo(429);
                assertThat(third.body()).contains("the address has 2 sessions");
                assertThat(third.headers().firstValue("Retry-After")).isPresent();
            }
        }
    }

    @Test
    void aPartnerThatIsAskedPermitsOrRefusesAndItsAnswerCountsForAWhile() throws Exception {
        try (PartnerStubs partner = PartnerStubs.builder()
                .threads(2)
                .recorded(10)
                .answer("GET", "/may", 204, "")
                .answer("GET", "/not", 403, "{}")
                .answer("GET", "/broken", 500, "{}")
                .start()) {
            rig.write("", "  first: {" + ReloadRig.at(partner) + "}\n");
            rig.append("""
                    callers: {api-keys: {file: '%s'}}
                    topics:
                      may: {subscribe: {anybody: true, ask: {partner: first, target: /may}}}
                      not: {subscribe: {anybody: true, ask: {partner: first, target: /not}}}
                      broken: {publish: {anybody: true, ask: {partner: first, target: '/broken?x=1'}}}
                    """.formatted(folder.resolve("keys")));
            server = rig.start();
            assertThat(get("/topics/may.x?wait=0s", "X-Api-Key", ANNA).statusCode())
                    .isEqualTo(200);
            assertThat(get("/topics/may.x?wait=0s", "X-Api-Key", ANNA).statusCode())
                    .isEqualTo(200);
            assertThat(get("/topics/not.x?wait=0s").statusCode()).isEqualTo(403);
            assertThat(post("/topics/broken.x", "1").statusCode()).isEqualTo(503);
            assertThat(partner.recorded().stream().map(request -> request.path() + "?" + request.query()))
                    .containsExactly(
                            "/may?action=subscribe&subject=may.x&caller=anna&source=api-key",
                            "/not?action=subscribe&subject=not.x&caller=&source=",
                            "/broken?x=1&action=publish&subject=broken.x&caller=&source=");
        }
    }

    private void start(String settings) throws Exception {
        rig.write(settings, "");
        rig.append(TOPICS.formatted(folder.resolve("keys")));
        server = rig.start();
    }

    private void writeKeys(String lines) throws Exception {
        Files.writeString(folder.resolve("keys"), lines.formatted(hash(ANNA), hash(BOB)));
    }

    private static String hash(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private static String key(String caller) {
        return switch (caller) {
            case "anna" -> ANNA;
            case "bob" -> BOB;
            case "wrong" -> "key-of-somebody-else-1";
            default -> "";
        };
    }

    private EventClient events(String path, String key) throws Exception {
        return EventClient.open(server.uri(), HttpClient.Version.HTTP_1_1, path, "X-Api-Key", key);
    }

    private HttpResponse<String> get(String path, String... fields) throws Exception {
        return send(request(path, fields).GET());
    }

    private HttpResponse<String> post(String path, String body, String... fields) throws Exception {
        return send(request(path, fields)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path, String... fields) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
        for (int i = 0; i < fields.length; i += 2) {
            if (!fields[i + 1].isEmpty()) {
                request.header(fields[i], fields[i + 1]);
            }
        }
        return request;
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
