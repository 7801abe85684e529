package dev.medley.servlet.internal.reply;

import jakarta.servlet.ServletOutputStream;
import java.io.IOException;

/**
 * Writes the head of a reply whose length is not known, to a HEAD. It goes out before the request is completed: of one without
 * a body Jetty would announce the length 0, which the reply to a GET has not (RFC 9110, section 8.6).
 */
final class HeadWriter extends BodyWriter {

    /** For {@link #write} only. */
    private boolean flushed;

    HeadWriter(ServletOutputStream out, ReplyWriter.Suspended end) {
        super(out, end);
    }

    @Override
    boolean write(ServletOutputStream to) throws IOException {
        if (flushed) {
            endBy(end()::written);
        } else {
            flushed = true;
            to.flush();
        }
        return true;
    }
}
