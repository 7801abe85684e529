package dev.medley.stubs.internal.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** The tasks that other threads have the one thread of a loop run. Thread-safe. */
public final class LoopTasks {

    private final List<FutureTask<Void>> waiting = new ArrayList<>();
    private boolean ended;

    /** Creates an empty list of tasks. */
    public LoopTasks() {}

    /** A task. */
    @FunctionalInterface
    public interface Task {
        /** Called by the thread of the loop; an IOException reaches the caller that waits. */
        void run() throws IOException;
    }

    /**
     * Has the thread of the loop run {@code task}, and waits until it has.
     *
     * @param wakeUp lets the thread of the loop come to {@link #run}
     * @throws IllegalStateException if the loop has ended, or the calling thread is interrupted
     */
    void perform(Task task, Runnable wakeUp) throws IOException {
        FutureTask<Void> performed = new FutureTask<>(() -> {
            task.run();
            return null;
        });
        synchronized (this) {
            if (ended) {
                throw new IllegalStateException("it is closed");
            }
            waiting.add(performed);
        }
        wakeUp.run();
        try {
            performed.get();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", x);
        } catch (ExecutionException x) {
            if (x.getCause() instanceof IOException failure) {
                throw new IOException(failure.getMessage(), failure);
            }
            throw new IllegalStateException(x.getCause());
        }
    }

    /** Runs the tasks that wait. Called by the thread of the loop. */
    void run() {
        List<FutureTask<Void>> due;
        synchronized (this) {
            due = List.copyOf(waiting);
            waiting.clear();
        }
        due.forEach(FutureTask::run);
    }

    /** Runs what waits, and admits nothing more. Called by the thread of the loop, as the last. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        run();
    }
}
