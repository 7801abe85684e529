package dev.medley.server.internal.cli.topic;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Prints the rate of messages once a second, and all of them at the end, also if the process is stopped. Thread-safe. */
final class RateLine implements AutoCloseable {

    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final PrintWriter out;
    private final ScheduledExecutorService seconds;
    private final Thread stop = new Thread(this::end, "medley-rate-end");
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long begin = System.nanoTime();
    private @Nullable Future<?> looks;
    /** These are used by one thread, that of the seconds. */
    private long lastCount;

    private long last = begin;

    private RateLine(PrintWriter out) {
        this.out = out;
        seconds = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "medley-rate");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins; without {@code isWanted} it only counts. */
    static RateLine begin(PrintWriter out, boolean isWanted) {
        RateLine line = new RateLine(out);
        if (isWanted) {
            line.looks = line.seconds.scheduleAtFixedRate(line::print, 1, 1, TimeUnit.SECONDS);
            Runtime.getRuntime().addShutdownHook(line.stop);
        } else {
            line.ended.set(true);
        }
        return line;
    }

    /** Counts a message, and returns how many there are. */
    long count() {
        return count.incrementAndGet();
    }

    private void print() {
        long now = System.nanoTime();
        long all = count.get();
        print("%,d messages/s, %,d in all".formatted(Math.round((all - lastCount) * NANOS / (now - last)), all));
        last = now;
        lastCount = all;
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            double length = (System.nanoTime() - begin) / NANOS;
            print(String.format(
                    Locale.ROOT, "%,d messages in %.1f s, %,.0f a second", count.get(), length, count.get() / length));
        }
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void close() {
        Future<?> begun = looks;
        if (begun != null) {
            begun.cancel(false);
        }
        seconds.shutdown();
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException stopping) {
            // The hook has printed the line, or does so now.
            return;
        }
    }
}
