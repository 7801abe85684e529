package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.AdminSettings;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which clients and connectors the pages and actions of administration are for. */
class OperatorPortTest {

    private static final String PURGE = "/cache/purge?partner=none";

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void pagesAndActionsShareAConnector() throws Exception {
        try (RunningServer server = start(admin -> {})) {
            assertThat(server.operatorUri()).isEqualTo(server.adminUri());
            assertThat(get(server.adminUri(), "/manifests")).isEqualTo(200);
            assertThat(get(server.adminUri(), "/health/live")).isEqualTo(200);
            assertThat(post(server.adminUri())).isEqualTo(400);
        }
    }

    @Test
    void operatorsMayHaveAConnectorOfTheirOwn() throws Exception {
        try (RunningServer server = start(admin -> admin.operatorPort(0))) {
            assertThat(server.operatorUri().getHost()).isEqualTo("127.0.0.1");
            for (String probed : List.of("/health/live", "/health/ready", "/status", "/metrics")) {
                assertThat(get(server.adminUri(), probed)).as(probed).isEqualTo(200);
                assertThat(get(server.operatorUri(), probed)).as(probed).isEqualTo(404);
            }
            assertThat(get(server.adminUri(), "/manifests")).isEqualTo(404);
            assertThat(get(server.operatorUri(), "/manifests")).isEqualTo(200);
            assertThat(post(server.adminUri())).isEqualTo(404);
            assertThat(post(server.operatorUri())).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void actionsMayBeOff(boolean apart) throws Exception {
        try (RunningServer server = start(admin -> (apart ? admin.operatorPort(0) : admin).actions(false))) {
            assertThat(post(server.operatorUri())).isEqualTo(404);
            assertThat(get(server.operatorUri(), "/manifests")).isEqualTo(200);
        }
    }

    /** A web page can have its own name lead to this address (DNS rebinding). */
    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:8081, 200",
        "127.0.0.1, 200",
        "10.1.2.3:8081, 200",
        "[::1]:8081, 200",
        "medley.internal:8081, 200",
        "Medley.Internal, 200",
        "other.test, 421",
        "127.0.0.1.other.test, 421",
        "localhost.other.test:8081, 421",
        "1, 200"
    })
    void onlyKnownNamesAreAnswered(String host, int status) throws IOException {
        try (RunningServer server =
                start(admin -> admin.names(List.of("medley.internal")).operatorPort(0))) {
            for (URI uri : List.of(
                    server.adminUri().resolve("/metrics"), server.operatorUri().resolve("/manifests"))) {
                try (ClientSocket connection = ClientSocket.to(uri.getPort())) {
                    connection.send(
                            "GET " + uri.getPath() + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");

                    assertThat(connection.readToEnd())
                            .startsWith("HTTP/1.1 " + status)
                            .contains(status == 200 ? "\r\n\r\n" : "server.admin.names");
                }
            }
        }
    }

    @Test
    void aProbeOfHttp10NeedsNoHost() throws IOException {
        try (RunningServer server = start(admin -> {});
                ClientSocket probe = ClientSocket.to(server.adminPort())) {
            assertThat(probe.send("GET /health/live HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
        }
    }

    private static RunningServer start(Consumer<AdminSettings.Builder> change) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.admin(change))
                .mashup(new FanoutServlet())
                .start();
    }

    private int get(URI uri, String path) throws Exception {
        return send(HttpRequest.newBuilder(uri.resolve(path)).build());
    }

    private int post(URI uri) throws Exception {
        return send(HttpRequest.newBuilder(uri.resolve(PURGE))
                .POST(BodyPublishers.noBody())
                .build());
    }

    private int send(HttpRequest request) throws Exception {
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        return reply.statusCode();
    }
}
