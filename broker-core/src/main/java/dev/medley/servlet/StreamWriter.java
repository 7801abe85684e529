package dev.medley.servlet;

import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes a partner's body on to the client without blocking: a part is asked for once the part before it is written, so
 * that one is held at a time.
 *
 * <p>The container (writing is possible) and the exchange (a part, the end) both call. Each call is counted, and whoever
 * counts from zero works until the count is down again; so {@link #work} is done by one thread at a time.
 */
final class StreamWriter implements WriteListener, BodyStream.Sink {

    private static final Logger LOG = LoggerFactory.getLogger(StreamWriter.class);

    private final ServletOutputStream out;
    private final BodyStream stream;
    private final BodyEnd end;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable BodyPart arrived;
    private volatile boolean complete;
    private volatile @Nullable ExchangeException failure;
    /** Written, but the container may not have done with it. For {@link #work} only. */
    private @Nullable BodyPart written;
    /** Whether something may still be in the container's buffer. For {@link #work} only. */
    private boolean unflushed;

    StreamWriter(ServletOutputStream out, BodyStream stream, BodyEnd end) {
        this.out = out;
        this.stream = stream;
        this.end = end;
    }

    void start() {
        out.setWriteListener(this);
        stream.connect(this);
    }

    @Override
    public void onWritePossible() {
        called();
    }

    @Override
    public void onError(Throwable gone) {
        LOG.debug("the client is gone", gone);
        if (over.compareAndSet(false, true)) {
            end.clientGone();
        }
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

    private void called() {
        if (calls.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            try {
                work();
            } catch (IOException | IllegalStateException x) {
                onError(x);
            }
            seen = calls.addAndGet(-seen);
        } while (seen > 0);
    }

    private void work() throws IOException {
        while (!over.get() && out.isReady()) {
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
                out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            } else if (complete) {
                if (over.compareAndSet(false, true)) {
                    end.written();
                }
            } else if (cutOff != null) {
                if (over.compareAndSet(false, true)) {
                    end.cutOff(cutOff);
                }
            } else if (unflushed) {
                // The partner pauses; what it has sent must not.
                unflushed = false;
                out.flush();
            } else {
                return;
            }
        }
    }
}
