package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client may ask for in a time: an hour, so that no token comes back in a test. */
class QuotasTest {

    @TempDir
    private Path folder;

    private final PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
    private @Nullable RunningServer server;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        stubs.close();
    }

    private Path file() {
        return folder.resolve("medley.yaml");
    }

    private void write(String server, String quotas, ExecutionMode mode) throws IOException {
        Files.writeString(file(), """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, execution: %s%s}
                partners: {p: {url: '%s'}}
                quotas: {%s}
                mashups:
                  /a: {reply: {body: '{"n": 1}'}}
                  /b: {cost: 3, reply: {body: '{"n": 2}'}}
                  /c:
                    exchanges:
                      one: {partner: p, path: /partner/1}
                      two: {partner: p, path: /partner/2}
                """.formatted(mode.configured(), server, stubs.uri(), quotas));
    }

    private void start(String quotas) throws Exception {
        start("", quotas, ExecutionMode.ASYNC);
    }

    private void start(String settings, String quotas, ExecutionMode mode) throws Exception {
        write(settings, quotas, mode);
        ConfigurationFile source = new ConfigurationFile(file(), Map.of(), Map.of());
        server = new ServerBuilder().configuration(source.read(), source).start();
    }

    private HttpResponse<String> get(String path, String... fields) throws IOException, InterruptedException {
        return get(HttpClient.Version.HTTP_1_1, path, fields);
    }

    private HttpResponse<String> get(HttpClient.Version version, String path, String... fields)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        Objects.requireNonNull(server).uri().resolve(path))
                .version(version);
        if (fields.length > 0) {
            request.headers(fields);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @ParameterizedTest
    @EnumSource(value = ExecutionMode.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void aClientGetsItsQuotaAndThenA429(ExecutionMode mode) throws Exception {
        start("", "all: {rate: 3, per: 1h}", mode);
        for (int i = 2; i >= 0; i--) {
            HttpResponse<String> admitted = get("/a");
            assertThat(admitted.statusCode()).isEqualTo(200);
            assertThat(field(admitted, "RateLimit-Policy")).isEqualTo("\"all\";q=3;w=3600");
            assertThat(field(admitted, "RateLimit")).startsWith("\"all\";r=" + i + ";t=");
        }
        HttpResponse<String> refused = get(HttpClient.Version.HTTP_2, "/a");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1_190L, 1_200L);
        assertThat(field(refused, "RateLimit")).startsWith("\"all\";r=0;t=");
        assertThat(field(refused, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.body()).contains("the quota all is used up: 3 tokens in 3600000 ms, this request takes 1");
    }

    @Test
    void clientsAreToldApartByAField() throws Exception {
        start("tenant: {by: field, field: X-Tenant, rate: 1, per: 1h}");
        assertThat(get("/a", "X-Tenant", "one").statusCode()).isEqualTo(200);
        assertThat(get("/a", "X-Tenant", "one").statusCode()).isEqualTo(429);
        assertThat(get("/a", "X-Tenant", "two").statusCode()).isEqualTo(200);
        assertThat(get("/a").statusCode()).isEqualTo(200);
        // Without the field, and with one that nobody has in mind, it is the address that counts.
        assertThat(get("/a", "X-Tenant", "x".repeat(300)).statusCode()).isEqualTo(429);
    }

    @Test
    void clientsAreToldApartByAnExpression() throws Exception {
        start("tenant: {by: expression, expression: '$request.headers.`x-a` & $request.query.b', rate: 1, per: 1h}");
        assertThat(get("/a?b=1", "X-A", "x").statusCode()).isEqualTo(200);
        assertThat(get("/a?b=1", "X-A", "x").statusCode()).isEqualTo(429);
        assertThat(get("/a?b=2", "X-A", "x").statusCode()).isEqualTo(200);
        // Without a value that can be remembered, by the address.
        assertThat(get("/a?b=" + "3".repeat(300)).statusCode()).isEqualTo(200);
        assertThat(get("/a?b=" + "4".repeat(300)).statusCode()).isEqualTo(429);
    }

    @Test
    void theMetricsHaveThem() throws Exception {
        start("all: {rate: 1, per: 1h}");
        get("/a");
        get("/a");
        assertThat(HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(Objects.requireNonNull(server)
                                                .adminUri()
                                                .resolve("/metrics"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body())
                .contains(
                        "medley_quota_requests_total{outcome=\"admitted\",quota=\"all\"} 1.0",
                        "medley_quota_requests_total{outcome=\"refused\",quota=\"all\"} 1.0",
                        "medley_quota_clients{quota=\"all\"} 1.0");
    }

    @Test
    void clientsBehindAProxyAreToldApartByTheirAddresses() throws Exception {
        start(", proxies: {trusted: [127.0.0.1], field: x-forwarded}", "all: {rate: 1, per: 1h}", ExecutionMode.ASYNC);
        assertThat(get("/a", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(200);
        assertThat(get("/a", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(429);
        assertThat(get("/a", "X-Forwarded-For", "192.0.2.2").statusCode()).isEqualTo(200);
        assertThat(get("/a", "X-Forwarded-For", "2001:db8::1").statusCode()).isEqualTo(200);
        assertThat(get("/a", "X-Forwarded-For", "2001:db8::2").statusCode()).isEqualTo(429);
    }

    @Test
    void aMashupMayCostMore() throws Exception {
        start("all: {by: all, rate: 4, per: 1h}");
        assertThat(get("/b").statusCode()).isEqualTo(200);
        assertThat(get("/b").body()).contains("this request takes 3");
        assertThat(get("/a").statusCode()).isEqualTo(200);
        assertThat(get("/a").statusCode()).isEqualTo(429);
    }

    @Test
    void aMashupThatCostsMoreThanABucketHasTakesAFullOne() throws Exception {
        start("all: {by: all, rate: 2, per: 1h}");
        assertThat(get("/b").statusCode()).isEqualTo(200);
        assertThat(get("/b").statusCode()).isEqualTo(429);
        assertThat(get("/a").statusCode()).isEqualTo(429);
    }

    @Test
    void callersAreToldApartByTheirNames() throws Exception {
        Path keys = Files.writeString(
                folder.resolve("keys"), "one 5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8");
        start("each: {by: caller, rate: 1, per: 1h}}\ncallers: {api-keys: {file: '%s'}".formatted(keys));
        assertThat(get("/a", "X-Api-Key", "password").statusCode()).isEqualTo(200);
        assertThat(get("/a", "X-Api-Key", "password").statusCode()).isEqualTo(429);
        assertThat(get("/a", "X-Api-Key", "password2").statusCode()).isEqualTo(401);
        assertThat(get("/a").statusCode()).isEqualTo(200);
        assertThat(get("/a").statusCode()).isEqualTo(429);
    }

    @Test
    void aQuotaMayBeForSomeMashups() throws Exception {
        start("some: {rate: 1, per: 1h, mashups: [/a]}");
        assertThat(get("/a").statusCode()).isEqualTo(200);
        assertThat(get("/a").statusCode()).isEqualTo(429);
        assertThat(get("/b").statusCode()).isEqualTo(200);
        assertThat(field(get("/b"), "RateLimit")).isEmpty();
    }

    @Test
    void aRequestTakesOfEachQuotaOrOfNone() throws Exception {
        start("wide: {rate: 5, per: 1h}, narrow: {rate: 1, per: 1h, mashups: [/a]}");
        HttpResponse<String> first = get("/a");
        assertThat(field(first, "RateLimit")).contains("\"wide\";r=4", "\"narrow\";r=0");
        for (int i = 0; i < 3; i++) {
            assertThat(get("/a").statusCode()).isEqualTo(429);
        }
        HttpResponse<String> other = get("/b");
        assertThat(other.statusCode()).isEqualTo(200);
        assertThat(field(other, "RateLimit")).startsWith("\"wide\";r=1");
    }

    @Test
    void callsOfPartnersMayCountInPlaceOfRequests() throws Exception {
        start("calls: {counts: calls, rate: 3, per: 1h}");
        assertThat(get("/c").statusCode()).isEqualTo(200);
        // One is left: the next request goes on, and leaves one too few.
        assertThat(get("/c").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = get("/c");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(2_390L, 2_400L);
        assertThat(stubs.requests()).isEqualTo(4);
    }

    @Test
    void aReloadKeepsWhatIsTakenUnlessTheQuotaIsAnother() throws Exception {
        start("all: {rate: 1, per: 1h}");
        assertThat(get("/a").statusCode()).isEqualTo(200);
        write("", "all: {rate: 1, per: 1h}, more: {rate: 9}", ExecutionMode.ASYNC);
        reload();
        assertThat(get("/a").statusCode()).isEqualTo(429);
        write("", "all: {rate: 2, per: 1h}", ExecutionMode.ASYNC);
        reload();
        assertThat(get("/a").statusCode()).isEqualTo(200);
    }

    private void reload() throws Exception {
        Objects.requireNonNull(server).reload("test").toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void theStatusPageShowsThem() throws Exception {
        start("all: {rate: 1, per: 1h}");
        get("/a");
        get("/a");
        String status = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(Objects.requireNonNull(server)
                                        .adminUri()
                                        .resolve("/status"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        assertThat(status.replaceAll("\\s", ""))
                .contains("\"quotas\":{\"all\":{\"per\":\"node\",\"clients\":1,\"admitted\":1,\"refused\":1}}");
    }

    @Test
    void contradictionsAreRefusedInTheirPlace() {
        assertThatThrownBy(() -> ServerConfiguration.READER.parse(
                        "medley.yaml",
                        "quotas: {a: {rate: 1, by: field}, b: {rate: 1, field: X-A}}",
                        Map.of(),
                        Map.of()))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        x -> assertThat(x.problems())
                                .containsExactly(
                                        "medley.yaml:1:27: quotas.a.by: is not enough; expected the key field as well",
                                        "medley.yaml:1:55: quotas.b.field: has no effect; expected by: field"));
        assertThatThrownBy(() -> ServerConfiguration.READER.parse(
                        "medley.yaml", "quotas: {a: {rate: 1, per: 24h, burst: 1000}}", Map.of(), Map.of()))
                .hasMessageContaining("quotas.a.rate: a bucket becomes full in 1000 days; expected at most 365");
    }
}
