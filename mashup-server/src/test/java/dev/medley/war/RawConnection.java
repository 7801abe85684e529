package dev.medley.war;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that reads only on request of the test. */
final class RawConnection implements AutoCloseable {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)\r\nContent-Length: (\\d+)\r\n");
    private static final int SMALL_BUFFER = 4096;
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final Socket socket = new Socket();

    private RawConnection(int port) throws IOException {
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Returns a client that has sent a request for {@code target}. */
    static RawConnection get(int port, String target) throws IOException {
        RawConnection client = new RawConnection(port);
        String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        client.socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return client;
    }

    /** The status line and the header fields. */
    String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in().read();
            if (next < 0) {
                throw new EOFException("the response ended after '" + head + "'");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Returns the length of the body, from {@code head}. */
    static int contentLength(String head) {
        Matcher matcher = CONTENT_LENGTH.matcher(head);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no length in '" + head + "'");
        }
        return Integer.parseInt(matcher.group(1));
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** Closes the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
