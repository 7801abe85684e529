package dev.medley.loadtest.experiment.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplyCheckTest {

    private static final String RIGHT = "{\"p0\":{\"partner\":0},\"p1\":{\"partner\":1}}";

    private HttpServer server;
    private URI address;
    private int status = 200;
    private String type = "application/json";
    private String reply = RIGHT;

    /** Partners and the server to check, at one address. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/partner/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] body = "{\"partner\":%s}"
                    .formatted(path.substring(path.lastIndexOf('/') + 1))
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.createContext("/fanout", exchange -> {
            byte[] body = reply.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theMergedDocumentsAreRightInAnyNotation() throws Exception {
        assertThat(check()).isEqualTo(RIGHT.length());

        reply = "{ \"p1\": {\"partner\": 1}, \"p0\": {\"partner\": 0} }";
        assertThat(check()).isEqualTo(reply.length());
    }

    @Test
    void anotherDocumentIsWrong() {
        reply = "{\"p0\":{\"partner\":0},\"p1\":{\"partner\":0}}";

        assertWrong("the document is {\"p0\":{\"partner\":0},\"p1\":{\"partner\":0}}; expected " + RIGHT);
    }

    @Test
    void aMissingDocumentIsWrong() {
        reply = "{\"p0\":{\"partner\":0}}";

        assertWrong("expected " + RIGHT);
    }

    @Test
    void aBodyThatIsNoJsonIsWrong() {
        reply = "{\"p0\":";

        assertWrong("the body is not JSON: ");
    }

    @Test
    void anotherStatusOrTypeIsWrong() {
        status = 502;
        assertWrong("status 502, Content-Type application/json; expected 200 and application/json");

        status = 200;
        type = "text/html";
        assertWrong("status 200, Content-Type text/html; expected 200 and application/json");
    }

    private void assertWrong(String message) {
        assertThatThrownBy(this::check)
                .isInstanceOf(ReplyCheck.WrongReplyException.class)
                .hasMessageContaining(message);
    }

    private int check() throws IOException, InterruptedException {
        return new ReplyCheck(List.of(address.toString())).check(address, 2, 0);
    }
}
