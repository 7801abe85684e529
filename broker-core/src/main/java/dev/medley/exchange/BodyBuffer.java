package dev.medley.exchange;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Collects a body whose size may be announced, up to a limit. Not thread-safe. */
final class BodyBuffer {

    private static final byte[] EMPTY = {};
    private static final int FIRST = 2048;
    private static final int LARGEST_TRUSTED = 64 * 1024;

    private final long limit;
    private byte[] bytes;
    private int length;

    /**
     * Creates a buffer.
     *
     * @param limit bytes that it holds at most
     * @param announced bytes that the partner announced, or -1; believed up to a point, lest it costs memory to lie
     */
    BodyBuffer(long limit, long announced) {
        this.limit = limit;
        bytes = announced < 0 ? EMPTY : new byte[(int) Math.min(announced, LARGEST_TRUSTED)];
    }

    /** Adds what {@code part} has left; false if it would be more than the limit. */
    boolean add(ByteBuffer part) {
        int more = part.remaining();
        if ((long) length + more > limit) {
            return false;
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.max(FIRST, 2 * bytes.length)));
        }
        part.get(bytes, length, more);
        length += more;
        return true;
    }

    byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
