package dev.medley.server;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client that sends the frames of HTTP/2 (RFC 9113) that a test wants, good or bad, with TLS or in clear text. */
final class Http2Wire implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 0x1;
    static final int END_HEADERS = 0x4;
    static final int ACK = 0x1;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BATCH = 1 << 20;
    private static final int PATIENCE = 20_000;

    private final Socket socket;
    private final BufferedOutputStream out;
    private final DataInputStream in;

    private Http2Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE);
        out = new BufferedOutputStream(socket.getOutputStream(), BATCH);
        in = new DataInputStream(socket.getInputStream());
        out.write(PREFACE);
        send(SETTINGS, 0, 0);
    }

    /** A frame of the server. */
    record Frame(int type, int flags, int stream, String content) {

        /** Returns a number of the content, as the error of a RST_STREAM (at 0) or a GOAWAY (at 4). */
        int number(int at) {
            int number = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                number = (number << Byte.SIZE) | content.charAt(at + i);
            }
            return number;
        }
    }

    static Http2Wire plain(int port) throws IOException {
        return new Http2Wire(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Connects by ALPN. */
    static Http2Wire secure(SSLSocket socket) throws IOException {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new Http2Wire(socket);
    }

    /**
     * Sends a frame, together with others, at the next {@link #flush}. Else the server may close while bytes arrive that it
     * has not read, and the reset of the connection discards the GOAWAY.
     */
    void send(int type, int flags, int stream, byte... content) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(frame);
        fields.writeShort(content.length >> Byte.SIZE);
        fields.writeByte(content.length);
        fields.writeByte(type);
        fields.writeByte(flags);
        fields.writeInt(stream);
        fields.write(content);
        out.write(frame.toByteArray());
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Sends a request without a body. */
    void get(int stream, String path) throws IOException {
        send(HEADERS, END_STREAM | END_HEADERS, stream, head("GET", path));
    }

    /** Returns the fields of a request, without compression. */
    static byte[] head(String method, String path) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        field(fields, ":method", method);
        field(fields, ":scheme", "http");
        field(fields, ":path", path);
        field(fields, ":authority", "localhost");
        return fields.toByteArray();
    }

    /** Adds a field as a literal that is not indexed (RFC 7541, section 6.2.2); it is shorter than 127 bytes. */
    static void field(ByteArrayOutputStream fields, String name, String value) {
        fields.write(0);
        text(fields, name);
        text(fields, value);
    }

    private static void text(ByteArrayOutputStream fields, String text) {
        fields.write(text.length());
        fields.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Returns the next frame of a kind.
     *
     * @throws EOFException if the server closes the connection first
     */
    Frame await(int type) throws IOException {
        while (true) {
            Frame frame = next();
            if (frame.type() == type) {
                return frame;
            }
        }
    }

    /** As {@link #await}, of several kinds. */
    Frame awaitAny(Integer... types) throws IOException {
        while (true) {
            Frame frame = next();
            if (Set.of(types).contains(frame.type())) {
                return frame;
            }
        }
    }

    /** Returns the body of the next reply, which is short. */
    String awaitBody() throws IOException {
        StringBuilder body = new StringBuilder();
        Frame frame;
        do {
            frame = await(DATA);
            body.append(frame.content());
        } while ((frame.flags() & END_STREAM) == 0);
        return body.toString();
    }

    /** Returns the error of the GOAWAY that ends the connection, after all frames until then. */
    int awaitEnd() throws IOException {
        int error = -1;
        try {
            while (true) {
                Frame frame = next();
                if (frame.type() == GOAWAY) {
                    error = frame.number(Integer.BYTES);
                }
            }
        } catch (EOFException x) {
            return error;
        }
    }

    private Frame next() throws IOException {
        flush();
        int length = (in.readUnsignedShort() << Byte.SIZE) | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] content = new byte[length];
        in.readFully(content);
        return new Frame(type, flags, stream, new String(content, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
