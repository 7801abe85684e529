package dev.medley.js.internal.run;

import dev.medley.thread.internal.IntervalThread;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends runs that take the processor too long. It looks at the turns in intervals, and at their processor time once they have lasted as
 * long by the clock. Thread-safe.
 */
final class TurnWatch implements AutoCloseable {

    private static final long INTERVAL_NANOS = Duration.ofMillis(20).toNanos();

    private final long maxNanos;
    private final Set<Turn> turns = ConcurrentHashMap.newKeySet();
    private final IntervalThread looks = new IntervalThread("medley-script-watch", this::look, INTERVAL_NANOS);

    TurnWatch(long maxNanos) {
        this.maxNanos = maxNanos;
        looks.start();
    }

    /** A turn begins on the calling thread; {@link #end} must follow. */
    Turn begin(ScriptRun run) {
        Turn turn = Turn.begin(run);
        turns.add(turn);
        looks.onWork();
        return turn;
    }

    /** The turn has ended; returns the time of the processor that it took. */
    long end(Turn turn) {
        turns.remove(turn);
        return turn.end();
    }

    private long look() {
        if (turns.isEmpty()) {
            return IntervalThread.NO_WORK;
        }
        for (Turn turn : turns) {
            if (turn.hasTaken(maxNanos - turn.run().takenNanos())) {
                turn.run().interrupt();
            }
        }
        return INTERVAL_NANOS;
    }

    @Override
    public void close() {
        looks.close();
    }
}
