package dev.medley.war;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Topics that the configuration of the product's WAR declares, in each supported servlet container. */
@Timeout(120)
class TopicsInWarTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String TOPICS = """
            topics:
              prices: {public: true, publish: {anybody: true}}
              inside: {public: true}
            """;

    @TempDir
    private static Path scratch = Path.of("");

    private static @Nullable Product unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        unpacked = new Product(scratch);
    }

    @AfterAll
    static void cleanUp() {
        product().close();
    }

    @ParameterizedTest
    @EnumSource
    void aStreamHasWhatIsPublishedAndResumes(Container.Kind kind) throws Exception {
        try (Container container = start(kind)) {
            String first;
            try (BufferedReader stream = open(container, "/topics/prices.*")) {
                assertThat(event(stream)).anyMatch(line -> line.startsWith("id: "));
                first = publish(container, "prices.eur", "1");
                assertThat(event(stream)).contains("id: " + first);
                publish(container, "prices.usd", "{\"large\":\"" + "x".repeat(60_000) + "\"}");
                assertThat(String.join("", event(stream))).hasSizeGreaterThan(60_000);
            }
            try (BufferedReader stream = open(container, "/topics/prices.*?lastEventID=" + first)) {
                event(stream);
                assertThat(String.join("", event(stream))).contains("prices.usd");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPollWaitsForTheNextMessageAndABatchIsPublishedAsItIsRead(Container.Kind kind) throws Exception {
        try (Container container = start(kind)) {
            String position = JSON.readTree(
                            Product.get(container, "/topics/prices.eur").body())
                    .get("position")
                    .asString();
            CompletableFuture<HttpResponse<String>> poll =
                    Product.begin(container, "/topics/prices.eur?after=" + position);
            publish(container, "prices.eur", "7");
            JsonNode reply = JSON.readTree(poll.get().body());
            assertThat(reply.get("messages")).hasSize(1);
            assertThat(reply.get("messages").get(0).get("data").asInt()).isEqualTo(7);
            JsonNode none = JSON.readTree(Product.get(
                            container,
                            "/topics/prices.eur?wait=10ms&after="
                                    + reply.get("position").asString())
                    .body());
            assertThat(none.get("messages")).isEmpty();
            String lines = "{\"line\":\"" + "x".repeat(1000) + "\"}\n";
            HttpResponse<String> batch = post(container, "prices.eur", "application/x-ndjson", lines.repeat(500));
            assertThat(batch.statusCode()).as(batch.body()).isEqualTo(200);
            assertThat(JSON.readTree(batch.body()).get("published").asInt()).isEqualTo(500);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeServedIsAProblem(Container.Kind kind) throws Exception {
        try (Container container = start(kind)) {
            assertThat(Product.get(container, "/topics/none").statusCode()).isEqualTo(404);
            assertThat(Product.get(container, "/topics").statusCode()).isEqualTo(404);
            assertThat(post(container, "inside", "application/json", "1").statusCode())
                    .isEqualTo(403);
            assertThat(post(container, "prices", "text/plain", "1").statusCode())
                    .isEqualTo(415);
            HttpResponse<String> large = post(container, "prices", "application/json", '"' + "x".repeat(70_000) + '"');
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(large.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(Product.get(container, "/trip?city=Oslo").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationThatStopsEndsItsStreams(Container.Kind kind) throws Exception {
        try (Container container = start(kind)) {
            try (BufferedReader stream = open(container, "/topics/prices.eur")) {
                event(stream);
                container.undeploy();
                assertThat(event(stream)).first().isEqualTo("event: reconnect");
                assertThat(event(stream)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anApplicationThatHasOnlyTheLibraryIsToldWhatItLacks(Container.Kind kind) throws Exception {
        WarFolder war = WarFolder.ofUser(Files.createTempDirectory(scratch, "user"), HelloServlet.class)
                .configured("partners: {weather: {url: 'http://127.0.0.1:9'}}\n" + TOPICS);

        assertThatThrownBy(() -> kind.start(war, Files.createTempDirectory(scratch, "container"), Map.of())
                        .close())
                .hasMessageContaining(
                        "topics: they are declared; expected mashup-server.jar, which serves those, in WEB-INF/lib");
    }

    private static BufferedReader open(Container container, String target) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(container, target))
                .header("Accept", "text/event-stream")
                .timeout(Duration.ofSeconds(50))
                .build();
        HttpResponse<InputStream> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Returns the lines of the next event; none at the end of the stream. */
    private static List<String> event(BufferedReader stream) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.isEmpty() && !lines.isEmpty()) {
                return lines;
            }
            if (!line.isEmpty() && !line.startsWith(":")) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String publish(Container container, String subject, String document) throws Exception {
        HttpResponse<String> reply = post(container, subject, "application/json", document);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JSON.readTree(reply.body()).get("position").asString();
    }

    private static HttpResponse<String> post(Container container, String subject, String type, String body)
            throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(uri(container, "/topics/" + subject))
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(Container container, String target) {
        return URI.create("http://127.0.0.1:" + container.port() + Container.APPLICATION + target);
    }

    private static Container start(Container.Kind kind) throws Exception {
        return product().start(kind, Map.of("medley.config", product().configuration("", TOPICS)));
    }

    private static Product product() {
        return Objects.requireNonNull(unpacked);
    }
}
