package dev.medley.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a reply that is larger than the container's buffer, as fast as the client takes it. */
final class BytesWriter implements WriteListener {

    private static final Logger LOG = LoggerFactory.getLogger(BytesWriter.class);
    private static final int SLICE = 32 * 1024;

    private final ServletOutputStream out;
    private final byte[] body;
    private final BodyEnd end;
    private final AtomicBoolean over = new AtomicBoolean();
    private int written;

    BytesWriter(ServletOutputStream out, byte[] body, BodyEnd end) {
        this.out = out;
        this.body = body;
        this.end = end;
    }

    void start() {
        out.setWriteListener(this);
    }

    @Override
    public void onWritePossible() throws IOException {
        while (out.isReady()) {
            if (written == body.length) {
                if (over.compareAndSet(false, true)) {
                    end.written();
                }
                return;
            }
            int slice = Math.min(SLICE, body.length - written);
            out.write(body, written, slice);
            written += slice;
        }
    }

    @Override
    public void onError(Throwable failure) {
        LOG.debug("the client is gone", failure);
        if (over.compareAndSet(false, true)) {
            end.clientGone();
        }
    }
}
