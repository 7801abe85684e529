package dev.medley.thread.internal;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One time that the code of a mashup held a loop too long.
 *
 * @param thread the name of the loop's thread
 * @param atNanos when it was found, by the clock
 * @param heldNanos for how long it had lasted then
 * @param state of the thread then
 * @param stack of the thread then
 */
record Stall(String thread, long atNanos, long heldNanos, Thread.State state, List<StackTraceElement> stack) {

    /** Frames that are logged; those below them are the container's. */
    private static final int FRAMES = 40;

    /** Above the sockets of Medley, which do not block. */
    private static final String JETTY_IO = "org.eclipse.jetty.io.";

    private static final List<String> JDK = List.of("java.", "jdk.");
    private static final String MEDLEY = "dev.medley.";
    private static final String LOCK = ReentrantLock.class.getName();

    private static final long MILLI = 1_000_000;

    /** Returns whether the thread computed, or was about to, and did not wait. */
    boolean isRunning() {
        return state == Thread.State.RUNNABLE && !isInBlockingIo();
    }

    /** The JVM takes a thread for runnable that waits in the system for a socket or a file. That of a connection never waits. */
    private boolean isInBlockingIo() {
        return !stack.isEmpty()
                && stack.get(0).isNativeMethod()
                && stack.stream().noneMatch(frame -> frame.getClassName().startsWith(JETTY_IO));
    }

    /** Returns whether it waited for a lock of Medley, which is held for microseconds: its holder waits for a processor. */
    boolean isForLockOfMedley() {
        boolean locks = false;
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (JDK.stream().noneMatch(name::startsWith)) {
                return locks && name.startsWith(MEDLEY);
            }
            locks |= name.equals(LOCK) && frame.getMethodName().equals("lock");
        }
        return false;
    }

    /** Returns the sentence for the log. */
    String describe(ExecutionTarget executionTarget) {
        return "mashup %s has held the loop %s for %d ms, %s"
                .formatted(executionTarget, thread, heldNanos / MILLI, isRunning() ? "running" : "waiting");
    }

    /** Returns the stack in the form that logs print, without the frames of the container. */
    Throwable toThrowable() {
        return new StackOfLoop(thread, stack.subList(0, Math.min(FRAMES, stack.size())));
    }

    /** The stack of a loop; never thrown. */
    private static final class StackOfLoop extends Throwable {

        private static final long serialVersionUID = 1L;

        StackOfLoop(String thread, List<StackTraceElement> frames) {
            super(thread, null, false, true);
            setStackTrace(frames.toArray(new StackTraceElement[0]));
        }
    }
}
