package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which side the exchanges of a request go to, and what pages and metrics say of it. */
class CanaryRequestsTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String OLD = "{\"a\":\"old\",\"b\":\"old\"}";
    private static final String NEW = "{\"a\":\"new\",\"b\":\"new\"}";

    @TempDir
    private Path folder;

    private final PartnerStubs old = stubs("\"old\"");
    private final PartnerStubs next = stubs("\"new\"");
    private @Nullable RunningServer server;

    private static PartnerStubs stubs(String answer) {
        return PartnerStubs.builder()
                .threads(2)
                .answer("GET", "/v", 200, answer)
                .start();
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        old.close();
        next.close();
    }

    private void start(String ofPartner, ExecutionMode mode) throws Exception {
        Path keys = folder.resolve("keys");
        Files.writeString(keys, "alice %s\nbob %s\n".formatted(hash("alice"), hash("bob")));
        String yaml = """
                server: {host: 127.0.0.1, port: 0, admin: {port: 0}, access-log: false, execution: %s}
                callers: {api-keys: {file: '%s'}}
                partners:
                  p: {url: '%s', %s}
                  next: {url: '%s'}
                mashups:
                  /m:
                    exchanges:
                      a: {partner: p, path: /v}
                      b: {partner: p, path: /v}
                """.formatted(mode.configured(), keys, old.uri(), ofPartner, next.uri());
        server = new ServerBuilder()
                .configuration(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()))
                .start();
    }

    private static String hash(String key) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    }

    private RunningServer running() {
        return Objects.requireNonNull(server);
    }

    private String get(String... fields) throws IOException, InterruptedException {
        return get(running().uri().resolve("/m"), fields);
    }

    private static String get(URI uri, String... fields) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (fields.length > 0) {
            request.headers(fields);
        }
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    @ParameterizedTest
    @EnumSource(value = ExecutionMode.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void aFieldOfTheRequestDecides(ExecutionMode mode) throws Exception {
        start("canary: {partner: next, header: X-Canary}", mode);

        assertThat(get()).isEqualTo(OLD);
        assertThat(get("X-Canary", "always")).isEqualTo(NEW);
        assertThat(get("X-Canary", "perhaps")).isEqualTo(OLD);
    }

    @Test
    void aFieldDecidesAgainstTheCanaryToo() throws Exception {
        start("canary: {partner: next, share: 1, header: X-Version, header-value: v2}", ExecutionMode.ASYNC);

        assertThat(get()).isEqualTo(NEW);
        assertThat(get("X-Version", "v2")).isEqualTo(NEW);
        assertThat(get("X-Version", "never")).isEqualTo(OLD);
    }

    @Test
    void someCallersGoToTheCanary() throws Exception {
        start("canary: {partner: next, callers: [alice]}", ExecutionMode.ASYNC);

        assertThat(get("X-Api-Key", "alice")).isEqualTo(NEW);
        assertThat(get("X-Api-Key", "bob")).isEqualTo(OLD);
        assertThat(get()).isEqualTo(OLD);
    }

    @Test
    void aCallerStaysOnItsSide() throws Exception {
        start("canary: {partner: next, share: 0.5, by: caller}", ExecutionMode.ASYNC);

        for (String caller : Set.of("alice", "bob")) {
            Set<String> seen = new TreeSet<>();
            for (int i = 0; i < 20; i++) {
                seen.add(get("X-Api-Key", caller));
            }
            assertThat(seen).hasSize(1).isSubsetOf(OLD, NEW);
        }
    }

    @Test
    void aValueOfAFieldStaysOnItsSideAndThereAreBoth() throws Exception {
        start("canary: {partner: next, share: 0.5, field: X-User}", ExecutionMode.ASYNC);

        Set<String> all = new TreeSet<>();
        for (int user = 0; user < 40; user++) {
            String first = get("X-User", "user-" + user);
            assertThat(get("X-User", "user-" + user)).isEqualTo(first);
            all.add(first);
        }
        assertThat(all).containsExactlyInAnyOrder(OLD, NEW);
    }

    @Test
    void theExchangesOfARequestStayTogether() throws Exception {
        start("canary: {partner: next, share: 0.5, by: request}", ExecutionMode.ASYNC);

        Set<String> all = new TreeSet<>();
        for (int i = 0; i < 40; i++) {
            all.add(get());
        }
        assertThat(all).containsExactlyInAnyOrder(OLD, NEW);
    }

    @Test
    void anAddressStaysOnItsSide() throws Exception {
        start("canary: {partner: next, share: 0.5, by: address}", ExecutionMode.ASYNC);

        Set<String> all = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            all.add(get());
        }
        assertThat(all).hasSize(1).isSubsetOf(OLD, NEW);
    }

    @Test
    void statusAndMetricsShowTheSides() throws Exception {
        start("canary: {partner: next, share: 0.5}, mirror: {partner: next, share: 1}", ExecutionMode.ASYNC);
        for (int i = 0; i < 10; i++) {
            get();
        }

        await().untilAsserted(() -> assertThat(get(running().adminUri().resolve("/metrics")))
                .contains("medley_canary_exchanges_total{partner=\"p\",side=\"canary\"} 10.0")
                .contains("medley_canary_exchanges_total{partner=\"p\",side=\"partner\"} 10.0")
                .contains("medley_mirror_requests_total{outcome=\"sent\",partner=\"p\"} 10.0")
                .contains("medley_mirror_requests_total{outcome=\"dropped\",partner=\"p\"} 0.0"));
        assertThat(get(running().adminUri().resolve("/status")).replaceAll("\\s+", ""))
                .contains("\"canary\":{\"partner\":\"next\",\"share\":0.5,\"atCanary\":10,\"atPartner\":10}")
                .contains("\"mirror\":{\"partner\":\"next\",\"share\":1.0,\"sent\":10,\"dropped\":0}");
    }

    @Test
    void aCopyIsNoneOfTheExchangesOfItsMashup() throws Exception {
        next.answerAll(request -> StubAnswer.status(500));
        start("mirror: {partner: next}", ExecutionMode.ASYNC);

        assertThat(get()).isEqualTo(OLD);
        await().until(() -> next.requests() == 2);
        String manifests = get(running().adminUri().resolve("/manifests"));
        assertThat(manifests).doesNotContain("next");
    }

    @Test
    void theConfigurationSaysWhereACanaryIsWrong() {
        assertThatThrownBy(() -> start("canary: {partner: nobody, share: 0.1}", ExecutionMode.ASYNC))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "medley.yaml:4:56: partners.p.canary.partner: no partner is named 'nobody'; expected one of next, p");
        assertThatThrownBy(() -> start("canary: {partner: p, share: 0.1}", ExecutionMode.ASYNC))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("partners.p.canary.partner: partner p is no canary; expected another partner");
        assertThatThrownBy(() -> start("mirror: {share: 0.1}", ExecutionMode.ASYNC))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("partners.p.mirror.partner: is not set; expected with mirror");
    }
}
