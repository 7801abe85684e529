package dev.medley.server.internal.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import dev.medley.server.internal.admin.PrometheusPage;
import dev.medley.server.internal.admin.Scene;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AdminHandlerTest {

    private final Scene scene = Scene.of();
    private URI uri = URI.create("http://127.0.0.1");

    @BeforeEach
    void serve() throws Exception {
        uri = scene.serveAdministration();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void aRunningServerIsAlive() throws Exception {
        HttpResponse<String> response = scene.get(uri.resolve("/health/live"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"up\"}");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void aStartingServerIsNotReadyAndHasAReason() throws Exception {
        HttpResponse<String> response = scene.get(uri.resolve("/health/ready"));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(json(response).path("status").stringValue()).isEqualTo("starting");
        assertThat(json(response).path("reason").stringValue()).isEqualTo("the server is starting");
    }

    @Test
    void aStartedServerIsReady() throws Exception {
        scene.administration().readiness().ready();

        HttpResponse<String> response = scene.get(uri.resolve("/health/ready"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).path("status").stringValue()).isEqualTo("ready");
    }

    @Test
    void aDrainingServerIsAliveAndNotReady() throws Exception {
        scene.administration().readiness().ready();
        scene.administration().readiness().draining();

        HttpResponse<String> ready = scene.get(uri.resolve("/health/ready"));

        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(json(ready).path("status").stringValue()).isEqualTo("draining");
        assertThat(json(ready).path("reason").stringValue()).contains("shutting down");
        assertThat(scene.get(uri.resolve("/health/live")).statusCode()).isEqualTo(200);
    }

    @Test
    void metricsAreInTheTextFormatOfPrometheus() throws Exception {
        HttpResponse<String> response = scene.get(uri.resolve("/metrics"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;version=0.0.4;charset=utf-8");
        PrometheusPage page = PrometheusPage.parse(response.body().getBytes(StandardCharsets.UTF_8));
        assertThat(page.value("medley_pool_threads_max")).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/health/ready", "/status", "/metrics", "/nowhere"})
    void headHasTheReplyOfGetWithoutTheBody(String path) throws Exception {
        HttpResponse<String> get = scene.get(uri.resolve(path));
        HttpResponse<String> head = scene.send("HEAD", uri.resolve(path));

        assertThat(head.statusCode()).isEqualTo(get.statusCode());
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValue("Content-Type"))
                .isEqualTo(get.headers().firstValue("Content-Type"));
        assertThat(head.headers().firstValueAsLong("Content-Length").orElse(0)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/health/ready", "/status", "/metrics", "/nowhere"})
    void noPageIsCacheable(String path) throws Exception {
        assertThat(scene.get(uri.resolve(path)).headers().allValues("Cache-Control"))
                .containsExactly("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/health", "/health/live/", "/Status", "/metrics/x"})
    void anUnknownPathIsNotFoundAndTheReplyListsThePaths(String path) throws Exception {
        HttpResponse<String> response = scene.get(uri.resolve(path));

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(json(response).path("status").intValue()).isEqualTo(404);
        assertThat(json(response).path("detail").stringValue())
                .contains("/health/live", "/health/ready", "/status", "/metrics");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void anotherMethodIsNotAllowed(String method) throws Exception {
        HttpResponse<String> response = scene.send(method, uri.resolve("/status"));

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(json(response).path("status").intValue()).isEqualTo(405);
    }

    @Test
    void withoutMetricsThereIsNoPageForThem() throws Exception {
        try (Scene quiet = Scene.withoutMetrics()) {
            HttpResponse<String> response =
                    quiet.get(quiet.serveAdministration().resolve("/metrics"));

            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(json(response).path("detail").stringValue()).doesNotContain("/metrics");
        }
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        return Json.parse(response.body().getBytes(StandardCharsets.UTF_8)).tree();
    }
}
