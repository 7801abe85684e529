package dev.medley.servlet;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A client that speaks as much HTTP/2 (RFC 9113) in clear text as it takes to ask and to take it back. */
final class H2Client implements AutoCloseable {

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final byte INITIAL_WINDOW_SIZE = 4;
    private static final int END_STREAM_AND_HEADERS = 0x1 | 0x4;
    private static final byte CANCEL = 8;
    private static final int STREAM = 1;

    private final RawClient connection;

    H2Client(int port) throws IOException {
        this(new RawClient(port), new byte[0]);
    }

    /** A client on {@code connection}, which it closes. */
    H2Client(RawClient connection) throws IOException {
        this(connection, new byte[0]);
    }

    private H2Client(RawClient connection, byte[] settings) throws IOException {
        this.connection = connection;
        connection.send(PREFACE);
        connection.send(frame(SETTINGS, 0, 0, settings));
    }

    /** A client that takes no byte of a body. */
    static H2Client withoutWindow(int port) throws IOException {
        return new H2Client(new RawClient(port), new byte[] {0, INITIAL_WINDOW_SIZE, 0, 0, 0, 0});
    }

    /** Waits until the head of the reply arrives. */
    void awaitHead() throws IOException {
        await(HEADERS);
    }

    /** Asks for {@code path}. */
    void get(String path) throws IOException {
        get(STREAM, path);
    }

    /** Asks for {@code path} on a stream, whose number is odd. */
    void get(int stream, String path) throws IOException {
        connection.send(headers(stream, path));
    }

    /** Asks for {@code path} on a stream and takes it back, both in one write. */
    void getAndCancel(int stream, String path) throws IOException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frames.writeBytes(headers(stream, path));
        frames.writeBytes(reset(stream));
        connection.send(frames.toByteArray());
    }

    private static byte[] headers(int stream, String path) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        // Of HPACK's static table (RFC 7541, appendix A): :method GET, :scheme http, and the names :path and
        // :authority.
        fields.write(0x82);
        fields.write(0x86);
        literal(fields, 0x04, path);
        literal(fields, 0x01, "localhost");
        return frame(HEADERS, END_STREAM_AND_HEADERS, stream, fields.toByteArray());
    }

    /** No longer wants the reply. */
    void cancel() throws IOException {
        cancel(STREAM);
    }

    /** No longer wants the reply of a stream. */
    void cancel(int stream) throws IOException {
        connection.send(reset(stream));
    }

    private static byte[] reset(int stream) {
        return frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, CANCEL});
    }

    /** Waits until something of a body arrives. */
    void awaitData() throws IOException {
        await(DATA);
    }

    private void await(int awaited) throws IOException {
        DataInputStream in = new DataInputStream(connection.in());
        int type;
        do {
            int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
            type = in.readUnsignedByte();
            in.readUnsignedByte();
            in.readInt();
            in.skipNBytes(length);
        } while (type != awaited);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private static void literal(ByteArrayOutputStream fields, int name, String value) {
        fields.write(name);
        fields.write(value.length());
        fields.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] frame(int type, int flags, int stream, byte[] content) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(
                new byte[] {0, (byte) (content.length >> 8), (byte) content.length, (byte) type, (byte) flags});
        frame.writeBytes(new byte[] {0, 0, (byte) (stream >> 8), (byte) stream});
        frame.writeBytes(content);
        return frame.toByteArray();
    }
}
