package dev.medley.servlet;

import dev.medley.exchange.BodyPart;
import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.BodyStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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

    private final AsyncContext suspended;
    private final ServletOutputStream out;
    private final BodyStream stream;
    private final Consumer<Boolean> ended;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable BodyPart arrived;
    private volatile boolean complete;
    private volatile @Nullable ExchangeException failure;
    /** Written, but the container may not have done with it. For {@link #work} only. */
    private @Nullable BodyPart written;

    StreamWriter(AsyncContext suspended, ServletOutputStream out, BodyStream stream, Consumer<Boolean> ended) {
        this.suspended = suspended;
        this.out = out;
        this.stream = stream;
        this.ended = ended;
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
        end(true, false);
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
            if (done != null) {
                written = null;
                done.next();
            } else if (next != null) {
                arrived = null;
                written = next;
                ByteBuffer bytes = next.bytes();
                out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            } else if (complete) {
                end(false, false);
            } else if (failure != null) {
                end(false, true);
            } else {
                return;
            }
        }
    }

    /**
     * Ends the reply. What has been cut off must not look complete: the request is dispatched once more, to a servlet
     * that throws, upon which containers break the response off.
     */
    private void end(boolean gone, boolean cutOff) {
        if (over.compareAndSet(false, true)) {
            if (cutOff) {
                suspended.dispatch();
            } else {
                suspended.complete();
            }
            ended.accept(gone);
        }
    }
}
