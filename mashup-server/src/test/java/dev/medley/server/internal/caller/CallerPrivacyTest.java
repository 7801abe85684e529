package dev.medley.server.internal.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one caller gets, and no other: nor a cache, a partner, a quota or a list of addresses that is told otherwise. */
class CallerPrivacyTest {

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable RunningServer server;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private static String hash(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private Path keys() throws Exception {
        return Files.writeString(folder.resolve("keys.txt"), "ada %s\nbob %s\n".formatted(hash("KA"), hash("KB")));
    }

    private void start(String yaml, MashupServlet... mashups) throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), yaml);
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        ServerBuilder builder = new ServerBuilder().configuration(source.read(), source);
        for (MashupServlet each : mashups) {
            builder = builder.mashup(each);
        }
        server = builder.start();
    }

    private HttpResponse<String> get(String path, String... fields) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(Objects.requireNonNull(server).uri().resolve(path));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @WebServlet("/fluent")
    private static final class Fluent extends MashupServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.exchange("shop")
                    .get("/offers")
                    .header("X-User", Objects.requireNonNull(mashup.caller()).name())
                    .start()
                    .response()
                    .thenApply(response -> Reply.text(new String(response.body(), StandardCharsets.UTF_8)));
        }
    }

    private static PartnerStubs shop(String field) {
        return PartnerStubs.builder()
                .threads(2)
                .answer(
                        "GET",
                        "/offers",
                        request -> StubAnswer.json(200, "{\"for\": \"%s\"}".formatted(request.header(field)))
                                .header("Cache-Control", "public, max-age=600"))
                .start();
    }

    @Test
    void aFluentChainGivesNobodyTheReplyOfAnother() throws Exception {
        try (PartnerStubs shop = shop("X-User")) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners: {shop: {url: '%s', cache: {enabled: true}}}
                    callers: {required: true, api-keys: {file: '%s'}}
                    """.formatted(shop.uri(), keys()), new Fluent());
            assertThat(get("/fluent", "X-Api-Key", "KA").body()).isEqualTo("{\"for\": \"ada\"}");
            assertThat(get("/fluent", "X-Api-Key", "KB").body()).isEqualTo("{\"for\": \"bob\"}");
        }
    }

    @Test
    void aQuotaOfCallsBoundsWhatIsAskedAtOnce() throws Exception {
        try (PartnerStubs shop = PartnerStubs.builder()
                .threads(4)
                .answer("GET", "/slow", request -> StubAnswer.json(200, "{}").delay(Duration.ofMillis(700)))
                .start()) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false}
                    partners: {shop: {url: '%s', timeout: 8s}}
                    quotas: {calls: {counts: calls, rate: 2, per: 1h}}
                    mashups:
                      /slow: {exchanges: {a: {partner: shop, path: /slow}}, reply: {body: '$a'}}
                    """.formatted(shop.uri()));
            List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(client.sendAsync(
                        HttpRequest.newBuilder(
                                        Objects.requireNonNull(server).uri().resolve("/slow"))
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        HttpResponse.BodyHandlers.ofString()));
            }
            long ok = 0;
            for (CompletableFuture<HttpResponse<String>> each : all) {
                ok += each.get().statusCode() == 200 ? 1 : 0;
            }
            assertThat(ok).isLessThanOrEqualTo(4);
        }
    }

    /** A request that the second quota refuses is counted as admitted by the first. */
    @Test
    void aRequestIsAdmittedByNoQuotaIfOneRefusesIt() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                quotas: {a: {rate: 100, per: 1h}, b: {rate: 1, per: 1h}}
                mashups:
                  /x: {reply: {body: '{"n": 1}'}}
                """);
        assertThat(get("/x").statusCode()).isEqualTo(200);
        assertThat(get("/x").statusCode()).isEqualTo(429);
        String status = client.send(
                        HttpRequest.newBuilder(Objects.requireNonNull(server)
                                        .adminUri()
                                        .resolve("/status"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(status).doesNotContain("\"admitted\":2").doesNotContain("\"admitted\" : 2");
    }

    /** What a mashup says of its caller is varied by the field. */
    @Test
    void aReplyThatDependsOnTheCallerVariesByItsField() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers: {api-keys: {file: '%s'}}
                mashups:
                  /any: {reply: {max-age: 60, body: '{"n": $request.caller.name}'}}
                """.formatted(keys()));
        assertThat(String.join(",", get("/any").headers().allValues("Vary")).toLowerCase(Locale.ROOT))
                .contains("x-api-key");
    }

    @Test
    void aConditionOnAMalformedQueryIsTheClientsFault() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers:
                  api-keys: {file: '%s'}
                  administration: {pages: {condition: '$request.query.x = "1"'}}
                mashups:
                  /x: {access: {condition: '$request.query.x = "1"'}, reply: {body: '{"n": 1}'}}
                """.formatted(keys()));
        assertThat(raw(running().uri(), "/x?%zz")).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        assertThat(raw(running().adminUri(), "/status?%zz"))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json");
    }

    /** A partner may read the other one. */
    @Test
    void aParameterThatIsGivenTwiceHasNoValueInACondition() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers: {api-keys: {file: '%s'}}
                mashups:
                  /x: {access: {condition: '$request.query.user = $request.caller.name'}, reply: {body: '{"n": 1}'}}
                """.formatted(keys()));
        assertThat(get("/x?user=ada", "X-Api-Key", "KA").statusCode()).isEqualTo(200);
        assertThat(get("/x?user=ada&user=bob", "X-Api-Key", "KA").statusCode()).isEqualTo(403);
    }

    @Test
    void aTokenOfSomebodyElseDoesNotHideAKey() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                partners: {login: {url: 'http://127.0.0.1:1'}}
                callers:
                  api-keys: {file: '%s'}
                  tokens: {main: {issuer: 'https://login.test', audience: [medley], keys: {partner: login, path: /jwks}}}
                mashups:
                  /known: {access: {}, reply: {body: '{"n": $request.caller.name}'}}
                """.formatted(keys()));
        assertThat(get("/known", "X-Api-Key", "KA", "Authorization", "Bearer opaque")
                        .body())
                .isEqualTo("{\"n\":\"ada\"}");
        assertThat(get("/known", "Authorization", "Bearer opaque").statusCode()).isEqualTo(401);
    }

    @Test
    void aCredentialThatAnExpressionPassesOnIsTheCallersToo() throws Exception {
        try (PartnerStubs shop = shop("X-Api-Key")) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners: {shop: {url: '%s', cache: {enabled: true}}}
                    callers: {api-keys: {file: '%s'}}
                    mashups:
                      /mine:
                        access: {}
                        exchanges:
                          offers: {partner: shop, path: /offers, headers: {Authorization: '{$request.headers.`x-api-key`}', X-Api-Key: '{$request.headers.`x-api-key`}'}}
                        reply: {body: '$offers'}
                    """.formatted(shop.uri(), keys()));
            assertThat(get("/mine", "X-Api-Key", "KA").body()).contains("KA");
            assertThat(get("/mine", "X-Api-Key", "KB").body()).contains("KB");
            assertThat(get("/mine", "X-Api-Key", "KA").body()).contains("KA");
            assertThat(shop.recorded("GET", "/offers")).hasSize(3);
        }
    }

    @Test
    void whatIsPassedToACallerIsForThatCallerAlone() throws Exception {
        try (PartnerStubs shop = shop("X-User")) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners: {shop: {url: '%s'}}
                    callers: {api-keys: {file: '%s'}}
                    mashups:
                      /pass/*: {access: {}, pass: {partner: shop, path: /}}
                      /open/*: {pass: {partner: shop, path: /}}
                    """.formatted(shop.uri(), keys()));
            HttpResponse<String> passed = get("/pass/offers", "X-Api-Key", "KA");
            assertThat(passed.headers().allValues("Cache-Control")).containsExactly("private, max-age=600");
            assertThat(passed.headers().firstValue("Vary").orElse("")).contains("X-Api-Key");
            HttpResponse<String> open = get("/open/offers");
            assertThat(open.headers().allValues("Cache-Control")).containsExactly("public, max-age=600");
            assertThat(open.headers().firstValue("Vary").orElse("")).contains("X-Api-Key");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "?api_key=CLIENT", "?a=1&api%5Fkey=CLIENT&API_KEY=CLIENT", "?api_key", "?api_key=1&api_key=2"
            })
    void aParameterOfTheClientIsNotInPlaceOfTheCredential(String query) throws Exception {
        try (PartnerStubs partner =
                PartnerStubs.builder().threads(2).answer("GET", "/x", 200, "{}").start()) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners: {q: {url: '%s', auth: {query: {name: api_key, value: MEDLEY}}}}
                    mashups:
                      /q/*: {pass: {partner: q, path: /}}
                    """.formatted(partner.uri()));
            assertThat(get("/q/x" + query).statusCode()).isEqualTo(200);
            assertThat(partner.recorded("GET", "/x").get(0).query())
                    .isEqualTo((query.startsWith("?a=1") ? "a=1&" : "") + "api_key=MEDLEY");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "_hidden", "1.2.3.4.", "unknown, 10.1.1.1", "9.9.9.9, unknown"})
    void aClientThatAProxyHidesHasNotTheAddressOfTheProxy(String client) throws Exception {
        start("""
                server:
                  host: 127.0.0.1
                  port: 0
                  admin: {port: 0}
                  proxies: {trusted: [127.0.0.1, 10.0.0.0/8]}
                  addresses: {allow: [127.0.0.0/8, 10.0.0.0/8]}
                mashups:
                  /x: {reply: {body: '{"n": 1}'}}
                """);
        assertThat(get("/x").statusCode()).isEqualTo(200);
        assertThat(get("/x", "X-Forwarded-Proto", "https").statusCode()).isEqualTo(200);
        assertThat(get("/x", "X-Forwarded-For", "10.2.3.4").statusCode()).isEqualTo(200);
        assertThat(get("/x", "X-Forwarded-For", client).statusCode()).isEqualTo(403);
    }

    @Test
    void theFieldOfKeysHasANameOfASecret() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start("""
                        callers: {api-keys: {file: '%s', field: X-Shop}}
                        """.formatted(keys())))
                .withMessageContaining("callers.api-keys.field: no name of a secret");
    }

    @Test
    void aFileOfKeysMayBeginWithAMarkAndHasNoEmptyKey() throws Exception {
        Path file = keys();
        Files.writeString(file, "\uFEFF" + Files.readString(file));
        String yaml = """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers: {api-keys: {file: '%s'}}
                mashups:
                  /known: {access: {}, reply: {body: '{"n": $request.caller.name}'}}
                """.formatted(file);
        start(yaml);
        assertThat(get("/known", "X-Api-Key", "KA").body()).isEqualTo("{\"n\":\"ada\"}");
        Files.writeString(file, "\nnobody " + hash(""), StandardOpenOption.APPEND);

        assertThatThrownBy(() -> start(yaml)).hasMessageContaining(":4: the key of nobody is empty");
    }

    @Test
    void aReloadSaysThatTheKeysHaveChanged() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers: {api-keys: {file: '%s'}}
                """.formatted(keys()));
        Files.writeString(folder.resolve("keys.txt"), "ada %s\n".formatted(hash("KA")));

        assertThat(running().reload("the test").toCompletableFuture().join().changed())
                .containsExactly("callers.api-keys.file");
    }

    @Test
    void whatACallerHasShownIsNotPassedOnByItself() throws Exception {
        try (PartnerStubs shop = shop("X-Api-Key")) {
            start("""
                    server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                    partners:
                      shop: {url: '%s'}
                      trusted: {url: '%s', pass-headers: [X-Api-Key]}
                    callers: {api-keys: {file: '%s'}}
                    mashups:
                      /shop/*: {pass: {partner: shop, path: /}}
                      /trusted/*: {pass: {partner: trusted, path: /}}
                    """.formatted(shop.uri(), shop.uri(), keys()));
            assertThat(get("/shop/offers", "X-Api-Key", "KA", "X-Other", "1").body())
                    .contains("null");
            assertThat(shop.recorded("GET", "/offers").get(0).header("X-Other")).isEqualTo("1");
            assertThat(get("/trusted/offers", "X-Api-Key", "KA").body()).contains("KA");
        }
    }

    @Test
    void aKindOfCallersThatIsConfiguredIsInTheOrder() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> start("""
                        callers: {order: [token], api-keys: {file: '%s'}}
                        """.formatted(keys())))
                .withMessageContaining("callers.order: lacks api-key, which is configured");
    }

    /** A proxy appends its own, and leaves the client's. */
    @Test
    void aClientThatSendsTheFieldOfAQuotaItselfHasTheBucketOfTheLast() throws Exception {
        start("""
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                quotas: {each: {by: field, field: X-Tenant, rate: 1, per: 1h}}
                mashups:
                  /x: {reply: {body: '{"n": 1}'}}
                """);
        assertThat(get("/x", "X-Tenant", "t").statusCode()).isEqualTo(200);
        assertThat(get("/x", "X-Tenant", "w", "X-Tenant", "t").statusCode()).isEqualTo(429);
        // Nothing is no tenant: the address counts.
        assertThat(get("/x", "X-Tenant", "").statusCode()).isEqualTo(200);
        assertThat(get("/x").statusCode()).isEqualTo(429);
    }

    private RunningServer running() {
        return Objects.requireNonNull(server);
    }

    private static String raw(URI to, String path) throws IOException {
        try (Socket socket = new Socket(to.getHost(), to.getPort())) {
            String request =
                    "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: KA\r\nConnection: close\r\n\r\n".formatted(path);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
