package dev.medley.loadtest.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The program against a server that says what the test wants. */
class SubscriberProgramTest {

    @Test
    void aStreamIsReadFromItsChunks() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SubscriberProgram program =
                    new SubscriberProgram(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> answer(server));

            SubscriberFigures figures = program.answer("open sse 1 0 prices.%d first=7");
            while (figures.received() < 1) {
                figures = program.answer("figures");
            }

            assertThat(request.join()).startsWith("GET /topics/prices.7 HTTP/1.1\r\n");
            assertThat(figures.subscribed()).isEqualTo(1);
            assertThat(figures.least()).isEqualTo(1);
            assertThat(figures.failures()).isEmpty();
            program.close();
        }
    }

    /** The end of a chunk's line comes with the next chunk, as Jetty has it. */
    private static String answer(ServerSocket server) {
        try {
            Socket socket = server.accept();
            String request = head(socket.getInputStream());
            String message = "id: e:1\ndata: {\"prev\":\"e:0\",\"position\":\"e:1\",\"subject\":\"prices.7\",\"data\":"
                    + NumberedMessage.of(1, System.nanoTime(), 200) + "}\n\n";
            String reply = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk("retry: 1\nid: e:0\n\n")
                    + "\r\n" + chunk(message);
            socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
            return request;
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text;
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        return head.toString();
    }

    @Test
    void otherCommandsAreRefused() throws Exception {
        SubscriberProgram program = new SubscriberProgram(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> program.answer("stop"))
                .withMessage("the command is stop; expected open, begin, pause, resume or figures");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> program.answer("open sse 1 0 t.a quickly"))
                .withMessage("the option is quickly; expected first, streams, reconnect or small");
        program.close();
    }

    @Test
    void theDataOfAMessageHasItsLength() {
        assertThat(NumberedMessage.of(12, 345, 200)).hasSize(200).startsWith("{\"n\":12,\"at\":345,\"pad\":\"xx");
    }
}
