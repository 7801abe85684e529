package dev.medley.server.internal.topic.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a client (RFC 6455, section 5): masked, without extensions. Text is checked as it arrives, so that nothing
 * malformed is kept. Used by one thread at a time.
 */
public final class FrameReader {

    private static final int FIN = 0x80;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0F;
    private static final int MASKED = 0x80;
    private static final int LENGTH = 0x7F;
    private static final int LENGTH_16 = 126;
    private static final int MOST_OF_CONTROL = 125;
    private static final int LONGEST_HEAD = 14;
    private static final int MASK = 4;
    private static final int BYTE = 0xFF;

    private final int maxMessage;
    private final Receiver receiver;
    private final ByteBuffer head = ByteBuffer.allocate(LONGEST_HEAD);
    private final byte[] mask = new byte[MASK];
    /** The bytes of a message, or of a control frame, so far; null without one. */
    private @Nullable ByteArrayOutputStream message;

    private @Nullable ByteArrayOutputStream control;
    private @Nullable CharsetDecoder text;
    /** Bytes of a character whose others are in the next frame, or buffer. */
    private final ByteBuffer incomplete = ByteBuffer.allocate(8);

    private int headLength = 2;
    private boolean inPayload;
    private long left;
    private int maskPlace;
    private int opcode;
    private boolean isFinal;

    /** Gets what has been read. */
    public interface Receiver {

        /** A message in UTF-8. */
        void onText(byte[] utf8);

        /** A ping, which is to be answered with the same data. */
        void onPing(byte[] data);

        /** A pong. */
        void onPong(byte[] data);

        /** The peer ends; nothing is read any more. 1005 if it gives no code. */
        void onClose(int code);
    }

    /** Creates a reader of messages of {@code maxMessage} bytes at most. */
    public FrameReader(int maxMessage, Receiver receiver) {
        this.maxMessage = maxMessage;
        this.receiver = receiver;
    }

    /** The opcodes (section 5.2). */
    private static final class Opcode {
        static final int CONTINUATION = 0;
        static final int TEXT = 1;
        static final int BINARY = 2;
        static final int CLOSE = 8;
        static final int PING = 9;
        static final int PONG = 10;

        private Opcode() {}

        static boolean isControl(int opcode) {
            return opcode >= CLOSE;
        }
    }

    /**
     * Reads all of {@code bytes}.
     *
     * @throws FrameException if a frame ends the WebSocket; nothing is read any more
     */
    public void read(ByteBuffer bytes) throws FrameException {
        while (bytes.hasRemaining() || (inPayload && left == 0)) {
            if (inPayload) {
                readPayload(bytes);
            } else {
                readHead(bytes.get());
            }
        }
    }

    private void readHead(byte next) throws FrameException {
        head.put(next);
        if (head.position() == 1) {
            begin(next & BYTE);
        } else if (head.position() == 2) {
            measure(next & BYTE);
        }
        if (head.position() == headLength) {
            head.flip();
            head.position(2);
            int extended = headLength - 2 - MASK;
            if (extended == Short.BYTES) {
                left = head.getShort() & 0xFFFFL;
            } else if (extended == Long.BYTES) {
                left = head.getLong();
            }
            head.get(mask);
            head.clear();
            headLength = 2;
            maskPlace = 0;
            inPayload = true;
            checkLength();
        }
    }

    private void begin(int first) throws FrameException {
        if ((first & RESERVED) != 0) {
            throw protocol("a reserved bit is set, and no extension was agreed on");
        }
        isFinal = (first & FIN) != 0;
        int next = first & OPCODE;
        if (Opcode.isControl(next)) {
            if (next > Opcode.PONG) {
                throw protocol("an opcode that is not defined");
            }
            if (!isFinal) {
                throw protocol("a control frame in parts");
            }
            control = new ByteArrayOutputStream(0);
        } else if (next > Opcode.BINARY) {
            throw protocol("an opcode that is not defined");
        } else if (next == Opcode.CONTINUATION ? message == null : message != null) {
            throw protocol(
                    next == Opcode.CONTINUATION ? "a continuation without a message" : "a message within another one");
        } else if (next == Opcode.BINARY) {
            throw new FrameException(CloseCode.UNSUPPORTED_DATA, "messages are text");
        } else if (next == Opcode.TEXT) {
            message = new ByteArrayOutputStream(64);
            text = StandardCharsets.UTF_8.newDecoder();
            incomplete.clear();
        }
        opcode = next;
    }

    private void measure(int second) throws FrameException {
        if ((second & MASKED) == 0) {
            throw protocol("a frame of a client is not masked");
        }
        left = second & LENGTH;
        if (Opcode.isControl(opcode) && left > MOST_OF_CONTROL) {
            throw protocol("a control frame of more than 125 bytes");
        }
        int extended = left < LENGTH_16 ? 0 : left == LENGTH_16 ? Short.BYTES : Long.BYTES;
        headLength = 2 + extended + MASK;
    }

    private void checkLength() throws FrameException {
        if (left < 0) {
            throw protocol("a length of more than 63 bits");
        }
        int held = message == null ? 0 : message.size();
        if (!Opcode.isControl(opcode) && held + left > maxMessage) {
            throw new FrameException(CloseCode.TOO_LARGE, "a message is larger than %d bytes".formatted(maxMessage));
        }
    }

    private void readPayload(ByteBuffer bytes) throws FrameException {
        byte[] part = new byte[(int) Math.min(left, bytes.remaining())];
        bytes.get(part);
        for (int i = 0; i < part.length; i++) {
            part[i] ^= mask[maskPlace];
            maskPlace = (maskPlace + 1) % MASK;
        }
        left -= part.length;
        ByteArrayOutputStream controlled = control;
        ByteArrayOutputStream collected = message;
        if (controlled != null) {
            controlled.writeBytes(part);
        } else if (collected != null) {
            collected.writeBytes(part);
            decode(part, left == 0 && isFinal);
        }
        if (left == 0) {
            inPayload = false;
            endFrame();
        }
    }

    /** Checks the text as far as it has come; a character may continue in the next part. */
    private void decode(byte[] part, boolean isEnd) throws FrameException {
        CharsetDecoder decoder = text;
        if (decoder == null) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.allocate(incomplete.position() + part.length);
        bytes.put(incomplete.flip()).put(part).flip();
        incomplete.clear();
        CharBuffer chars = CharBuffer.allocate(bytes.remaining() + 1);
        if (decoder.decode(bytes, chars, isEnd).isError()) {
            throw new FrameException(CloseCode.INVALID_DATA, "text that is not UTF-8");
        }
        incomplete.put(bytes);
    }

    private void endFrame() throws FrameException {
        ByteArrayOutputStream controlled = control;
        ByteArrayOutputStream collected = message;
        if (controlled != null) {
            control = null;
            endControl(controlled.toByteArray());
        } else if (isFinal && collected != null) {
            message = null;
            text = null;
            receiver.onText(collected.toByteArray());
        }
    }

    private void endControl(byte[] data) throws FrameException {
        switch (opcode) {
            case Opcode.PING -> receiver.onPing(data);
            case Opcode.PONG -> receiver.onPong(data);
            default -> receiver.onClose(closeCode(data));
        }
    }

    private static int closeCode(byte[] data) throws FrameException {
        if (data.length == 0) {
            return 1005;
        }
        int code = data.length == 1 ? 0 : ByteBuffer.wrap(data).getShort() & 0xFFFF;
        if (!CloseCode.maySend(code)) {
            throw protocol("a close frame with a code that nobody sends");
        }
        ByteBuffer reason = ByteBuffer.wrap(data, Short.BYTES, data.length - Short.BYTES);
        if (StandardCharsets.UTF_8
                .newDecoder()
                .decode(reason, CharBuffer.allocate(data.length), true)
                .isError()) {
            throw new FrameException(CloseCode.INVALID_DATA, "a reason that is not UTF-8");
        }
        return code;
    }

    private static FrameException protocol(String message) {
        return new FrameException(CloseCode.PROTOCOL_ERROR, message);
    }
}
