package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Outgoing;

/** Frames of HTTP/2 (RFC 9113, section 4.1), correct or not. */
public final class FrameWriter {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    public static final int PRIORITY_UPDATE = 16;

    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;

    static final int HEADER_TABLE_SIZE = 1;
    public static final int INITIAL_WINDOW_SIZE = 4;

    static final int CANCEL = 8;

    private final Outgoing out;

    public FrameWriter(Outgoing out) {
        this.out = out;
    }

    public FrameWriter frame(int type, int flags, int stream, byte... payload) {
        head(type, flags, stream, payload.length);
        out.put(payload);
        return this;
    }

    public FrameWriter headers(int stream, byte[] block, boolean last) {
        return frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block);
    }

    public FrameWriter reset(int stream) {
        return frameOfNumber(RST_STREAM, stream, CANCEL);
    }

    public FrameWriter windowUpdate(int stream, int bytes) {
        return frameOfNumber(WINDOW_UPDATE, stream, bytes);
    }

    /** SETTINGS with these pairs of identifier and value. */
    public FrameWriter settings(int... pairs) {
        head(SETTINGS, 0, 0, pairs.length / 2 * 6);
        for (int i = 0; i < pairs.length; i += 2) {
            out.put(pairs[i] >> Byte.SIZE).put(pairs[i]).number(pairs[i + 1]);
        }
        return this;
    }

    private FrameWriter frameOfNumber(int type, int stream, int number) {
        head(type, 0, stream, Integer.BYTES);
        out.number(number);
        return this;
    }

    /** The nine bytes before the payload, which need not follow. */
    void head(int type, int flags, int stream, int length) {
        out.put(length >> 16)
                .put(length >> Byte.SIZE)
                .put(length)
                .put(type)
                .put(flags)
                .number(stream);
    }
}
