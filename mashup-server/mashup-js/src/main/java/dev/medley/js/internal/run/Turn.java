package dev.medley.js.internal.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time in which one thread runs a script. It counts the functions that the script is in, which bounds the stack: an overflow
 * within the code of the engine or of the server would leave it undone there. For the thread; the watch reads its thread and begin.
 */
final class Turn {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

    private final ScriptRun run;
    private final Thread thread = Thread.currentThread();
    /** By the system's clock: a look at the clock of the processor costs more, and is for those that last long. */
    private final long beginNanos = System.nanoTime();

    private final long beginCpuNanos = THREADS.getCurrentThreadCpuTime();

    private int depth;

    private Turn(ScriptRun run) {
        this.run = run;
    }

    /** The calling thread begins to run the script. */
    static Turn begin(ScriptRun run) {
        Turn turn = new Turn(run);
        CURRENT.set(turn);
        return turn;
    }

    /** The calling thread has run the script; returns the time of the processor that this took. */
    long end() {
        CURRENT.remove();
        return THREADS.getCurrentThreadCpuTime() - beginCpuNanos;
    }

    /** Returns whether it has taken the processor more than {@code nanos} up to now. */
    boolean hasTaken(long nanos) {
        return System.nanoTime() - beginNanos > nanos
                && THREADS.getThreadCpuTime(thread.getId()) - beginCpuNanos > nanos;
    }

    ScriptRun run() {
        return run;
    }

    /** A function of a script is entered. */
    static void enterFunction() {
        Turn turn = CURRENT.get();
        if (turn != null && ++turn.depth > RunBounds.DEEPEST) {
            RunBoundException bound = RunBounds.depthPassed();
            turn.run.passed(bound);
            throw bound;
        }
    }

    /** A function of a script is left, in any way. */
    static void leaveFunction() {
        Turn turn = CURRENT.get();
        if (turn != null) {
            turn.depth--;
        }
    }
}
