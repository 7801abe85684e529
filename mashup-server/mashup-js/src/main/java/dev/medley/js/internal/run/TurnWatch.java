package dev.medley.js.internal.run;

import dev.medley.thread.internal.IntervalThread;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends runs that take the processor too long, or allocate too much memory. It looks at the turns in intervals. Thread-safe.
 */
final class TurnWatch implements AutoCloseable {

    /** A thread may allocate some gigabytes in a second: ten megabytes or so in this. */
    private static final long INTERVAL_NANOS = Duration.ofMillis(5).toNanos();

    private final Set<Turn> turns = ConcurrentHashMap.newKeySet();
    private final IntervalThread looks = new IntervalThread("medley-script-watch", this::look, INTERVAL_NANOS);

    private volatile boolean closing;

    TurnWatch() {
        looks.start();
    }

    /** A turn begins on the calling thread; {@link #end} must follow. */
    Turn begin(ScriptRun run) {
        Turn turn = Turn.begin(run);
        turns.add(turn);
        looks.onWork();
        return turn;
    }

    /** The turn has ended; returns what it has used. */
    Turn.Used end(Turn turn) {
        turns.remove(turn);
        return turn.end();
    }

    private long look() {
        if (turns.isEmpty()) {
            if (closing) {
                looks.close();
            }
            return IntervalThread.NO_WORK;
        }
        for (Turn turn : turns) {
            turn.run().endIfPassed(turn);
        }
        return INTERVAL_NANOS;
    }

    /** Ends the watch after the turns under way, which outlive their requests if these are given up. */
    @Override
    public void close() {
        closing = true;
        looks.onWork();
    }
}
