package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.lifecycle.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Methods that a mashup does not answer, over HTTP/1.1 and HTTP/2. */
class MethodsOverTlsTest {

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource(Version.class)
    void aRefusedMethodLeavesTheConnectionInOrder(Version version) throws Exception {
        try (TlsRig rig = new TlsRig(folder)) {
            RunningServer server = rig.start(settings -> {});
            HttpClient client = rig.clients().client(version);

            HttpResponse<String> refused = send(client, server, "POST", "GET /client HTTP/1.1\r\n\r\n");
            HttpResponse<String> options = send(client, server, "OPTIONS", "");
            HttpResponse<String> head = send(client, server, "HEAD", "");
            HttpResponse<String> reply = send(client, server, "GET", "");

            assertThat(refused.version()).isEqualTo(version);
            assertThat(refused.statusCode()).isEqualTo(405);
            assertThat(refused.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
            assertThat(refused.body()).contains("the method POST is not allowed");
            assertThat(options.statusCode()).isEqualTo(204);
            assertThat(options.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.headers().firstValue("Content-Length"))
                    .contains(String.valueOf(reply.body().length()));
            assertThat(reply.body()).isEqualTo("none 0");
        }
    }

    private static HttpResponse<String> send(HttpClient client, RunningServer server, String method, String body)
            throws Exception {
        return client.send(
                HttpRequest.newBuilder(TlsRig.client(server))
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
