package dev.medley.server.internal.admin.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.Scene;
import dev.medley.servlet.MashupServlet;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccessLogTest {

    private static final String TIME = "\\[\\d\\d/[A-Z][a-z][a-z]/\\d{4}:\\d\\d:\\d\\d:\\d\\d [-+]\\d{4}]";

    private final LogLines log = LogLines.of("dev.medley.access");
    private final Scene scene = Scene.of();
    private URI uri = URI.create("http://127.0.0.1");

    @BeforeEach
    void serve() throws Exception {
        uri = scene.serve(new GreetingServlet());
    }

    @AfterEach
    void close() {
        scene.close();
        log.close();
    }

    @Test
    void aRequestIsOneLineInTheCombinedFormatFollowedByItsMilliseconds() throws Exception {
        raw("GET /mashup?city=Rome HTTP/1.1", "Referer: http://a.example/b?c=d", "User-Agent: curl/8.5.0");

        assertThat(line())
                .matches("INFO 127\\.0\\.0\\.1 - - " + TIME + " \"GET /mashup\\?city=Rome HTTP/1\\.1\" 200 5 "
                        + "\"http://a\\.example/b\\?c=d\" \"curl/8\\.5\\.0\" \\d+\\.\\d [0-9a-f]{32}");
    }

    @Test
    void aMissingFieldIsADash() throws Exception {
        raw("GET /mashup HTTP/1.1");

        assertThat(line()).contains("\" 200 5 \"-\" \"-\" ");
    }

    @Test
    void secretsInTheQueryAreMasked() throws Exception {
        raw("GET /mashup?city=Rome&token=abc HTTP/1.1", "Referer: http://a.example/?password=xyz");

        assertThat(line())
                .contains("GET /mashup?city=Rome&token=*** HTTP/1.1", "\"http://a.example/?password=***\"")
                .doesNotContain("abc", "xyz");
    }

    @Test
    void aClientCannotForgeAFieldOrALine() throws Exception {
        raw("GET /mashup HTTP/1.1", "User-Agent: x\" 200 0 \\\" \u00e9\t\u0085");

        assertThat(line()).matches("[ -~]+").contains("\" 200 5 \"-\" \"x\\\" 200 0 \\\\\\\" \\u00e9\\u0009\\u0085\" ");
    }

    @Test
    void aMalformedRequestIsALineToo() throws Exception {
        raw("\u0001\u0002 nonsense");

        assertThat(line()).matches("INFO 127\\.0\\.0\\.1 - - " + TIME + " \"[ -~]*\" 400 [ -~]*");
    }

    private String line() {
        Scene.eventually().until(() -> log.lines().size() == 1);
        return log.lines().get(0);
    }

    /** Sends a request as it is, and waits for the end of the reply. */
    private void raw(String requestLine, String... fields) throws IOException {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            String head = requestLine + "\r\nHost: a\r\nConnection: close\r\n"
                    + (fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n") + "\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            socket.getInputStream().readAllBytes();
        }
    }

    private static final class GreetingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("hello"));
        }
    }
}
