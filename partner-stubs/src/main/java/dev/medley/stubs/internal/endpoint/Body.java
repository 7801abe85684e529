package dev.medley.stubs.internal.endpoint;

import java.nio.ByteBuffer;

/**
 * The facts kept of the body of a request.
 *
 * @param length in bytes
 * @param sha256 in small hexadecimal digits; empty if the method has no use for a body
 * @param first the first bytes, as many as are recorded, or the answer depends on
 */
public record Body(long length, String sha256, ByteBuffer first) {

    /** Stands for a body that is not there, or is left unread. */
    public static final Body NONE = new Body(0, "", ByteBuffer.allocate(0));

    /** Returns the first bytes, to be read by the caller alone. */
    public ByteBuffer start() {
        return first.asReadOnlyBuffer();
    }
}
