package dev.medley.server.internal.topic.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** The body of a container's request, read without blocking as it is demanded. One thread at a time reads. */
final class ServletBody implements Content.Source, ReadListener {

    private static final int AT_ONCE = 16 * 1024;
    private static final Runnable SIGNALLED = new Signalled();

    private final ServletInputStream in;
    private final byte[] buffer = new byte[AT_ONCE];
    /** What waits for bytes; {@link #SIGNALLED} if some have come that nobody waits for yet. */
    private final AtomicReference<@Nullable Runnable> demand = new AtomicReference<>();

    private boolean listening;
    private volatile @Nullable Throwable failure;

    /** Bytes have come. */
    private record Signalled() implements Runnable {
        @Override
        public void run() {}
    }

    ServletBody(ServletInputStream in) {
        this.in = in;
    }

    @Override
    public Content.@Nullable Chunk read() {
        Throwable broken = failure;
        if (broken != null) {
            return Content.Chunk.from(broken, true);
        }
        try {
            if (!listening) {
                listening = true;
                in.setReadListener(this);
            }
            if (in.isFinished()) {
                return Content.Chunk.EOF;
            }
            if (!in.isReady()) {
                return null;
            }
            int read = in.read(buffer);
            return read < 0
                    ? Content.Chunk.EOF
                    : Content.Chunk.from(ByteBuffer.wrap(Arrays.copyOf(buffer, read)), false);
        } catch (IOException | IllegalStateException x) {
            failure = x;
            return Content.Chunk.from(x, true);
        }
    }

    @Override
    public void demand(Runnable callback) {
        if (!demand.compareAndSet(null, callback)) {
            // Some have come meanwhile.
            demand.set(null);
            callback.run();
        }
    }

    @Override
    public void onDataAvailable() {
        signal();
    }

    @Override
    public void onAllDataRead() {
        signal();
    }

    @Override
    public void onError(Throwable broken) {
        failure = broken;
        signal();
    }

    private void signal() {
        Runnable waiting =
                demand.getAndUpdate(known -> known == null ? SIGNALLED : known.equals(SIGNALLED) ? known : null);
        if (waiting != null && !waiting.equals(SIGNALLED)) {
            waiting.run();
        }
    }

    @Override
    public void fail(Throwable broken) {
        failure = broken;
    }
}
