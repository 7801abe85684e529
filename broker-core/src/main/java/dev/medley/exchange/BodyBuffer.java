package dev.medley.exchange;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects a body whose size may be announced, up to a limit and as far as the broker's budget of held bytes allows.
 *
 * <p>Thread-safe, as an attempt may be abandoned while another thread reads its response.
 */
final class BodyBuffer {

    private static final byte[] EMPTY = {};
    private static final int FIRST = 2048;
    private static final int LARGEST_TRUSTED = 64 * 1024;

    private final long limit;
    private final long announced;
    private final HeldBytes held;
    private byte[] bytes = EMPTY;
    private int length;
    private boolean closed;

    /**
     * Creates a buffer.
     *
     * @param limit bytes that it holds at most
     * @param announced bytes that the partner announced, or -1; trusted up to a bound, so that a false one takes no memory
     * @param held the budget that its bytes are taken from
     */
    BodyBuffer(long limit, long announced, HeldBytes held) {
        this.limit = limit;
        this.announced = announced;
        this.held = held;
    }

    /** The outcome of {@link #add}. */
    enum Added {
        /** It has been added. */
        YES,
        /** It would be more than the limit. */
        TOO_LARGE,
        /** The broker's budget is spent. */
        NO_CAPACITY,
        /** The buffer is closed. */
        CLOSED
    }

    /** Adds the rest of {@code part}. */
    synchronized Added add(ByteBuffer part) {
        int more = part.remaining();
        if (closed) {
            return Added.CLOSED;
        }
        if ((long) length + more > limit) {
            return Added.TOO_LARGE;
        }
        if (length + more > bytes.length && !grow(length + more)) {
            return Added.NO_CAPACITY;
        }
        part.get(bytes, length, more);
        length += more;
        return Added.YES;
    }

    /** The body. The buffer takes no more; its bytes stay reserved, {@code toBytes().length} of them. */
    synchronized byte[] toBytes() {
        if (!closed && length < bytes.length) {
            held.release(bytes.length - length);
            bytes = Arrays.copyOf(bytes, length);
        }
        closed = true;
        return bytes;
    }

    /** Drops the body, and gives its bytes back to the budget. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            held.release(bytes.length);
            bytes = EMPTY;
        }
    }

    private boolean grow(int needed) {
        long size = bytes.length == 0 && announced < 0 ? FIRST : 2L * bytes.length;
        if (bytes.length == 0 && announced >= 0) {
            size = Math.min(announced, LARGEST_TRUSTED);
        } else if (announced >= needed) {
            size = Math.min(size, announced);
        }
        int enough = (int) Math.max(needed, Math.min(size, limit));
        if (!held.reserve(enough - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, enough);
        return true;
    }
}
