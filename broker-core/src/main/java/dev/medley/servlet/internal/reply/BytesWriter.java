package dev.medley.servlet.internal.reply;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;

/** Writes a reply that is larger than the container's buffer, as fast as the client takes it. */
final class BytesWriter extends BodyWriter {

    private static final int SLICE = 32 * 1024;

    private final byte[] body;
    /** For {@link #write} only. */
    private int written;

    BytesWriter(ServletOutputStream out, byte[] body, ReplyWriter.Suspended end) {
        super(out, end);
        this.body = body;
    }

    @Override
    boolean write(ServletOutputStream to) throws IOException {
        if (written == body.length) {
            endBy(end()::written);
        } else {
            int slice = Math.min(SLICE, body.length - written);
            to.write(body, written, slice);
            written += slice;
        }
        return true;
    }
}
