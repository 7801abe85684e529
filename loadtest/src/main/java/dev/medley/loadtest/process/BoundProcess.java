package dev.medley.loadtest.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process that ends when this one does, Ctrl-C included. If this one is killed
 * outright (SIGKILL), the other goes on. Thread-safe.
 */
public final class BoundProcess {

    private static final int GRACE_SECONDS = 15;

    private final Process process;
    private final Thread hook;

    private BoundProcess(Process process, Runnable afterwards) {
        this.process = process;
        hook = new Thread(
                () -> {
                    process.destroyForcibly().onExit().join();
                    afterwards.run();
                },
                "end-" + process.pid());
    }

    /**
     * Starts it.
     *
     * @param afterwards done after its end when this process ends before {@link #release}; must not take long
     * @throws IOException if it cannot be started
     * @throws IllegalStateException if this process is ending; the other one does not run then
     */
    public static BoundProcess start(ProcessBuilder command, Runnable afterwards) throws IOException {
        return start(command, afterwards, Runtime.getRuntime()::addShutdownHook);
    }

    /**
     * As {@link #start(ProcessBuilder, Runnable)}.
     *
     * @param atExit takes what is to be run when this process ends, or throws if it is ending
     */
    static BoundProcess start(ProcessBuilder command, Runnable afterwards, Consumer<Thread> atExit) throws IOException {
        Process process = command.start();
        BoundProcess bound = new BoundProcess(process, afterwards);
        try {
            atExit.accept(bound.hook);
        } catch (IllegalStateException x) {
            process.destroyForcibly().onExit().join();
            throw x;
        }
        return bound;
    }

    /** The process. */
    public Process process() {
        return process;
    }

    /**
     * Waits for the end of a process that has been told to end, and forces it after a while, or when this thread is
     * interrupted. Then removes the shutdown hook.
     */
    public void awaitEnd() {
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException x) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        release();
    }

    /** Removes the shutdown hook of a process that has ended. */
    public void release() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException x) {
            // This process is ending: the hook is at work, and finds nothing left to end.
        }
    }
}
