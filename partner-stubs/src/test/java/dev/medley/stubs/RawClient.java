package dev.medley.stubs;

import dev.medley.stubs.internal.loop.LocalPort;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that sees bytes, and how a connection ends. One character of its texts is one byte. */
public final class RawClient implements AutoCloseable {

    public static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream input;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new BufferedInputStream(socket.getInputStream());
    }

    public static RawClient to(int port) throws IOException {
        return to(port, PATIENCE_MILLIS);
    }

    public static RawClient to(int port, int connectMillis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(LocalPort.address(port), connectMillis);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return new RawClient(socket);
        } catch (IOException x) {
            socket.close();
            throw x;
        }
    }

    public static RawClient over(Socket socket) throws IOException {
        return new RawClient(socket);
    }

    public RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    public RawClient get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: raw\r\n\r\n");
    }

    /** Reads exactly that many bytes. */
    public String read(int bytes) throws IOException {
        return new String(input.readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    /** Reads until the text has come, and not a byte further. */
    public String readUntil(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!endsWith(read, text)) {
            int next = input.read();
            if (next < 0) {
                throw new IOException("end of the connection after: " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    private static boolean endsWith(StringBuilder read, String text) {
        int from = read.length() - text.length();
        return from >= 0 && read.indexOf(text, from) == from;
    }

    /** Reads until the other side closes. */
    public String readToEnd() throws IOException {
        return new String(input.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Lets reading fail after that time of silence. */
    public RawClient patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
        return this;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
