package dev.medley.server.internal.caller;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What partners are shown of the token of a caller. */
class CallerTokenTest {

    @TempDir
    private Path folder;

    private final ECKey key = Issuer.ec("k1");
    private final Issuer issuer = new Issuer();
    private final PartnerStubs exchange = PartnerStubs.builder()
            .threads(2)
            .answer(
                    "POST",
                    "/token",
                    request -> StubAnswer.json(
                            200,
                            "{\"access_token\": \"for-%s\", \"token_type\": \"Bearer\"}".formatted(subject(request))))
            .start();
    private final PartnerStubs shop = PartnerStubs.builder()
            .threads(2)
            .answer(
                    "GET",
                    "/offers",
                    request -> StubAnswer.json(200, "{\"token\": \"%s\"}".formatted(request.header("Authorization")))
                            .header("Cache-Control", "public, max-age=600"))
            .start();

    @AfterEach
    void close() {
        shop.close();
        exchange.close();
        issuer.close();
    }

    /** The end of the signature tells tokens apart. */
    private static String end(String token) {
        return token.substring(token.length() - 8);
    }

    private static String subject(RecordedRequest request) {
        String form = URLDecoder.decode(request.body(), StandardCharsets.UTF_8);
        return end(form.replaceFirst(".*subject_token=", "").replaceFirst("&.*", ""));
    }

    private String bodyOf(RunningServer server, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/offers"))
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return response.body();
    }

    private RunningServer start(String partner) throws Exception {
        issuer.keys(key);
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                callers: {tokens: {main: {issuer: '%s', audience: [medley], keys: {partner: login, path: /jwks}}}}
                partners:
                  login: {url: '%s'}
                  sts: {url: '%s'}
                  shop: {url: '%s', cache: {enabled: true}, %s}
                mashups:
                  /offers: {access: {}, exchanges: {offers: {partner: shop, path: /offers}}, reply: {body: $offers}}
                  /item/{id}:
                    access: {}
                    exchanges:
                      offer:
                        partner: shop
                        path: '/items?ids={$join($keys, ",")}'
                        batch: {by: id, max: 2, wait: 1m, key: $request.path.id}
                    reply: {body: $offer}
                """.formatted(Issuer.NAME, issuer.uri(), exchange.uri(), shop.uri(), partner));
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        return new ServerBuilder().configuration(source.read(), source).start();
    }

    @Test
    void aPartnerIsShownATokenInExchangeForThatOfEachCaller() throws Exception {
        try (RunningServer server = start(
                "auth: {oauth2: {issuer: sts, path: /token, client-id: me, client-secret: k, grant: token-exchange}}")) {
            String ada = Issuer.token(key, c -> {});
            String bob = Issuer.token(key, c -> c.subject("bob"));
            assertThat(bodyOf(server, ada)).isEqualTo("{\"token\":\"Bearer for-%s\"}".formatted(end(ada)));
            assertThat(bodyOf(server, bob)).isEqualTo("{\"token\":\"Bearer for-%s\"}".formatted(end(bob)));
            assertThat(bodyOf(server, ada)).isEqualTo("{\"token\":\"Bearer for-%s\"}".formatted(end(ada)));
            assertThat(exchange.recorded()).hasSize(2);
            assertThat(shop.recorded()).hasSize(3);
        }
    }

    @Test
    void callersShareRequestsWithThemselvesAlone() throws Exception {
        shop.answer(
                "GET",
                "/items",
                request -> StubAnswer.json(
                        200,
                        Stream.of(String.valueOf(request.parameter("ids")).split(","))
                                .map(id -> "{\"id\":\"%s\",\"token\":\"%s\"}"
                                        .formatted(id, request.header("Authorization")))
                                .collect(Collectors.joining(",", "[", "]"))));
        try (RunningServer server = start(
                "auth: {oauth2: {issuer: sts, path: /token, client-id: me, client-secret: k, grant: token-exchange}}")) {
            List<String> callers = List.of(Issuer.token(key, c -> {}), Issuer.token(key, c -> c.subject("bob")));
            HttpClient client = HttpClient.newHttpClient();
            List<CompletableFuture<String>> replies = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int id = 1; id <= 2; id++) {
                for (String token : callers) {
                    HttpRequest request = HttpRequest.newBuilder(server.uri().resolve("/item/" + id))
                            .header("Authorization", "Bearer " + token)
                            .build();
                    replies.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                            .thenApply(HttpResponse::body));
                    expected.add("{\"id\":\"%d\",\"token\":\"Bearer for-%s\"}".formatted(id, end(token)));
                }
            }

            assertThat(replies.stream().map(CompletableFuture::join)).containsExactlyElementsOf(expected);
            assertThat(shop.recorded()).hasSize(2);
        }
    }

    @Test
    void aTokenThatIsPassedOnKeepsResponsesOutOfTheCache() throws Exception {
        try (RunningServer server = start("pass-headers: [authorization]")) {
            String ada = Issuer.token(key, c -> {});
            assertThat(bodyOf(server, ada)).contains(ada);
            assertThat(bodyOf(server, ada)).contains(ada);
            assertThat(shop.recorded()).hasSize(2);
        }
    }
}
