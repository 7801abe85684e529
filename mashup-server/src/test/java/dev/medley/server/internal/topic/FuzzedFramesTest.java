package dev.medley.server.internal.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever bytes a client sends, its WebSocket goes on or ends with a code of the protocol; nothing is left of it. */
class FuzzedFramesTest {

    private static final int SOCKETS = 300;
    private static final int CLOSE = 0x88;
    /** Those that the server sends to a client that errs, and the answer to a close frame. */
    private static final Set<Integer> ERRORS = Set.of(1002, 1003, 1007, 1009);

    private final Random random = new Random(38);
    private EchoServer server;

    @BeforeEach
    void start() throws Exception {
        server = EchoServer.start(0);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void randomBytesEndWithACode() throws IOException {
        for (int i = 0; i < SOCKETS; i++) {
            byte[] bytes = new byte[1 + random.nextInt(400)];
            random.nextBytes(bytes);
            assertEndsWell(bytes);
        }
        assertNothingIsLeft();
    }

    @Test
    void framesWithAWrongByteEndWithACodeOrGoOn() throws IOException {
        for (int i = 0; i < SOCKETS; i++) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int frame = 0; frame <= random.nextInt(4); frame++) {
                all.writeBytes(frame(random.nextBoolean() ? 0x81 : 0x89, "κόσμε😀".repeat(random.nextInt(8))));
            }
            byte[] bytes = all.toByteArray();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            assertEndsWell(bytes);
        }
        assertNothingIsLeft();
    }

    @Test
    void clientsThatLeaveWithinAFrameLeaveNothing() throws IOException {
        for (int i = 0; i < SOCKETS; i++) {
            byte[] bytes = frame(0x81, "x".repeat(1 + random.nextInt(2000)));
            try (Socket socket = connect()) {
                socket.setSoLinger(random.nextBoolean(), 0);
                socket.getOutputStream().write(bytes, 0, 1 + random.nextInt(bytes.length));
            }
        }
        assertNothingIsLeft();
    }

    /** Sends {@code bytes} and a close frame, and reads to the end. */
    private void assertEndsWell(byte[] bytes) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().write(frame(CLOSE, "\u0003\u00e8"));
            socket.shutdownOutput();
            int code = closeCode(socket.getInputStream());
            // 0 where the close frame was taken for a part of what came before, and the client's end ended all.
            assertThat(code == 0 || isSent(code)).as("code %d", code).isTrue();
        } catch (SocketException x) {
            // The server has closed while bytes were under way, behind its close frame.
            assertThat(x).hasMessageMatching("(?i).*(reset|broken pipe).*");
        }
    }

    /** A client's own code comes back as it was, if it may be sent. */
    private static boolean isSent(int code) {
        return ERRORS.contains(code) || (code >= 1000 && code < 5000 && code != 1004 && code != 1005 && code != 1006);
    }

    /** Returns the code of the close frame, which is the last one; 0 without one. */
    private static int closeCode(InputStream in) throws IOException {
        while (true) {
            int first = in.read();
            if (first < 0) {
                return 0;
            }
            int length = byteOf(in);
            if (length == 126) {
                length = (byteOf(in) << 8) | byteOf(in);
            }
            assertThat(first).isIn(0x81, 0x8A, CLOSE);
            byte[] data = in.readNBytes(length);
            if (first == CLOSE) {
                assertThat(in.read()).isEqualTo(-1);
                return ((data[0] & 0xFF) << 8) | (data[1] & 0xFF);
            }
        }
    }

    private static int byteOf(InputStream in) throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException("the server has ended within a frame");
        }
        return read;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write("""
                GET / HTTP/1.1\r
                Host: localhost\r
                Connection: Upgrade\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r
                """.getBytes(StandardCharsets.US_ASCII));
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) byteOf(socket.getInputStream()));
        }
        assertThat(head).startsWith("HTTP/1.1 101 ");
        return socket;
    }

    /** A frame with a mask of its own. */
    private byte[] frame(int first, String text) {
        byte[] data = text.getBytes(first == CLOSE ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        byte[] mask = new byte[4];
        random.nextBytes(mask);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        if (data.length < 126) {
            frame.write(0x80 | data.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(data.length >> 8);
            frame.write(data.length);
        }
        frame.writeBytes(mask);
        for (int i = 0; i < data.length; i++) {
            frame.write(data[i] ^ mask[i % mask.length]);
        }
        return frame.toByteArray();
    }

    private void assertNothingIsLeft() {
        await().untilAsserted(() -> assertThat(server.sessions()).isZero());
        await().untilAsserted(() -> assertThat(server.leaks()).isZero());
    }
}
