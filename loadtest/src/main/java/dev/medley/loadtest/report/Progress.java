package dev.medley.loadtest.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
     * Begins a task, and shows it.
     *
     * @param name the name of the work
     * @param total the number of its steps
     * @throws IllegalArgumentException if there is none
     */
    public Task task(String name, long total) {
        if (total < 1) {
            throw new IllegalArgumentException(
                    "%d steps in task \"%s\", but there has to be one".formatted(total, name));
        }
        return new Task(this, name, total);
    }

    /** Shows a line that stays, between tasks. */
    public void note(String line) {
        out.println(line);
    }

    private long now() {
        return nanoTime.getAsLong();
    }

    /** The time from one line to the next. */
    private long interval() {
        return (terminal ? REDRAW : NEXT_LINE).toNanos();
    }

    /** Shows a line that may be drawn over, or, as the last of its task, stays. */
    private void show(String name, String state, boolean last) {
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

    /**
     * A task of a long experiment, to be closed at its end. Thread-safe: of the threads that advance at the same time, the
     * one that moves the time of the next line prints it.
     */
    public static final class Task implements AutoCloseable {

        private static final int MINUTE = 60;

        private final Progress progress;
        private final String name;
        private final long total;
        private final long begin;
        private final AtomicLong done = new AtomicLong();
        private final AtomicLong nextLine;

        private Task(Progress progress, String name, long total) {
            this.progress = progress;
            this.name = name;
            this.total = total;
            begin = progress.now();
            nextLine = new AtomicLong(begin + progress.interval());
            progress.show(name, state(0, 0), false);
        }

        /** Adds {@code steps} finished steps, and shows them if a line is due. */
        public void advance(long steps) {
            long count = done.addAndGet(steps);
            long now = progress.now();
            long due = nextLine.get();
            if (now - due >= 0 && nextLine.compareAndSet(due, now + progress.interval())) {
                progress.show(name, state(count, now - begin), false);
            }
        }

        /** Ends the task, and shows its duration. */
        @Override
        public void close() {
            String took = clock(progress.now() - begin);
            progress.show(name, "%d/%d in %s".formatted(done.get(), total, took), true);
        }

        private String state(long count, long elapsed) {
            if (count == 0) {
                return "0/%d".formatted(total);
            }
            long left = (long) ((double) elapsed / count * Math.max(0, total - count));
            return "%d/%d, %d %%, %s left".formatted(count, total, 100 * count / total, clock(left));
        }

        private static String clock(long nanos) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
            return "%d:%02d".formatted(seconds / MINUTE, seconds % MINUTE);
        }
    }
}
