package dev.medley.loadtest.driver.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Reads the body of an answer, and keeps it if the plan checks it. Used by one thread at a time. */
public final class AnswerReader implements Invocable.Task {

    private static final int MOST_KEPT = 16 * 1024 * 1024;

    private final @Nullable ByteArrayOutputStream kept;
    private Content.@Nullable Source source;
    private long bytes;

    public AnswerReader(boolean keep) {
        kept = keep ? new ByteArrayOutputStream() : null;
    }

    /** The bytes received so far. */
    public long bytes() {
        return bytes;
    }

    /** The bytes received, unless there are more than 16 MiB of them. */
    byte[] kept() {
        return kept == null ? new byte[0] : kept.toByteArray();
    }

    public void read(Content.Source from) {
        source = from;
        run();
    }

    /**
     * Reads one piece and asks to be called again for the next: Jetty can end a request in between, but not within a
     * loop over pieces that never end. The end of the body, and its failure, are reported to the request's listener.
     */
    @Override
    public void run() {
        Content.Source from = source;
        if (from == null) {
            return;
        }
        Content.Chunk chunk = from.read();
        boolean last = false;
        if (chunk != null) {
            last = chunk.isLast();
            if (!Content.Chunk.isFailure(chunk)) {
                take(chunk.getByteBuffer());
            }
            chunk.release();
        }
        if (!last) {
            from.demand(this);
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    private void take(ByteBuffer piece) {
        bytes += piece.remaining();
        if (kept != null) {
            byte[] copy = new byte[Math.min(piece.remaining(), MOST_KEPT - kept.size())];
            piece.get(copy);
            kept.writeBytes(copy);
        }
    }
}
