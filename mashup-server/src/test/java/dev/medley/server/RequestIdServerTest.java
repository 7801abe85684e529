package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ServerTimingDetail;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Ids of requests in every reply of the server, those without a mashup included, and in its access log. */
class RequestIdServerTest {

    private static final String MADE = "[0-9a-f]{32}";

    private final LogLines access = LogLines.of("dev.medley.access");

    @AfterEach
    void close() {
        access.close();
    }

    @Test
    void everyReplyAndItsLineHaveTheId() throws Exception {
        try (RunningServer server = server("X-Request-Id", true)) {
            assertThat(head(server, "/greeting", "X-Request-Id: order-1"))
                    .contains("200 OK", "X-Request-Id: order-1\r\n");
            assertThat(head(server, "/nowhere", "X-Request-Id: order-2")).contains("404 ", "X-Request-Id: order-2\r\n");
            assertThat(head(server, "/greeting?x", "X-Request-Id: order 3"))
                    .containsPattern("X-Request-Id: " + MADE + "\r\n");
            assertThat(head(server, "/ HTTP/9.9 \u0001", "A: b"))
                    .containsPattern("400 (.|\r\n)*X-Request-Id: " + MADE + "\r\n");
            Awaitility.await().untilAsserted(() -> assertThat(access.lines()).hasSize(4));
            assertThat(access.lines()).anyMatch(line -> line.contains("/greeting ") && line.endsWith(" order-1"));
            assertThat(access.lines()).anyMatch(line -> line.contains("/nowhere ") && line.endsWith(" order-2"));
            assertThat(access.lines()).allMatch(line -> line.matches(".* (order-[12]|" + MADE + ")"));
        }
    }

    @Test
    void theFieldIsConfiguredAndIdsOfClientsNeedNotBeTaken() throws Exception {
        try (RunningServer server = server("Correlation-Id", false)) {
            String head = head(server, "/greeting", "Correlation-Id: order-1");

            assertThat(head)
                    .containsPattern("Correlation-Id: " + MADE + "\r\n")
                    .doesNotContain("X-Request-Id", "order-1");
        }
    }

    @Test
    void theServerTimingIsTotalOnlyOrOff() throws Exception {
        try (RunningServer server = server("X-Request-Id", true)) {
            assertThat(head(server, "/greeting", "A: b"))
                    .containsPattern("Server-Timing: total;dur=[0-9.]+(, [a-z]+;dur=[0-9.]+)*\r\n");
        }
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.serverTiming(ServerTimingDetail.OFF))
                .mashup(new GreetingServlet())
                .start()) {
            assertThat(head(server, "/greeting", "A: b")).doesNotContain("Server-Timing");
        }
    }

    private static RunningServer server(String field, boolean trust) throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.requestIdField(field)
                        .trustRequestIds(trust)
                        .serverTiming(ServerTimingDetail.TOTAL)
                        .accessLog(true))
                .mashup(new GreetingServlet())
                .start();
    }

    /** The head of the reply to a request as it is. */
    private static String head(RunningServer server, String target, String field) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + field + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return reply.substring(0, reply.indexOf("\r\n\r\n") + 2);
        }
    }

    /** Greets with the id that the MDC has. */
    @WebServlet("/greeting")
    public static final class GreetingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("hello " + MDC.get("request-id")));
        }
    }
}
