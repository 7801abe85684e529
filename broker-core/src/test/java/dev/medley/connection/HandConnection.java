package dev.medley.connection;

import dev.medley.thread.internal.Soon;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One connection to a {@link HandPartner}. Texts stand for bytes, one character each. */
public final class HandConnection {

    private static final String END_OF_HEAD = "\r\n\r\n";

    private final Socket socket;

    HandConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout((int) Soon.PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
    }

    /** The next request, read to its end. */
    public HandRequest readRequest() {
        HandRequest head = readHead();
        return head.body(readBytes(head.length()));
    }

    /** The next request, read up to its body. */
    public HandRequest readHead() {
        try {
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (!endsWith(head, END_OF_HEAD)) {
                head.append((char) readByte(in));
            }
            return HandRequest.of(head.toString());
        } catch (IOException x) {
            throw new UncheckedIOException("no request came", x);
        }
    }

    /** The first of {@code connections} on which bytes of a request arrive. */
    public static HandConnection firstWithARequest(List<HandConnection> connections) {
        AtomicReference<@Nullable HandConnection> found = new AtomicReference<>();
        Soon.until("a request", () -> {
            connections.stream().filter(HandConnection::hasBytes).findFirst().ifPresent(found::set);
            return found.get() != null;
        });
        return Objects.requireNonNull(found.get());
    }

    private boolean hasBytes() {
        try {
            return socket.getInputStream().available() > 0;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The next bytes. */
    public String readBytes(int count) {
        try {
            return new String(socket.getInputStream().readNBytes(count), StandardCharsets.ISO_8859_1);
        } catch (IOException x) {
            throw new UncheckedIOException("the body did not come", x);
        }
    }

    /** Sends bytes. */
    public HandConnection send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Sends bytes, each in a segment of its own, until the other end is closed. */
    public HandConnection sendByteByByte(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try {
            for (byte each : bytes) {
                socket.getOutputStream().write(each);
            }
        } catch (IOException closed) {
            // What is refused need not be read to its end.
            return this;
        }
        return this;
    }

    /** Sends an answer with status 200 and a body of known length. */
    public HandConnection answer(String body) {
        return send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + END_OF_HEAD + body);
    }

    /** Reads a request and answers it. */
    public HandRequest answerNext(String body) {
        HandRequest request = readRequest();
        answer(body);
        return request;
    }

    /** Closes this end in order. */
    public void close() {
        try {
            socket.close();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Ends what this end sends, and goes on reading. */
    public void shutdownOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Closes this end with a reset. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException x) {
            throw new UncheckedIOException(x);
        }
        close();
    }

    /** Waits until the other end is closed; bytes before that are dropped. */
    public void awaitClosed() {
        try {
            socket.getInputStream().skip(Long.MAX_VALUE);
            while (socket.getInputStream().read() >= 0) {
                socket.getInputStream().skip(Long.MAX_VALUE);
            }
        } catch (SocketException reset) {
            // As good as closed.
        } catch (IOException x) {
            throw new UncheckedIOException("the other end is not closed", x);
        }
    }

    private static int readByte(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException("the other end is closed");
        }
        return next;
    }

    private static boolean endsWith(StringBuilder text, String end) {
        int from = text.length() - end.length();
        return from >= 0 && text.indexOf(end, from) == from;
    }
}
