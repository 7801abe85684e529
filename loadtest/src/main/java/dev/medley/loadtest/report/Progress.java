package dev.medley.loadtest.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Reports on standard error the progress of a long experiment. On a terminal one line is drawn again and again, at most
 * once a second; elsewhere lines follow each other, more seldom, since they stay in the log.
 */
public final class Progress {

    private static final Duration REDRAW = Duration.ofSeconds(1);
    private static final Duration NEXT_LINE = Duration.ofSeconds(10);

    /** Fits the narrowest terminal that is common; a line that wraps could not be drawn over. */
    private static final int WIDTH = 79;

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanoTime;

    /**
     * Creates a progress.
     *
     * @param terminal whether a line can be drawn over
     * @param nanoTime the clock, in nanoseconds from any beginning
     */
    Progress(PrintStream out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
    }

    /** Progress on standard error, as it suits what that leads to. */
    public static Progress onStandardError() {
        return new Progress(System.err, isTerminal(), System::nanoTime);
    }

    /**
     * Begins a stage, and says so.
     *
     * @param name what is being done
     * @param total how many steps it takes
     * @throws IllegalArgumentException if that is none
     */
    public ProgressStage stage(String name, long total) {
        if (total < 1) {
            throw new IllegalArgumentException(
                    "%d steps in stage \"%s\", but there has to be one".formatted(total, name));
        }
        return new ProgressStage(this, name, total);
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** The time from one line to the next. */
    long interval() {
        return (terminal ? REDRAW : NEXT_LINE).toNanos();
    }

    /** Shows a line that may be drawn over, or, as the last of its stage, stays. */
    void show(String name, String state, boolean last) {
        int room = Math.max(0, WIDTH - state.length() - 2);
        String line = (name.length() > room ? name.substring(0, room) : name) + ": " + state;
        if (terminal) {
            // One call a line: nothing of another thread may come between.
            out.print("\r" + TextTable.left(line, WIDTH) + (last ? System.lineSeparator() : ""));
            out.flush();
        } else {
            out.println(line);
        }
    }

    /** Linux reports where standard error leads. Elsewhere lines are safe: Java's console does not report it. */
    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
