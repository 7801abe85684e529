package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Wire;
import java.nio.ByteBuffer;

/** One frame of HTTP/2 (RFC 9113, section 4.1), correct or not. */
public final class Frame {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 1;
    public static final int ACK = 1;
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

    public int type() {
        return type;
    }

    public int stream() {
        return stream;
    }

    public byte[] payload() {
        return payload;
    }

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
