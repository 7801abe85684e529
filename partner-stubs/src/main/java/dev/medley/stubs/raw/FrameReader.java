package dev.medley.stubs.raw;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Splits the bytes of a connection into frames. Used by one thread. */
public final class FrameReader {

    /** The bytes that each client begins with (RFC 9113, section 3.4), one for each character. */
    public static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    private static final int MAX_FRAME = 1 << 20;

    private ByteBuffer bytes =
            ByteBuffer.allocate(Frame.MAX_PAYLOAD + Frame.HEAD).flip();

    /** Creates a reader that has received nothing. */
    public FrameReader() {}

    /** Copies what is left of {@code input}, which may begin and end within a frame; to be taken by {@link #next}. */
    public void receive(ByteBuffer input) {
        if (bytes.capacity() - bytes.limit() < input.remaining()) {
            ByteBuffer larger = ByteBuffer.allocate(2 * (bytes.remaining() + input.remaining()));
            bytes = larger.put(bytes).flip();
        }
        bytes.mark();
        bytes.position(bytes.limit()).limit(bytes.limit() + input.remaining());
        bytes.put(input).reset();
    }

    /**
     * Reads the first bytes of a client; false until all have arrived.
     *
     * @throws IOException if they are others
     */
    boolean preface() throws IOException {
        int length = Math.min(PREFACE.length(), bytes.remaining());
        byte[] begin = new byte[length];
        bytes.get(bytes.position(), begin);
        if (!PREFACE.startsWith(new String(begin, ISO_8859_1))) {
            throw new IOException("the client does not speak HTTP/2");
        }
        if (length < PREFACE.length()) {
            return false;
        }
        bytes.position(bytes.position() + length);
        return true;
    }

    /** Returns the next frame; null until all of it has arrived. */
    @Nullable
    public Frame next() throws IOException {
        if (bytes.remaining() < Frame.HEAD) {
            return null;
        }
        int begin = bytes.position();
        int length = bytes.getInt(begin) >>> 8;
        if (length > MAX_FRAME) {
            throw new IOException("a frame has " + length + " bytes");
        }
        if (bytes.remaining() < Frame.HEAD + length) {
            return null;
        }
        byte[] payload = new byte[length];
        bytes.get(begin + Frame.HEAD, payload);
        bytes.position(begin + Frame.HEAD + length);
        return new Frame(
                bytes.get(begin + 3), bytes.get(begin + 4), bytes.getInt(begin + 5) & Integer.MAX_VALUE, payload);
    }
}
