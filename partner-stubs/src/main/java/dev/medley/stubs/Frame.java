package dev.medley.stubs;

import java.nio.ByteBuffer;

/** One frame of HTTP/2 (RFC 9113, section 4.1), correct or not. */
final class Frame {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;
    static final int WITH_PRIORITY = 32;

    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;

    /** The bytes before the payload. */
    static final int HEAD = 9;

    /** The largest payload that each side takes without being asked. */
    static final int MAX_PAYLOAD = 16_384;

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

    int type() {
        return type;
    }

    int stream() {
        return stream;
    }

    byte[] payload() {
        return payload;
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns the payload of DATA or HEADERS without padding and priority. */
    ByteBuffer content() {
        int begin = has(PADDED) ? 1 : 0;
        int end = payload.length - (has(PADDED) ? payload[0] & 0xFF : 0);
        if (type == HEADERS && has(WITH_PRIORITY)) {
            begin += PRIORITY_BYTES;
        }
        return ByteBuffer.wrap(payload, begin, end - begin);
    }

    byte[] bytes() {
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

    static Frame headers(int stream, byte[] block, boolean last) {
        return new Frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block);
    }

    static Frame reset(int stream, int code) {
        return new Frame(RST_STREAM, 0, stream, number(code));
    }

    /** SETTINGS with these pairs of identifier and value. */
    static Frame settings(int... pairs) {
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
