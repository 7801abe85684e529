package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;

/**
 * Bytes that show where they belong. They repeat after a prime number of bytes, so that a piece that is lost, doubled
 * or out of place shows, whatever the size of the buffers it went through.
 */
public final class NumberedBytes implements Pieces {

    private static final int PERIOD = 251;

    /** In a block, which makes it somewhat less than 64 KiB. */
    private static final int PERIODS = 256;

    private static final ByteBuffer BLOCK = block();

    private final long length;
    private long offset;

    NumberedBytes(long length) {
        this.length = length;
    }

    /** Returns the byte at {@code offset}, counted from 0; it does not depend on the length of the body. */
    public static byte at(long offset) {
        return (byte) (offset % PERIOD);
    }

    private static ByteBuffer block() {
        ByteBuffer block = ByteBuffer.allocateDirect(PERIODS * PERIOD);
        while (block.hasRemaining()) {
            block.put(at(block.position()));
        }
        return block.flip().asReadOnlyBuffer();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public boolean hasNext() {
        return offset < length;
    }

    @Override
    public ByteBuffer next() {
        int size = (int) Math.min(BLOCK.remaining(), length - offset);
        offset += size;
        // Each piece but the last has whole periods, so that each begins where the block begins.
        return BLOCK.slice(0, size);
    }
}
