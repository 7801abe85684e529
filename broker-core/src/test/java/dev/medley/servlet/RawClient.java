package dev.medley.servlet;

import dev.medley.thread.internal.Soon;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;

/** A client that reads only what the test asks it to. Texts stand for bytes, one character each. */
final class RawClient implements AutoCloseable {

    private static final int SMALL_BUFFER = 4096;
    private static final String END_OF_HEAD = "\r\n\r\n";

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)\r\nContent-Length: (\\d+)\r\n");

    private final Socket tcp = new Socket();
    /** Over TLS another than {@link #tcp}. */
    private final Socket socket;

    RawClient(int port) throws IOException {
        connect(port);
        socket = tcp;
    }

    /** A client that speaks TLS, as {@code factory} has it. */
    RawClient(int port, SSLSocketFactory factory) throws IOException {
        connect(port);
        socket = factory.createSocket(tcp, InetAddress.getLoopbackAddress().getHostAddress(), port, true);
    }

    private void connect(int port) throws IOException {
        tcp.setReceiveBufferSize(SMALL_BUFFER);
        tcp.setSoTimeout((int) Soon.PATIENCE.toMillis());
        tcp.setTcpNoDelay(true);
        tcp.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** A client that has asked for {@code target}, in HTTP/1.1. */
    static RawClient get(int port, String target) throws IOException {
        return new RawClient(port).send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** The status line and the header fields. */
    String readHead() throws IOException {
        return readUntil(END_OF_HEAD);
    }

    /** All up to {@code end} and with it. */
    String readUntil(String end) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder text = new StringBuilder();
        while (text.length() < end.length() || text.indexOf(end, text.length() - end.length()) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the response ended after '" + text + "'");
            }
            text.append((char) next);
        }
        return text.toString();
    }

    /** The length that {@code head} announces. */
    static int contentLength(String head) {
        Matcher field = CONTENT_LENGTH.matcher(head);
        if (!field.find()) {
            throw new AssertionError("no Content-Length in '" + head + "'");
        }
        return Integer.parseInt(field.group(1));
    }

    String read(int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    /**
     * All that still comes until the other side closes the connection.
     *
     * @throws IOException if it resets it instead
     */
    byte[] readToEnd() throws IOException {
        return socket.getInputStream().readAllBytes();
    }

    /** Returns the number of bytes until the other side closes the connection, or resets it. */
    long readUntilBrokenOff() throws IOException {
        byte[] dropped = new byte[SMALL_BUFFER];
        long all = 0;
        try {
            for (int read = in().read(dropped); read >= 0; read = in().read(dropped)) {
                all += read;
            }
        } catch (SocketException reset) {
            // Broken off, too.
        }
        return all;
    }

    /** All that still comes until the other side closes the connection, or resets it. */
    String readTextUntilBrokenOff() throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            for (int next = in().read(); next >= 0; next = in().read()) {
                text.append((char) next);
            }
        } catch (SocketException reset) {
            // Broken off, too.
            return text.toString();
        }
        return text.toString();
    }

    InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /** Closes the connection with a reset. */
    void reset() throws IOException {
        tcp.setSoLinger(true, 0);
        tcp.close();
    }

    /** Closes the connection, over TLS with its farewell, and reads nothing more. */
    void leave() throws IOException {
        // SSLSocket.close() reads all that has come: with luck the rest of a reply of any length.
        socket.shutdownOutput();
        tcp.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
