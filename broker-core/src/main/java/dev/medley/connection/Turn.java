package dev.medley.connection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A turn of a thread at the work of one mashup. Requests that are sent to one connection within a turn are written
 * together when it ends: one system call for all, where the connection carries several exchanges at a time.
 *
 * <p>The work must not wait for an answer to what it sends. If it does nevertheless, the connection writes after a short
 * while by itself.
 */
public final class Turn {

    private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

    private final List<Writer> writers = new ArrayList<>(2);

    private Turn() {}

    /** A connection that has requests to write. */
    public interface Writer {

        /** Writes the requests that wait. Does not block. */
        void write();
    }

    /** Runs {@code work} as one turn, or as part of the turn that is under way on this thread. */
    public static void run(Runnable work) {
        if (CURRENT.get() != null) {
            work.run();
            return;
        }
        Turn turn = new Turn();
        CURRENT.set(turn);
        try {
            work.run();
        } finally {
            CURRENT.remove();
            turn.end();
        }
    }

    /**
     * Puts the write off to the end of the turn.
     *
     * @return false if no turn is under way on this thread
     */
    public static boolean defer(Writer writer) {
        Turn turn = CURRENT.get();
        if (turn == null) {
            return false;
        }
        if (!turn.writers.contains(writer)) {
            turn.writers.add(writer);
        }
        return true;
    }

    private void end() {
        writers.forEach(Writer::write);
    }
}
