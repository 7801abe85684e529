package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Wire;
import java.nio.ByteBuffer;

/** One frame of HTTP/2 (RFC 9113, section 4.1), correct or not. */
public final class Frame {

    /** The type of frames that carry a body. */
    public static final int DATA = 0;
    /** The type of frames that begin a header section or trailers. */
    public static final int HEADERS = 1;

    static final int PRIORITY = 2;
    /** The type of frames that end one stream, with an error code. */
    public static final int RST_STREAM = 3;
    /** The type of frames with the settings of one side, or with the acknowledgement of those of the other. */
    public static final int SETTINGS = 4;

    static final int PUSH_PROMISE = 5;
    /** The type of frames whose 8 bytes the peer sends back with {@link #ACK}. */
    public static final int PING = 6;
    /** The type of frames that announce the end of the connection, with the last stream that is served. */
    public static final int GOAWAY = 7;
    /** The type of frames that let the peer send more DATA, on one stream or on the connection. */
    public static final int WINDOW_UPDATE = 8;
    /** The type of frames that go on with the header block of the frame before. */
    public static final int CONTINUATION = 9;

    /** The flag of DATA and HEADERS: the last frame of this side on the stream. */
    public static final int END_STREAM = 1;
    /** The flag of SETTINGS and PING: the answer to one of the peer. */
    public static final int ACK = 1;
    /** The flag of HEADERS, PUSH_PROMISE and CONTINUATION: the end of the header block. */
    public static final int END_HEADERS = 4;

    static final int PADDED = 8;
    static final int WITH_PRIORITY = 32;

    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;

    /** The bytes before the payload. */
    static final int HEAD = 9;

    /** The largest payload that each side takes without being asked. */
    public static final int MAX_PAYLOAD = 16_384;

    private static final int PRIORITY_BYTES = 5;

    private final int type;
    private final int flags;
    private final int stream;
    private final byte[] payload;

    /** Creates a frame of a stream; 0 stands for the connection. */
    Frame(int type, int flags, int stream, byte[] payload) {
        this.type = type;
        this.flags = flags;
        this.stream = stream;
        this.payload = payload;
    }

    /** Returns the type, which need not be one of the constants; those above 127 are negative if they were received. */
    public int type() {
        return type;
    }

    /** Returns the number of the stream; 0 stands for the connection. */
    public int stream() {
        return stream;
    }

    /** Returns the payload with padding and priority, not copied. */
    public byte[] payload() {
        return payload;
    }

    /** Returns whether a flag is set; what the same bit means depends on the type. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns the payload of DATA or HEADERS without padding and priority. */
    public ByteBuffer content() {
        int begin = has(PADDED) ? 1 : 0;
        int end = payload.length - (has(PADDED) ? payload[0] & 0xFF : 0);
        if (type == HEADERS && has(WITH_PRIORITY)) {
            begin += PRIORITY_BYTES;
        }
        return ByteBuffer.wrap(payload, begin, end - begin);
    }

    /** Returns the frame as it is sent, its 9 bytes of head and its payload. */
    public byte[] bytes() {
        return ByteBuffer.allocate(HEAD + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    static Frame data(int stream, String text, boolean last) {
        return new Frame(DATA, last ? END_STREAM : 0, stream, Wire.bytes(text));
    }

    /** Creates HEADERS with a whole header block in HPACK, whatever its size; {@code last} sets END_STREAM. */
    public static Frame headers(int stream, byte[] block, boolean last) {
        return new Frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block);
    }

    static Frame reset(int stream, int code) {
        return new Frame(RST_STREAM, 0, stream, number(code));
    }

    /** SETTINGS with these pairs of identifier and value. */
    public static Frame settings(int... pairs) {
        ByteBuffer payload = ByteBuffer.allocate(pairs.length / 2 * 6);
        for (int i = 0; i < pairs.length; i += 2) {
            payload.putShort((short) pairs[i]).putInt(pairs[i + 1]);
        }
        return new Frame(SETTINGS, 0, 0, payload.array());
    }

    static Frame goAway(int lastStream, int code) {
        return new Frame(
                GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8).putInt(lastStream).putInt(code).array());
    }

    static Frame windowUpdate(int stream, int bytes) {
        return new Frame(WINDOW_UPDATE, 0, stream, number(bytes));
    }

    static Frame ping(int flags, byte... payload) {
        return new Frame(PING, flags, 0, payload);
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }
}
