package dev.medley.loadtest.threads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves one connection to its end, on the thread that calls. It answers {@code GET /file?size=N} with N bytes from memory, over
 * HTTP/1.1, where the connection is kept unless the client wants it closed, and HTTP/1.0, where it is closed.
 */
final class HttpHandler {

    private static final Pattern REQUEST_LINE = Pattern.compile("([A-Z]+) (\\S+) HTTP/1\\.([01])");
    private static final Pattern TARGET = Pattern.compile("/file\\?size=([0-9]{1,7})");
    private static final Pattern CLOSE = Pattern.compile("(?im)^connection:.*\\bclose\\b");
    private static final String HEAD =
            "HTTP/1.1 %s\r\nContent-Type: application/octet-stream\r\nContent-Length: %d\r\n%s\r\n";
    private static final int LONGEST_HEAD = 8 * 1024;
    private static final int IN_ONE_WRITE = 64 * 1024;
    private static final int TYPICAL_HEAD = 256;
    private static final String END = "\r\n\r\n";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private HttpHandler(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream(), TYPICAL_HEAD);
        out = socket.getOutputStream();
    }

    /**
     * Serves a connection and closes it. What goes wrong with one connection is the end of that one only.
     *
     * @param idleMillis the time for which a kept connection may be without a request
     */
    static void serve(Socket socket, int idleMillis) {
        try (socket) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(idleMillis);
            HttpHandler handler = new HttpHandler(socket);
            boolean kept;
            do {
                Optional<String> head = handler.readHead();
                kept = head.isPresent() && handler.answer(head.get());
            } while (kept);
        } catch (SocketTimeoutException | SocketException x) {
            // The client has sent nothing for too long, or has left.
            return;
        } catch (IOException x) {
            System.err.println("a connection has failed: " + x);
        }
    }

    /** The head of the next request without the empty line; none at the end of the connection. */
    private Optional<String> readHead() throws IOException {
        StringBuilder head = new StringBuilder(TYPICAL_HEAD);
        int matched = 0;
        while (matched < END.length()) {
            int read = in.read();
            if (read < 0) {
                return Optional.empty();
            }
            if (head.length() == LONGEST_HEAD) {
                return Optional.of("too long");
            }
            head.append((char) read);
            matched = read == END.charAt(matched) ? matched + 1 : read == END.charAt(0) ? 1 : 0;
        }
        return Optional.of(head.substring(0, head.length() - END.length()));
    }

    /** Answers one request; returns whether the connection is kept. */
    private boolean answer(String head) throws IOException {
        Matcher line = REQUEST_LINE.matcher(head.lines().findFirst().orElse(""));
        if (!line.matches()) {
            return refuse("400 Bad Request");
        }
        if (!line.group(1).equals("GET")) {
            return refuse("405 Method Not Allowed");
        }
        Matcher target = TARGET.matcher(line.group(2));
        if (!target.matches() || Integer.parseInt(target.group(1)) > FileBytes.MOST) {
            return refuse("404 Not Found");
        }
        boolean kept = line.group(3).equals("1") && !CLOSE.matcher(head).find();
        send("200 OK", FileBytes.of(Integer.parseInt(target.group(1))), kept);
        return kept;
    }

    private boolean refuse(String status) throws IOException {
        send(status, new byte[0], false);
        socket.shutdownOutput();
        return false;
    }

    /** Head and body in one write, unless the body is large. */
    private void send(String status, byte[] body, boolean kept) throws IOException {
        byte[] head = HEAD.formatted(status, body.length, kept ? "" : "Connection: close\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        int first = Math.min(body.length, IN_ONE_WRITE - head.length);
        byte[] together = new byte[head.length + first];
        System.arraycopy(head, 0, together, 0, head.length);
        System.arraycopy(body, 0, together, head.length, first);
        out.write(together);
        out.write(body, first, body.length - first);
    }
}
