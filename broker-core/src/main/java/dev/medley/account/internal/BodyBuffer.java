package dev.medley.account.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects a body whose size may be announced, up to a limit and as far as the budget of held bytes allows.
 *
 * <p>Thread-safe, because it may be closed while another thread reads the body.
 */
public final class BodyBuffer {

    private static final byte[] EMPTY = {};
    private static final int FIRST = 2048;
    private static final int LARGEST_TRUSTED = 64 * 1024;

    /** The largest piece of a large body: a loop takes it in a fraction of a millisecond. */
    private static final int PIECE = 256 * 1024;

    private final long limit;
    private final long announced;
    private final ClientAccount account;
    /** Pieces that are full. A large body is not copied while it arrives. */
    private List<byte[]> full = List.of();
    /** The piece that is being filled; the body itself, once it is taken. */
    private byte[] bytes = EMPTY;
    /** Bytes of {@link #bytes} that are filled. */
    private int filled;

    private int length;
    private long reserved;
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
        while (part.hasRemaining()) {
            if (filled == bytes.length && !grow(part.remaining())) {
                return Added.NO_CAPACITY;
            }
            int next = Math.min(part.remaining(), bytes.length - filled);
            part.get(bytes, filled, next);
            filled += next;
            length += next;
        }
        return Added.YES;
    }

    /** The number of bytes that have been added. */
    public synchronized int length() {
        return length;
    }

    /**
     * The body. The buffer takes no more; its bytes stay reserved, {@code toBytes().length} of them. A large body is copied, in
     * proportion to its length.
     */
    public synchronized byte[] toBytes() {
        if (!closed) {
            bytes = whole();
            full = List.of();
            account.release(reserved - length);
            reserved = length;
        }
        closed = true;
        return bytes;
    }

    private byte[] whole() {
        if (full.isEmpty()) {
            return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        }
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] piece : full) {
            System.arraycopy(piece, 0, whole, at, piece.length);
            at += piece.length;
        }
        System.arraycopy(bytes, 0, whole, at, filled);
        return whole;
    }

    /** Drops the body, and gives its bytes back, unless it has been taken. */
    public synchronized void close() {
        if (!closed) {
            closed = true;
            account.release(reserved);
            reserved = 0;
            bytes = EMPTY;
            full = List.of();
        }
    }

    /** Gives the bytes back, also of a body that has been taken: it is not used any more. Again without effect. */
    public synchronized void release() {
        if (!released) {
            released = true;
            closed = true;
            account.release(reserved);
            reserved = 0;
            bytes = EMPTY;
            full = List.of();
        }
    }

    /** Makes room for {@code more} bytes, or for some of them. */
    private boolean grow(int more) {
        return bytes.length < LARGEST_TRUSTED ? enlarge(length + more) : addPiece();
    }

    private boolean enlarge(int needed) {
        long size = bytes.length == 0 && announced < 0 ? FIRST : 2L * bytes.length;
        if (bytes.length == 0 && announced >= 0) {
            size = Math.min(announced, LARGEST_TRUSTED);
        } else if (announced >= needed) {
            size = Math.min(size, announced);
        }
        int enough = (int) Math.max(needed, Math.min(size, limit));
        if (!reserve(enough - bytes.length)) {
            return false;
        }
        bytes = Arrays.copyOf(bytes, enough);
        return true;
    }

    private boolean addPiece() {
        long rest = announced > length ? announced - length : length;
        int size = (int) Math.min(Math.min(rest, PIECE), limit - length);
        if (!reserve(size)) {
            return false;
        }
        if (full.isEmpty()) {
            full = new ArrayList<>();
        }
        full.add(bytes);
        bytes = new byte[size];
        filled = 0;
        return true;
    }

    private boolean reserve(int more) {
        boolean room = account.reserve(more);
        reserved += room ? more : 0;
        return room;
    }
}
