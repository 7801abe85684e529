package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.MedleyServer;
import dev.medley.server.internal.samples.TripServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The scripts of the gallery reply as the mashups that they are in other forms. */
final class GalleryScriptsTest {

    private static final Path CONFIG = Path.of("../../config");

    private final HttpClient client = HttpClient.newHttpClient();
    private final PartnerStubs stubs = PartnerStubs.builder().ports(0, 0, 0).start();

    private @Nullable MedleyServer server;

    @BeforeEach
    void start() throws IOException {
        String yaml =
                Files.readString(CONFIG.resolve("gallery.yaml")).replace("\nserver:\n", "\nserver:\n  samples: true\n");
        for (int i = 0; i < stubs.uris().size(); i++) {
            yaml = yaml.replace(
                    "http://127.0.0.1:900" + (i + 1), stubs.uris().get(i).toString());
        }
        server = MedleyServer.builder()
                .configuration("gallery.yaml", yaml)
                .scripts(CONFIG.resolve("scripts"))
                .mashup(new TripServlet())
                .settings(settings ->
                        settings.port(0).admin(admin -> admin.port(0)).drain(Duration.ZERO))
                .start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        stubs.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/trip?city=Rome", "/trip", "/headlines?city=Oslo", "/headlines", "/offers/3"})
    void theReplyIsThatOfTheDeclaredMashup(String path) throws Exception {
        HttpResponse<String> script = get("/scripts" + path);
        HttpResponse<String> declared = get("/declared" + path);

        assertThat(script.statusCode()).isEqualTo(declared.statusCode());
        assertThat(json(script)).isEqualTo(json(declared));
    }

    @Test
    void whatIsMissingIsNamedAsByTheDeclaredMashup() throws Exception {
        stubs.answer("GET", "/news", StubAnswer.status(503));
        stubs.answer("GET", "/feed/atom", StubAnswer.status(404));

        assertThat(json(get("/scripts/trip?city=Rome")).at("/missing/news").stringValue())
                .isEqualTo("unexpected status 503");
        for (String path : List.of("/trip?city=Rome", "/headlines?city=Oslo")) {
            assertThat(json(get("/scripts" + path))).isEqualTo(json(get("/declared" + path)));
        }
    }

    @Test
    void theTripIsThatOfTheServlet() throws Exception {
        assertThat(json(get("/scripts/trip?city=Rome"))).isEqualTo(json(get("/trip?city=Rome")));
    }

    @Test
    void theDemoCallsThemOnce() {
        Ran ran = Ran.command(List.of("demo", "--once", "--scripts"));

        assertThat(ran.code()).as(ran.output() + ran.errors()).isZero();
        assertThat(Pattern.compile("GET /scripts/(\\w+).*\n  200, Server-Timing: ")
                        .matcher(ran.output())
                        .results()
                        .map(each -> each.group(1)))
                .containsExactly("trip", "headlines", "offers");
    }

    @Test
    void theDemoCallsNoneWithoutTheOption() {
        assertThat(Ran.command(List.of("demo", "--once")).output()).doesNotContain("/scripts/");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(Objects.requireNonNull(server).uri().resolve(path))
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
