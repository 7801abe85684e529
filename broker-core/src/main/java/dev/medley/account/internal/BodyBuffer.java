package dev.medley.account.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects a body whose size may be announced, up to a limit and as far as the budget of held bytes allows.
 *
 * <p>Thread-safe, because it may be closed while another thread reads the body.
 */
public final class BodyBuffer {

    private static final byte[] EMPTY = {};
    private static final int FIRST = 2048;
    private static final int LARGEST_TRUSTED = 64 * 1024;

    private final long limit;
    private final long announced;
    private final ClientAccount account;
    private byte[] bytes = EMPTY;
    private int length;
    private boolean closed;
    private boolean released;

    /**
     * Creates a buffer.
     *
     * @param limit bytes that it holds at most
     * @param announced bytes that the sender announced, or -1; trusted up to a bound, so that a false one takes no memory
     * @param account holds its bytes
     */
    public BodyBuffer(long limit, long announced, ClientAccount account) {
        this.limit = limit;
        this.announced = announced;
        this.account = account;
    }

    /** The outcome of {@link #add}. */
    public enum Added {
        /** It has been added. */
        YES,
        /** It would be more than the limit. */
        TOO_LARGE,
        /** The budget of held bytes has no room for the account. */
        NO_CAPACITY,
        /** The buffer is closed. */
        CLOSED
    }

    /** Adds the rest of {@code part}. */
    public synchronized Added add(ByteBuffer part) {
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
    public synchronized byte[] toBytes() {
        if (!closed && length < bytes.length) {
            account.release(bytes.length - length);
            bytes = Arrays.copyOf(bytes, length);
        }
        closed = true;
        return bytes;
    }

    /** Drops the body, and gives its bytes back, unless it has been taken. */
    public synchronized void close() {
        if (!closed) {
            closed = true;
            account.release(bytes.length);
            bytes = EMPTY;
        }
    }

    /** Gives the bytes back, also of a body that has been taken: it is not used any more. Again without effect. */
    public synchronized void release() {
        if (!released) {
            released = true;
            closed = true;
            account.release(bytes.length);
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
        if (!account.reserve(enough - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, enough);
        return true;
    }
}
