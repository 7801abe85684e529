package dev.medley.thread.internal.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The owner of the process, who is called for each {@link OutOfMemoryError} that is reported here. The JVM's own option
 * {@code ExitOnOutOfMemoryError} sees those of the heap, and neither that of direct memory nor that of a thread that does not
 * start; and what runs tasks for others, as Jetty does, catches all of them. Thread-safe.
 */
public final class OutOfMemory {

    /** A chain of causes may be a circle. */
    private static final int MAX_CAUSES = 20;

    private static volatile Consumer<OutOfMemoryError> owner = error -> {};

    private OutOfMemory() {}

    /** Sets what is called, by the thread that has the error. For the owner of the process only: not in a web application. */
    public static void onError(Consumer<OutOfMemoryError> called) {
        owner = called;
    }

    /** Reports {@code failure} if it is such an error, or has one among its causes. */
    public static void report(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause instanceof OutOfMemoryError error) {
                owner.accept(error);
                return;
            }
            cause = cause.getCause();
        }
    }
}
