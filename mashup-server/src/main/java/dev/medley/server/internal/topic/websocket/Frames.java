package dev.medley.server.internal.topic.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the frames of a server (RFC 6455, section 5.2): whole messages, not masked. */
public final class Frames {

    private static final int FIN_TEXT = 0x81;
    private static final int FIN_CLOSE = 0x88;
    private static final int FIN_PING = 0x89;
    private static final int FIN_PONG = 0x8A;
    private static final int SHORT_LENGTH = 125;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int LONGEST_16 = 0xFFFF;
    private static final int LONGEST_HEAD = 10;
    private static final int LONGEST_REASON = 123;

    private Frames() {}

    /**
     * Returns the head of a text message, and its first bytes.
     *
     * @param first bytes of the message, in ASCII
     * @param rest the length of the others, which follow
     */
    public static ByteBuffer text(String first, int rest) {
        ByteBuffer frame = ByteBuffer.allocate(LONGEST_HEAD + first.length());
        putHead(frame, FIN_TEXT, first.length() + rest);
        frame.put(first.getBytes(StandardCharsets.US_ASCII));
        return frame.flip();
    }

    /** Returns a text message. */
    public static ByteBuffer text(byte[] utf8) {
        ByteBuffer frame = ByteBuffer.allocate(LONGEST_HEAD + utf8.length);
        putHead(frame, FIN_TEXT, utf8.length);
        return frame.put(utf8).flip();
    }

    /** Returns a ping without data. */
    public static ByteBuffer ping() {
        return control(FIN_PING, new byte[0]);
    }

    /** Returns the pong to a ping. */
    public static ByteBuffer pong(byte[] data) {
        return control(FIN_PONG, data);
    }

    /** Returns a close frame, with as much of {@code reason} as it has room for. */
    public static ByteBuffer close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
        int length = Math.min(text.length, LONGEST_REASON);
        ByteBuffer data = ByteBuffer.allocate(Short.BYTES + length);
        data.putShort((short) code).put(text, 0, length);
        return control(FIN_CLOSE, data.array());
    }

    private static ByteBuffer control(int first, byte[] data) {
        ByteBuffer frame = ByteBuffer.allocate(2 + data.length);
        putHead(frame, first, data.length);
        return frame.put(data).flip();
    }

    private static void putHead(ByteBuffer frame, int first, int length) {
        frame.put((byte) first);
        if (length <= SHORT_LENGTH) {
            frame.put((byte) length);
        } else if (length <= LONGEST_16) {
            frame.put((byte) LENGTH_16).putShort((short) length);
        } else {
            frame.put((byte) LENGTH_64).putLong(length);
        }
    }
}
