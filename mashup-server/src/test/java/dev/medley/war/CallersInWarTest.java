package dev.medley.war;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import dev.medley.server.internal.caller.Issuer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers, access and quotas of the product's WAR, in each supported servlet container: of declared mashups, and of servlets. */
class CallersInWarTest {

    @TempDir
    private static Path scratch = Path.of("");

    private static @Nullable Product unpacked;

    private final ECKey key = Issuer.ec("k1");
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void unpack() throws Exception {
        unpacked = new Product(scratch);
    }

    @AfterAll
    static void cleanUp() {
        product().close();
    }

    private static Product product() {
        return Objects.requireNonNull(unpacked);
    }

    private HttpResponse<String> get(Container container, String target, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + container.port() + Container.APPLICATION + target));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @EnumSource
    void theyHoldAsInAServerOfItsOwn(Container.Kind kind) throws Exception {
        try (Issuer issuer = new Issuer().keys(key)) {
            String configuration = product().configuration("", """
                      login: {url: '%s'}
                    callers:
                      tokens: {main: {issuer: '%s', audience: [medley], keys: {partner: login, path: /jwks}}}
                      administration: {pages: {roles: [operator]}, actions: {roles: [operator]}}
                    quotas: {each: {by: caller, rate: 2, per: 1h, mashups: [/who]}}
                    mashups:
                      /who: {access: {scopes: [trip.read]}, reply: {body: '{"n": $request.caller.name}'}}
                      /trip: {access: {roles: [boss]}}
                    """.formatted(issuer.uri(), Issuer.NAME));
            try (Container container =
                    product().start(kind, Map.of("medley.config", configuration, "medley.admin", "true"))) {
                String ada = "Bearer " + Issuer.token(key, c -> {});
                String boss = "Bearer " + Issuer.token(key, c -> c.claim("roles", List.of("boss", "operator")));
                HttpResponse<String> unknown = get(container, "/who");
                assertThat(unknown.statusCode()).isEqualTo(401);
                assertThat(unknown.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"medley\"");
                HttpResponse<String> known = get(container, "/who", "Authorization", ada);
                assertThat(known.body()).isEqualTo("{\"n\":\"ada\"}");
                assertThat(known.headers().firstValue("RateLimit-Policy")).contains("\"each\";q=2;w=3600");
                assertThat(get(container, "/who", "Authorization", ada).statusCode())
                        .isEqualTo(200);
                HttpResponse<String> refused = get(container, "/who", "Authorization", ada);
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(get(
                                        container,
                                        "/who",
                                        "Authorization",
                                        "Bearer "
                                                + Issuer.token(
                                                        key,
                                                        c -> c.subject("bob").claim("scope", "none")))
                                .statusCode())
                        .isEqualTo(403);
                assertThat(get(container, "/trip?city=Oslo", "Authorization", ada)
                                .statusCode())
                        .isEqualTo(403);
                assertThat(get(container, "/trip?city=Oslo", "Authorization", boss)
                                .statusCode())
                        .isEqualTo(200);
                assertThat(get(container, "/status").statusCode()).isEqualTo(401);
                assertThat(get(container, "/manifests", "Authorization", ada).statusCode())
                        .isEqualTo(403);
                assertThat(get(container, "/status", "Authorization", boss).statusCode())
                        .isEqualTo(200);
                assertThat(get(container, "/health/live").statusCode()).isEqualTo(200);
                assertThat(issuer.fetches()).as("fetches of the keys").isEqualTo(1);
                assertThat(get(container, "/metrics", "Authorization", boss).body())
                        .as("the exchange that fetched them")
                        .contains("medley_exchanges_seconds_count{outcome=\"completed\",partner=\"login\"} 1");
            }
        }
    }
}
