package dev.medley.js.internal.run;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.graalvm.polyglot.management.ExecutionEvent;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time in which one thread runs a script. It counts the functions that the script is in, which bounds the stack: an overflow
 * within the code of the engine or of the server would leave it undone there. For the thread; the watch reads what it has taken.
 */
final class Turn {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

    private final ScriptRun run;
    private final Thread thread = Thread.currentThread();
    private final Used begin = Used.ofCurrentThread();

    private volatile boolean ended;
    private int depth;

    private Turn(ScriptRun run) {
        this.run = run;
    }

    /**
     * What a thread has used.
     *
     * @param cpuNanos time of the processor
     * @param bytes of memory that it has allocated, collected since or not
     */
    record Used(long cpuNanos, long bytes) {

        static final Used NOTHING = new Used(0, 0);

        private static Used ofCurrentThread() {
            return new Used(THREADS.getCurrentThreadCpuTime(), THREADS.getCurrentThreadAllocatedBytes());
        }

        private static Used of(Thread thread) {
            return new Used(THREADS.getThreadCpuTime(thread.getId()), THREADS.getThreadAllocatedBytes(thread.getId()));
        }

        Used plus(Used other) {
            return new Used(cpuNanos + other.cpuNanos, bytes + other.bytes);
        }

        private Used minus(Used other) {
            return new Used(cpuNanos - other.cpuNanos, bytes - other.bytes);
        }
    }

    /** The calling thread begins to run the script. */
    static Turn begin(ScriptRun run) {
        Turn turn = new Turn(run);
        CURRENT.set(turn);
        return turn;
    }

    /** The calling thread has run the script; returns what it has used. */
    Used end() {
        CURRENT.remove();
        ended = true;
        return Used.ofCurrentThread().minus(begin);
    }

    /** Returns what it has used up to now. By any thread. */
    Used used() {
        return Used.of(thread).minus(begin);
    }

    /** Returns whether its thread does something else. */
    boolean hasEnded() {
        return ended;
    }

    ScriptRun run() {
        return run;
    }

    /** A function of a script is entered. */
    static void enterFunction(ExecutionEvent function) {
        Turn turn = CURRENT.get();
        if (turn != null && ++turn.depth > RunBounds.DEEPEST) {
            RunBoundException bound =
                    RunBounds.depthPassed(ScriptErrors.place(function.getLocation(), turn.run.file()));
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
