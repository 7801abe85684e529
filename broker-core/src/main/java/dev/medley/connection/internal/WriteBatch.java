package dev.medley.connection.internal;

import dev.medley.context.MedleyThread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A turn of a thread at its work. Requests that are sent to one connection within a turn are written together when it ends:
 * by one system call, where the connection carries several exchanges at a time. Turns within a turn are part of it.
 *
 * <p>The work must not wait for an answer to a request that it sends. If it does nevertheless, the connection writes after a
 * short while by itself.
 */
public final class WriteBatch {

    private static final ThreadLocal<@Nullable WriteBatch> OF_THREAD = new ThreadLocal<>();

    private final List<Writer> writers = new ArrayList<>(2);
    private int depth;

    private WriteBatch() {}

    /** A connection that has requests to write. */
    public interface Writer {

        /** Writes the requests that wait. Does not block, and does not throw. */
        void write();
    }

    /** Begins a turn of the calling thread; {@link #end()} must follow on the same thread. */
    public static WriteBatch begin() {
        WriteBatch batch = OF_THREAD.get();
        if (batch == null) {
            batch = new WriteBatch();
            OF_THREAD.set(batch);
        }
        batch.depth++;
        return batch;
    }

    /** Ends the turn: what was put off is written. */
    public void end() {
        // What is written may put off more, for it is still within the turn.
        while (depth == 1 && !writers.isEmpty()) {
            writers.remove(writers.size() - 1).write();
        }
        depth--;
        if (depth == 0 && !MedleyThread.isCurrent()) {
            OF_THREAD.remove();
        }
    }

    /**
     * Puts the write off to the end of the turn.
     *
     * @return false if no turn is under way on this thread
     */
    public static boolean defer(Writer writer) {
        WriteBatch batch = OF_THREAD.get();
        if (batch == null || batch.depth == 0) {
            return false;
        }
        if (!batch.writers.contains(writer)) {
            batch.writers.add(writer);
        }
        return true;
    }
}
