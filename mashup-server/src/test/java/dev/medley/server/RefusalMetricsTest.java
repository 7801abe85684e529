package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever refuses a request, {@code /metrics} counts it, by a label of which there are few. */
class RefusalMetricsTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private PartnerStubs partner;
    private @Nullable RunningServer started;

    @BeforeEach
    void open() {
        partner =
                PartnerStubs.builder().threads(2).answer("GET", "/a", 200, "1").start();
    }

    @AfterEach
    void close() {
        server().close();
        partner.close();
    }

    private void start(String ofServer, String more) throws Exception {
        String yaml = """
                server: {host: 127.0.0.1, port: 0, access-log: false, admin: {port: 0}%s}
                partners:
                  p: {url: '%s'}
                mashups:
                  /m: {exchanges: {a: {partner: p, path: /a}}}
                  /slow: {deadline: 1m, exchanges: {a: {partner: p, path: /a}}}
                %s
                """.formatted(ofServer, partner.uri(), more);
        started = new ServerBuilder()
                .filter(new Teapot(), "/filtered/*")
                .configuration(ServerConfiguration.READER.parse("medley.yaml", yaml, Map.of(), Map.of()))
                .start();
    }

    private RunningServer server() {
        return Objects.requireNonNull(started);
    }

    private static final class Teapot implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            boolean missing = ((HttpServletRequest) request).getRequestURI().endsWith("missing");
            ((HttpServletResponse) response).setStatus(missing ? 404 : 418);
        }
    }

    private HttpResponse<String> send(String method, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server().uri().resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (fields.length > 0) {
            request.headers(fields);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private void assertCounted(String mashup, String by) {
        await().untilAsserted(() -> assertThat(metrics())
                .contains("medley_requests_refused_total{by=\"" + by + "\",mashup=\"" + mashup + "\"} 1.0"));
    }

    private String metrics() throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(server().adminUri().resolve("/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /m\u0001 HTTP/1.1\r\nHost: h\r\n\r\n", "nonsense\r\n\r\n", "GET /m HTTP/1.1\r\n\r\n"})
    void aMalformedRequest(String text) throws Exception {
        start("", "");
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send(text);
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 400");
        }

        assertCounted("none", "malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "OPTIONS", "DELETE"})
    void aRequestForAnUnknownPath(String method) throws Exception {
        start("", "");
        assertThat(send(method, "/unknown").statusCode()).isEqualTo(404);

        assertCounted("none", "path");
    }

    @Test
    void aTraceOfAnUnknownPathIsNotEchoed() throws Exception {
        start("", "");
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send("TRACE /unknown HTTP/1.1\r\nHost: h\r\nX-Secret: geheim\r\nConnection: close\r\n\r\n");
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 404").doesNotContain("geheim");
        }

        assertCounted("none", "path");
    }

    @Test
    void aConnect() throws Exception {
        start("", "");
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send("CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\nConnection: close\r\n\r\n");
            assertThat(client.status()).isGreaterThanOrEqualTo(400);
        }

        assertCounted("none", "path");
    }

    @Test
    void aRequestThatAFilterDoesNotFind() throws Exception {
        start("", "");
        assertThat(send("GET", "/filtered/missing").statusCode()).isEqualTo(404);

        assertCounted("none", "filter");
    }

    @Test
    void aRequestWhoseDeadlinePassesInTheQueue() throws Exception {
        CompletableFuture<Void> released = new CompletableFuture<>();
        partner.answer("GET", "/a", request -> StubAnswer.json(200, "1").after(released));
        start(", deadline: 300ms, admission: {max-concurrent: 1, max-queued: 1, max-queue-age: 1m}", "");
        CompletableFuture<HttpResponse<String>> first = CLIENT.sendAsync(
                HttpRequest.newBuilder(server().uri().resolve("/slow")).build(), BodyHandlers.ofString());
        await().until(() -> partner.inFlight() == 1);
        assertThat(send("GET", "/m").statusCode()).isEqualTo(504);
        released.complete(null);
        first.join();

        assertCounted("/m", "limit");
    }

    @Test
    void aRequestWithAnotherMethod() throws Exception {
        start("", "");
        assertThat(send("DELETE", "/m").statusCode()).isEqualTo(405);

        assertCounted("/m", "method");
    }

    @Test
    void aRequestThatAFilterAnswersWithAnError() throws Exception {
        start("", "");
        assertThat(send("GET", "/filtered/x").statusCode()).isEqualTo(418);

        assertCounted("none", "filter");
    }

    @Test
    void aRequestOfAnAddressThatIsNotAllowed() throws Exception {
        start(", addresses: {deny: [127.0.0.1]}", "");
        assertThat(send("GET", "/m").statusCode()).isEqualTo(403);

        assertCounted("none", "address");
    }

    @Test
    void aPreflightOfAnOriginThatIsNotAllowed() throws Exception {
        start(", cors: {origins: ['https://app.example']}", "");
        try (ClientSocket client = ClientSocket.to(server())) {
            client.send("""
                    OPTIONS /m HTTP/1.1
                    Host: h
                    Origin: https://evil.example
                    Access-Control-Request-Method: GET
                    Connection: close

                    """.replace("\n", "\r\n"));
            assertThat(client.readToEnd()).startsWith("HTTP/1.1 403");
        }

        assertCounted("none", "origin");
    }

    @Test
    void aRequestOfAnUnknownCaller() throws Exception {
        start(
                "",
                "callers: {required: true, tokens: {main: {issuer: 'https://login.example', audience: [medley],"
                        + " keys: {partner: p, path: /jwks}}}}");
        assertThat(send("GET", "/m").statusCode()).isEqualTo(401);

        assertCounted("/m", "caller");
    }

    @Test
    void aRequestThatIsOneTooMany() throws Exception {
        start("", "quotas: {all: {rate: 1, per: 1h}}");
        assertThat(send("GET", "/m").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/m").statusCode()).isEqualTo(429);

        assertCounted("/m", "quota");
    }

    @Test
    void aRequestBeyondTheLimit() throws Exception {
        CompletableFuture<Void> released = new CompletableFuture<>();
        partner.answer("GET", "/a", request -> StubAnswer.json(200, "1").after(released));
        start(", admission: {max-concurrent: 1, max-queued: 0}", "");
        CompletableFuture<HttpResponse<String>> first = CLIENT.sendAsync(
                HttpRequest.newBuilder(server().uri().resolve("/m")).build(), BodyHandlers.ofString());
        await().until(() -> partner.inFlight() == 1);
        assertThat(send("GET", "/m").statusCode()).isEqualTo(503);
        released.complete(null);
        first.join();

        assertCounted("/m", "limit");
    }

    /** Neither a reply of a mashup that has failed, nor one without an error. */
    @Test
    void nothingElseIsRefused() throws Exception {
        partner.answer("GET", "/a", 500, "{}");
        start("", "");
        assertThat(send("GET", "/m").statusCode()).isEqualTo(502);
        assertThat(send("OPTIONS", "/m").statusCode()).isLessThan(300);

        await().until(() -> metrics().contains("status=\"502\""));
        assertThat(metrics()).doesNotContain("medley_requests_refused_total{");
    }
}
