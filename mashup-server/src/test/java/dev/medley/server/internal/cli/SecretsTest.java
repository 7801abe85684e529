package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Looks for a partner's secret in everything that Medley writes. */
class SecretsTest {

    private static final String SECRET = "s3cret-4711";
    private static final String TOKEN = "t0ken-1234";
    private static final String ANOTHER = "another-0815";
    private static final Duration LONG = Duration.ofSeconds(30);

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @BeforeEach
    void writeSecret() throws IOException {
        Files.writeString(secret(), SECRET + "\n");
    }

    @Test
    void noPageReplyOrLogLineHasASecret() throws Exception {
        List<String> seen = new ArrayList<>();
        try (PartnerStubs stubs = partner();
                LogLines log = LogLines.of("dev.medley");
                RunningServer server = start(stubs)) {
            for (String path : List.of("/good", "/bad", "/malformed", "/none", "/keyed", "/keyed-bad")) {
                seen.add(get(server.uri().resolve(path)));
            }
            for (String page : List.of("/status", "/metrics", "/health", "/manifests", "/openapi.json")) {
                seen.add(get(server.adminUri().resolve(page)));
            }
            seen.add(get(server.uri().resolve("/openapi.json")));
            seen.add(String.valueOf(server.reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS)));
            assertThat(stubs.awaitRecorded(1, "GET", "/good", LONG))
                    .first()
                    .returns(SECRET, request -> request.header("X-Api-Key"))
                    .returns("Bearer " + TOKEN, request -> request.header("Authorization"));
            assertThat(stubs.recorded("GET", "/good")).anyMatch(request -> SECRET.equals(request.parameter("key")));
            seen.addAll(log.lines());
        }
        assertThat(seen).hasSizeGreaterThan(12).noneMatch(each -> each.contains(SECRET) || each.contains(TOKEN));
    }

    @Test
    void aSecretThatIsReplacedIsSentWithoutARestart() throws Exception {
        try (PartnerStubs stubs = partner();
                RunningServer server = start(stubs)) {
            get(server.uri().resolve("/good"));
            Files.writeString(secret(), ANOTHER);
            String changed =
                    String.valueOf(server.reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS));
            assertThat(changed).contains("partners.shop").doesNotContain(ANOTHER, SECRET);
            get(server.uri().resolve("/good"));
            assertThat(stubs.awaitRecorded(2, "GET", "/good", LONG))
                    .extracting(request -> request.header("X-Api-Key"))
                    .containsExactly(SECRET, ANOTHER);
        }
    }

    @Test
    void aSecretThatIsReplacedIsNoticedByTheWatch() throws Exception {
        try (PartnerStubs stubs = partner();
                RunningServer server = start(stubs, ", reload-interval: 50ms")) {
            get(server.uri().resolve("/good"));
            Files.writeString(secret(), ANOTHER);
            await().atMost(LONG).untilAsserted(() -> {
                get(server.uri().resolve("/good"));
                assertThat(stubs.recorded("GET", "/good"))
                        .last()
                        .extracting(request -> request.header("X-Api-Key"))
                        .isEqualTo(ANOTHER);
            });
        }
    }

    @Test
    void noCommandPrintsASecret() throws IOException {
        try (PartnerStubs stubs = partner()) {
            write(stubs, "");
            run("check", file().toString());
            run("try", file().toString(), "/good");
            run("try", file().toString(), "/bad");
            run("try", file().toString(), "/keyed-bad");
            run(
                    "record",
                    file().toString(),
                    "/good",
                    "--out",
                    folder.resolve("recording.json").toString(),
                    "--with-secrets");
            run("openapi", file().toString());
            assertThat(stubs.recorded("GET", "/good")).isNotEmpty();
        }
        run("check", file().toString(), "--set", "partners.shop.headers.X-Other=a\u0001");
        Files.writeString(file(), "server: {port: '${file:%s}'}".formatted(secret()));
        run("check", file().toString());
        assertThat(printed.errors()).contains("server.port: '${file:" + secret() + "}'");
        assertThat(printed.output() + printed.errors()).doesNotContain(SECRET, TOKEN);
        assertThat(Files.readString(folder.resolve("recording.json"))).doesNotContain(SECRET, TOKEN);
    }

    @Test
    void noTextOfTheConfigurationHasASecret() throws IOException {
        try (PartnerStubs stubs = partner()) {
            write(stubs, "");
        }
        assertThat(ServerConfiguration.READER.read(file(), Map.of(), Map.of()).toString())
                .doesNotContain(SECRET);
    }

    private int run(String... arguments) {
        return MedleyCommand.run(arguments);
    }

    private static PartnerStubs partner() {
        return PartnerStubs.builder()
                .threads(2)
                .answer("GET", "/good", 200, "{\"a\": 1}")
                .answer("POST", "/token", 200, "{\"access_token\": \"%s\"}".formatted(TOKEN))
                .answer("GET", "/malformed", 200, "{\"a\": ")
                .answer("GET", "/bad", StubAnswer.misbehaviour(StubMisbehaviour.RESET))
                .start();
    }

    private RunningServer start(PartnerStubs stubs) throws IOException {
        return start(stubs, "");
    }

    private RunningServer start(PartnerStubs stubs, String settings) throws IOException {
        write(stubs, settings);
        ConfigurationFile source = new ConfigurationFile(file(), Map.of(), Map.of());
        return new ServerBuilder().configuration(source.read(), source).start();
    }

    private void write(PartnerStubs stubs, String settings) throws IOException {
        Files.writeString(file(), """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}%3$s}
                partners:
                  shop:
                    url: '%1$s'
                    headers: {X-Api-Key: '${file:%2$s}'}
                    auth: {oauth2: {issuer: login, path: /token, client-id: me, client-secret: '${file:%2$s}'}}
                  keyed: {url: '%1$s', auth: {query: {name: key, value: '${file:%2$s}'}}}
                  login: {url: '%1$s'}
                mashups:
                  /keyed: {exchanges: {a: {partner: keyed, path: /good}}}
                  /keyed-bad: {exchanges: {a: {partner: keyed, path: /bad}}}
                  /good: {exchanges: {a: {partner: shop, path: /good}}}
                  /bad: {exchanges: {a: {partner: shop, path: /bad}}}
                  /malformed: {exchanges: {a: {partner: shop, path: /malformed, optional: true}}}
                """.formatted(stubs.uri(), secret(), settings));
    }

    private Path file() {
        return folder.resolve("medley.yaml");
    }

    private Path secret() {
        return folder.resolve("secret");
    }

    /** Returns status, header fields and body. */
    private static String get(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.headers().map() + "\n" + response.body();
    }
}
