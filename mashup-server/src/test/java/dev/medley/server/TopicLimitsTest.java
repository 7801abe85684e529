package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.Scene;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a session holds of the bounds comes back, however it fails to begin. */
@Timeout(60)
class TopicLimitsTest {

    private static final String HANDSHAKE = """
            GET /topics HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            """;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // each test creates one
    private ReloadRig rig;

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a body that comes      | Connection: Upgrade\\r\\nContent-Length: 5\\r\\n\\r\\nhello",
                "a body that is missing | Connection: Upgrade\\r\\nContent-Length: 5\\r\\n\\r\\n",
                "a body in chunks       | Connection: Upgrade\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nhello\\r\\n0\\r\\n\\r\\n",
                "the end of the connection | Connection: close, Upgrade\\r\\n\\r\\n",
            })
    void aHandshakeThatIsOddHoldsNothingOnceItsConnectionIsGone(String what, String rest) throws Exception {
        rig = new ReloadRig(folder);
        rig.write(", sessions: {max-sessions-per-address: 2}", "");
        rig.append("topics: {prices: {public: true}}\n");
        RunningServer server = rig.start();
        for (int i = 0; i < 5; i++) {
            try (ClientSocket client = ClientSocket.to(server)) {
                client.send(HANDSHAKE + rest.replace("\\r\\n", "\r\n"));
                assertThat(client.readUntil("\r\n"))
                        .as(what + ", at attempt " + i)
                        .startsWith("HTTP/1.1 ");
            }
        }
        Scene.eventually().until(() -> opens(server, 2));
    }

    /** Returns whether so many sessions can be open at once. */
    private static boolean opens(RunningServer server, int sessions) {
        List<SocketClient> open = new ArrayList<>();
        try {
            for (int i = 0; i < sessions; i++) {
                open.add(SocketClient.open(server.uri()));
            }
            return true;
        } catch (CompletionException x) {
            assertThat(x).hasCauseInstanceOf(WebSocketHandshakeException.class);
            return false;
        } finally {
            open.forEach(SocketClient::close);
        }
    }
}
