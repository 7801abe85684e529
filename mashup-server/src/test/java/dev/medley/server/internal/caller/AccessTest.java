package dev.medley.server.internal.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.admin.page.AdminAccess;
import dev.medley.server.internal.admin.page.AdminRequest;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers may do: by claims and conditions, and in administration. */
class AccessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ECKey key;

    @TempDir
    private Path folder;

    private final Issuer issuer = new Issuer();
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable RunningServer server;

    @BeforeAll
    static void createKey() {
        key = Issuer.ec("k1");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        issuer.close();
    }

    private RunningServer running() {
        return Objects.requireNonNull(server);
    }

    private String configuration(String callers, String mashups) {
        return """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}}
                partners: {login: {url: '%s', keep-alive: 0s}}
                callers: {tokens: {main: {issuer: '%s', audience: [medley], keys: {partner: login, path: /jwks}}}%s}
                mashups:
                  /any: {reply: {body: '{"n": 1}'}}
                %s
                """.formatted(issuer.uri(), Issuer.NAME, callers, mashups);
    }

    private void start(String callers, String mashups) throws Exception {
        issuer.keys(key);
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, configuration(callers, mashups));
        ConfigurationFile source = new ConfigurationFile(file, Map.of(), Map.of());
        server = new ServerBuilder().configuration(source.read(), source).start();
        await().atMost(PATIENCE)
                .until(() -> get(running().uri().resolve("/any"), "Bearer " + token(c -> {}))
                                .statusCode()
                        == 200);
    }

    private static String token(Consumer<JWTClaimsSet.Builder> claims) {
        return Issuer.token(key, claims);
    }

    private HttpResponse<String> get(URI uri, @Nullable String authorization) throws IOException, InterruptedException {
        return send("GET", uri, authorization);
    }

    private HttpResponse<String> send(String method, URI uri, @Nullable String authorization)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private int status(String path, Consumer<JWTClaimsSet.Builder> claims) throws IOException, InterruptedException {
        return get(running().uri().resolve(path), "Bearer " + token(claims)).statusCode();
    }

    @Test
    void aClaimMustHaveOneOfTheValues() throws Exception {
        start("", """
                  /a: {access: {claims: {tenant: [acme, 7], org.level: ["true"]}}, reply: {body: '{"n": 1}'}}
                """);
        assertThat(status("/a", c -> c.claim("tenant", "acme").claim("org", Map.of("level", true))))
                .isEqualTo(200);
        assertThat(status("/a", c -> c.claim("tenant", List.of("x", 7)).claim("org.level", "true")))
                .isEqualTo(200);
        assertThat(status("/a", c -> c.claim("tenant", "acm").claim("org", Map.of("level", true))))
                .isEqualTo(403);
        assertThat(status("/a", c -> c.claim("tenant", Map.of("acme", "acme")).claim("org.level", "true")))
                .isEqualTo(403);
        HttpResponse<String> none = get(running().uri().resolve("/a"), "Bearer " + token(c -> {}));
        assertThat(none.statusCode()).isEqualTo(403);
        assertThat(none.body())
                .contains("the claim tenant of the caller has none of the values that are needed")
                .doesNotContain("acme");
        assertThat(get(running().uri().resolve("/a"), null).statusCode()).isEqualTo(401);
    }

    @Test
    void aConditionOnTheRequestMustBeTrue() throws Exception {
        start("", """
                  /users/{user}:
                    access: {condition: "$request.path.user = $request.caller.name and $not($request.query.as = 'root')"}
                    reply: {body: '{"n": 1}'}
                  /levels: {access: {condition: "$request.caller.claims.level"}, reply: {body: '{"n": 1}'}}
                """);
        assertThat(status("/users/ada", c -> {})).isEqualTo(200);
        assertThat(status("/users/bob", c -> {})).isEqualTo(403);
        assertThat(status("/users/ada?as=root", c -> {})).isEqualTo(403);
        assertThat(status("/levels", c -> c.claim("level", true))).isEqualTo(200);
        // Nothing that merely counts as true.
        assertThat(status("/levels", c -> c.claim("level", "false"))).isEqualTo(403);
        assertThat(status("/levels", c -> c.claim("level", 1))).isEqualTo(403);
        assertThat(status("/levels", c -> {})).isEqualTo(403);
    }

    @Test
    void aConditionThatCannotBeComputedIsNotTrueAndIsLoggedOnce() throws Exception {
        start("", """
                  /levels: {access: {condition: "$number($request.caller.claims.level) > 2"}, reply: {body: '{"n": 1}'}}
                """);
        try (LogLines log = LogLines.of("dev.medley.server.internal.declaration")) {
            assertThat(status("/levels", c -> c.claim("level", "high"))).isEqualTo(403);
            assertThat(status("/levels", c -> c.claim("level", "low"))).isEqualTo(403);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("medley.yaml:6:", "mashups./levels.access.condition: cannot be computed for a request");
        }
        assertThat(status("/levels", c -> c.claim("level", "3"))).isEqualTo(200);
    }

    private void assertRefused(String mashups, String message) {
        assertThatThrownBy(() -> ServerConfiguration.READER.parse(
                        "medley.yaml", configuration("", mashups), Map.of("SECRET", "4711"), Map.of()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems()).singleElement().asString().contains(message));
    }

    @Test
    void aConditionThatIsWrongIsRefusedInItsPlace() {
        assertRefused(
                "  /a: {access: {condition: '$request.caller.name ='}, reply: {body: '1'}}",
                "medley.yaml:6:51: mashups./a.access.condition: ");
        assertRefused(
                "  /a: {access: {condition: '$request.body.x = 1'}, reply: {body: '1'}}",
                "medley.yaml:6:29: mashups./a.access.condition: $request has no 'body' here; expected one of method, path,");
        assertRefused(
                "  /a: {access: {condition: '$caller.name = 1'}, reply: {body: '1'}}",
                "mashups./a.access.condition: '$caller' is unknown; expected $request");
        assertRefused(
                "  /a: {access: {condition: '$request.caller.name = \"${env:SECRET}\"'}, reply: {body: '1'}}",
                "mashups./a.access.condition: ");
    }

    @Test
    void administrationMayHaveCallers() throws Exception {
        start(", administration: {actions: {roles: [operator]}, pages: {scopes: [metrics.read]}}", "");
        URI admin = running().adminUri();
        String operator =
                "Bearer " + token(c -> c.claim("roles", List.of("operator")).claim("scope", ""));
        String reader = "Bearer " + token(c -> c.claim("scope", "metrics.read"));
        for (String path : List.of("/health/live", "/health/ready")) {
            assertThat(get(admin.resolve(path), null).statusCode()).as(path).isEqualTo(200);
        }
        for (String path : List.of("/metrics", "/status")) {
            assertThat(get(admin.resolve(path), null).statusCode()).as(path).isEqualTo(401);
            assertThat(get(admin.resolve(path), operator).statusCode()).as(path).isEqualTo(403);
            assertThat(get(admin.resolve(path), reader).statusCode()).as(path).isEqualTo(200);
        }
        HttpResponse<String> unknown = send("POST", admin.resolve("/reload"), null);
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"medley\"");
        assertThat(send("POST", admin.resolve("/reload"), reader).statusCode()).isEqualTo(403);
        assertThat(send("POST", admin.resolve("/reload"), operator).statusCode())
                .isEqualTo(200);
        assertThat(get(admin.resolve("/manifests"), reader).statusCode()).isEqualTo(403);
        assertThat(get(admin.resolve("/manifests"), operator).statusCode()).isEqualTo(200);
        assertThat(get(admin.resolve("/manifests/"), reader).statusCode()).isEqualTo(403);
    }

    @Test
    void actionsAndManifestsAreClosedOffLoopbackUnlessTheyHaveCallers() {
        AdminAccess access = new AdminAccess(() -> null, Set.of("/health/live"), Set.of("/health/live", "/metrics"));
        assertThat(access.refusal(request("/health/live", false))).isNull();
        assertThat(access.refusal(request("/metrics", false))).isNull();
        for (String path : List.of("/reload", "/cache/purge", "/manifests", "/manifests/x", "/else", "/metrics/")) {
            assertThat(access.refusal(request(path, true))).isNull();
            assertThat(access.refusal(request(path, false)))
                    .as(path)
                    .isNotNull()
                    .satisfies(reply -> assertThat(reply.status()).isEqualTo(403));
        }
    }

    private static AdminRequest request(String path, boolean local) {
        return new AdminRequest("POST", path, null, Map.of(), List.of(), "192.0.2.1", local);
    }

    @Test
    void theMetricsHaveTheDecisionsByTheSourceOfCallers() throws Exception {
        start("", """
                  /boss: {access: {roles: [boss]}, reply: {body: '{"n": 1}'}}
                """);
        get(running().uri().resolve("/boss"), null);
        status("/boss", c -> {});
        status("/boss", c -> c.claim("roles", List.of("boss")));
        assertThat(get(running().adminUri().resolve("/metrics"), null).body())
                .contains("medley_caller_requests_total{outcome=\"unauthorized\",source=\"none\"} 1.0")
                .contains("medley_caller_requests_total{outcome=\"forbidden\",source=\"main\"} 1.0")
                .contains("medley_caller_requests_total{outcome=\"granted\",source=\"main\"}");
        running().reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS);
        status("/boss", c -> {});
        assertThat(get(running().adminUri().resolve("/metrics"), null).body())
                .contains("medley_caller_requests_total{outcome=\"forbidden\",source=\"main\"} 2.0");
    }

    @Test
    void theSettingsOfAdministrationAreRead() {
        Configuration read = ServerConfiguration.READER.parse(
                "medley.yaml",
                configuration(", administration: {actions: {}, pages: {anybody: true}}", ""),
                Map.of(),
                Map.of());
        assertThat(Objects.requireNonNull(read.callers().actions()).anybody()).isFalse();
        assertThat(Objects.requireNonNull(read.callers().pages()).anybody()).isTrue();
    }
}
