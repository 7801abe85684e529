package dev.medley.server.internal.cli.process;

import dev.medley.server.internal.admin.log.OutOfMemoryAppender;
import dev.medley.thread.internal.memory.OutOfMemory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Ends the process at an {@link OutOfMemoryError} of any kind and of any thread, to be restarted: one that goes on may have lost
 * threads while its port is still open. The status is that of the JVM's own option {@code ExitOnOutOfMemoryError}.
 */
public final class MemoryGuard {

    private static final int OUT_OF_MEMORY = 3;
    /** Made beforehand, because there may be no memory for it. */
    private static final byte[] LAST_WORDS =
            "medley: terminating due to java.lang.OutOfMemoryError\n".getBytes(StandardCharsets.US_ASCII);

    private MemoryGuard() {}

    /** Guards this process from now on. */
    public static void install() {
        OutOfMemory.onError(MemoryGuard::halt);
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            OutOfMemory.report(failure);
            if (before != null) {
                before.uncaughtException(thread, failure);
            }
        });
        OutOfMemoryAppender.install();
    }

    /** By no shutdown hook, because these need memory. */
    private static void halt(OutOfMemoryError error) {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.err)) {
            out.write(LAST_WORDS);
            out.write(String.valueOf(error.getMessage()).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException x) {
            error.addSuppressed(x);
        } finally {
            Runtime.getRuntime().halt(OUT_OF_MEMORY);
        }
    }
}
