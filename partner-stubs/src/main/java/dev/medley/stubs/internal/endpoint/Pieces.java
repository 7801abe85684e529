package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;

/** The body of an answer, made piece by piece as it is written. Not thread-safe. */
public interface Pieces {

    /** The bytes in all. */
    long length();

    /** Returns false once all bytes were taken, which for an empty body is at once. */
    boolean hasNext();

    /** The next piece, which is not empty and may be read only. */
    ByteBuffer next();

    /** A body in one piece. */
    static Pieces of(byte[] bytes) {
        return new Pieces() {
            private boolean taken = bytes.length == 0;

            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public boolean hasNext() {
                return !taken;
            }

            @Override
            public ByteBuffer next() {
                taken = true;
                return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
            }
        };
    }
}
