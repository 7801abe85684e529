package dev.medley.loadtest.report;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stage of a long experiment, to be closed at its end. Thread-safe: of the threads that come a step further at the same
 * time, the one that moves the time of the next line prints it.
 */
public final class ProgressStage implements AutoCloseable {

    private static final int MINUTE = 60;

    private final Progress progress;
    private final String name;
    private final long total;
    private final long begin;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong nextLine;

    ProgressStage(Progress progress, String name, long total) {
        this.progress = progress;
        this.name = name;
        this.total = total;
        begin = progress.now();
        nextLine = new AtomicLong(begin + progress.interval());
        progress.show(name, state(0, 0), false);
    }

    /** Comes {@code steps} steps further, and says so if it is time to. */
    public void advance(long steps) {
        long count = done.addAndGet(steps);
        long now = progress.now();
        long due = nextLine.get();
        if (now - due >= 0 && nextLine.compareAndSet(due, now + progress.interval())) {
            progress.show(name, state(count, now - begin), false);
        }
    }

    /** Ends the stage, and says how long it took. */
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
