package dev.medley.servlet;

import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Passes a partner's body on to the client without blocking: a part is asked for once the part before it is written, so
 * that one is held at a time.
 */
final class StreamWriter extends BodyWriter implements BodyStream.Sink {

    private final BodyStream stream;
    private volatile @Nullable BodyPart arrived;
    private volatile boolean complete;
    private volatile @Nullable ExchangeException failure;
    /** Written, but the container may not have done with it. For {@link #write} only. */
    private @Nullable BodyPart written;
    /** Whether something may still be in the container's buffer. For {@link #write} only. */
    private boolean unflushed;

    StreamWriter(ServletOutputStream out, BodyStream stream, BodyEnd end) {
        super(out, end);
        this.stream = stream;
    }

    @Override
    void start() {
        super.start();
        stream.connect(this);
    }

    @Override
    public void onPart(BodyPart part) {
        arrived = part;
        called();
    }

    @Override
    public void onEnd(@Nullable ExchangeException cutOff) {
        failure = cutOff;
        complete = cutOff == null;
        called();
    }

    @Override
    boolean write(ServletOutputStream to) throws IOException {
        BodyPart done = written;
        BodyPart next = arrived;
        ExchangeException cutOff = failure;
        if (done != null) {
            written = null;
            done.next();
        } else if (next != null) {
            arrived = null;
            written = next;
            unflushed = true;
            ByteBuffer bytes = next.bytes();
            to.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        } else if (complete) {
            endBy(end()::written);
        } else if (cutOff != null) {
            endBy(() -> end().cutOff(cutOff));
        } else if (unflushed) {
            // The partner pauses; what it has sent must not.
            unflushed = false;
            to.flush();
        } else {
            return false;
        }
        return true;
    }
}
