package dev.medley.loadtest.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainServersTest {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int LONG_IDLE = 60_000;
    private static final int SHORT_IDLE = 50;
    private static final int POOL = 2;

    private final List<AutoCloseable> open = new ArrayList<>();

    private enum Kind {
        THREAD_PER_CONNECTION,
        ACCEPT_MUTEX
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void filesOfAnySizeComeFromMemoryOverAConnectionThatIsKept(Kind kind) throws IOException {
        Socket client = connect(start(kind, LONG_IDLE));

        for (int size : List.of(0, 1, 8_000, 1 << 20)) {
            send(client, "GET /file?size=" + size + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(head(client)).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: " + size + "\r\n");
            assertThat(client.getInputStream().readNBytes(size)).hasSize(size).containsOnly(bytes(size));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionOfHttp10IsClosedBehindTheFile(Kind kind) throws IOException {
        assertThat(all(start(kind, LONG_IDLE), "GET /file?size=3 HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Connection: close\r\n")
                .endsWith("\r\n\r\nmmm");
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatTheClientWantsClosedIsClosedBehindTheFile(Kind kind) throws IOException {
        assertThat(all(start(kind, LONG_IDLE), "GET /file?size=3 HTTP/1.1\r\nHost: a\r\nconnection: Close\r\n\r\n"))
                .endsWith("Connection: close\r\n\r\nmmm");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n, 400 Bad Request",
                "GET /file?size=1 HTTP/3.0\r\n\r\n, 400 Bad Request",
                "\r\n\r\n, 400 Bad Request",
                "POST /file?size=1 HTTP/1.1\r\n\r\n, 405 Method Not Allowed",
                "GET /etc/passwd HTTP/1.1\r\n\r\n, 404 Not Found",
                "GET /file?size=1048577 HTTP/1.1\r\n\r\n, 404 Not Found"
            })
    void aRequestThatCannotBeServedIsRefusedAndEndsItsConnectionOnly(String row) throws IOException {
        String request = row.substring(0, row.lastIndexOf(", "));
        String status = row.substring(row.lastIndexOf(", ") + 2);
        for (Kind kind : Kind.values()) {
            int port = start(kind, LONG_IDLE);

            // More often than the pool has threads: none of them has ended.
            for (int i = 0; i <= POOL; i++) {
                assertThat(all(port, request)).startsWith("HTTP/1.1 " + status + "\r\n");
            }
            assertThat(all(port, "GET /file?size=1 HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeadWithoutEndIsRefused(Kind kind) throws IOException {
        assertThat(all(start(kind, LONG_IDLE), "GET /file?size=1 HTTP/1.1\r\n" + "a: b\r\n".repeat(2_000)))
                .isIn("", "HTTP/1.1 400 Bad Request\r\n" + rest());
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesInsideItsRequestEndsItsConnectionOnly(Kind kind) throws IOException {
        int port = start(kind, LONG_IDLE);
        for (int i = 0; i <= POOL; i++) {
            try (Socket client = connect(port)) {
                send(client, "GET /file?si");
            }
        }

        assertThat(all(port, "GET /file?size=1 HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionWithoutARequestIsClosedAfterItsTime(Kind kind) throws IOException {
        Socket client = connect(start(kind, SHORT_IDLE));

        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void keptConnectionsHoldTheThreadsOfThePoolAndOthersWait() throws IOException {
        int port = start(Kind.ACCEPT_MUTEX, LONG_IDLE);
        List<Socket> kept = Stream.generate(() -> connect(port)).limit(POOL).toList();
        for (Socket each : kept) {
            send(each, "GET /file?size=1 HTTP/1.1\r\n\r\n");
            head(each);
        }
        Socket waiting = connect(port);
        send(waiting, "GET /file?size=1 HTTP/1.1\r\n\r\n");

        assertThat(waiting.getInputStream().available()).isZero();
        kept.get(0).close();
        assertThat(head(waiting)).startsWith("HTTP/1.1 200 OK");
    }

    @Test
    void connectionsBeyondAPoolAreServedAtOnceWithAThreadEach() throws IOException {
        int port = start(Kind.THREAD_PER_CONNECTION, LONG_IDLE);

        for (int i = 0; i < 50; i++) {
            Socket kept = connect(port);
            send(kept, "GET /file?size=1 HTTP/1.1\r\n\r\n");
            assertThat(head(kept)).startsWith("HTTP/1.1 200 OK");
        }
    }

    private static String rest() {
        return "Content-Type: application/octet-stream\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }

    private static byte[] bytes(int size) {
        return size == 0 ? new byte[0] : new byte[] {'m'};
    }

    private int start(Kind kind, int idleMillis) throws IOException {
        if (kind == Kind.ACCEPT_MUTEX) {
            AcceptMutexServer server = AcceptMutexServer.start(0, idleMillis, POOL);
            open.add(server);
            return server.port();
        }
        ThreadPerConnectionServer server = ThreadPerConnectionServer.start(0, idleMillis);
        open.add(server);
        return server.port();
    }

    private Socket connect(int port) {
        try {
            Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
            open.add(client);
            client.setSoTimeout(PATIENCE_MILLIS);
            return client;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** What comes until the end of the connection. */
    private String all(int port, String request) throws IOException {
        Socket client = connect(port);
        send(client, request);
        try {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException x) {
            // A reset: the server had not read all of the request.
            return "";
        }
    }

    private static void send(Socket client, String request) throws IOException {
        client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String head(Socket client) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = client.getInputStream().read();
            assertThat(read).as("after %s", head).isNotNegative();
            head.append((char) read);
        }
        return head.toString();
    }
}
