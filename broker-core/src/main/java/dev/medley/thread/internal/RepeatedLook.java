package dev.medley.thread.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A look that is made again and again: the next one an interval after the last one has ended. A look that fails, by whatever
 * exception or Error, is logged, once until one succeeds, and the next one follows all the same.
 *
 * <p>Thread-safe. One look is made at a time.
 */
public final class RepeatedLook implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedLook.class);

    private final String what;
    private final Clock clock;
    private final Supplier<Duration> interval;
    private final Executor executor;
    private final Consumer<Round> look;
    /** True from a start until a look says that it is the last one. */
    private final AtomicBoolean running = new AtomicBoolean();

    private final AtomicReference<Clock.@Nullable ScheduledTask> next = new AtomicReference<>();
    private final AtomicBoolean failing = new AtomicBoolean();
    /** True if a start has come since the look under way began. */
    private volatile boolean asked;

    private volatile boolean closed;

    /**
     * Creates a look that may end on another thread than it began on.
     *
     * @param what looks at what, for the log
     * @param executor runs the looks; those who may block need a thread for that
     * @param look begins a look, and has {@link Round#end} called, once
     */
    public RepeatedLook(String what, Clock clock, Duration interval, Executor executor, Consumer<Round> look) {
        this(what, clock, () -> interval, executor, look);
    }

    /** The same with an interval that is asked for as each look ends. */
    public RepeatedLook(
            String what, Clock clock, Supplier<Duration> interval, Executor executor, Consumer<Round> look) {
        this.what = what;
        this.clock = clock;
        this.interval = interval;
        this.executor = executor;
        this.look = look;
    }

    /**
     * Returns a look that has ended when it returns.
     *
     * @param look returns whether another one follows
     */
    public static RepeatedLook of(
            String what, Clock clock, Duration interval, Executor executor, BooleanSupplier look) {
        return new RepeatedLook(what, clock, interval, executor, round -> round.end(look));
    }

    /** Makes the first look after {@code delay}; does nothing while looks are made. */
    public void start(Duration delay) {
        if (begin()) {
            schedule(delay);
        }
    }

    /** Makes the first look at once, by the executor; does nothing while looks are made. */
    public void startNow() {
        if (begin()) {
            execute();
        }
    }

    private boolean begin() {
        asked = true;
        return !running.get() && running.compareAndSet(false, true);
    }

    /** Makes no further look. One that is under way goes on. */
    @Override
    public void close() {
        closed = true;
        cancel();
    }

    private void cancel() {
        Clock.ScheduledTask scheduled = next.getAndSet(null);
        if (scheduled != null) {
            scheduled.cancel();
        }
    }

    private void schedule(Duration delay) {
        if (!closed) {
            next.set(clock.schedule(delay.toNanos(), this::execute));
            if (closed) {
                cancel();
            }
        }
    }

    private void execute() {
        if (closed) {
            return;
        }
        Round round = new Round();
        try {
            executor.execute(() -> make(round));
        } catch (RuntimeException x) {
            round.fail(x);
        }
    }

    private void make(Round round) {
        asked = false;
        try {
            look.accept(round);
        } catch (RuntimeException | Error x) {
            round.fail(x);
        }
    }

    /** One look. */
    public final class Round {

        private final AtomicBoolean over = new AtomicBoolean();

        private Round() {}

        /**
         * Makes the rest of the look, by the calling thread, and schedules the next one. Without effect once the look has ended.
         *
         * @param rest returns whether another one follows
         */
        public void end(BooleanSupplier rest) {
            if (!over.compareAndSet(false, true)) {
                return;
            }
            boolean more = true;
            try {
                more = rest.getAsBoolean();
                failing.set(false);
            } catch (RuntimeException | Error x) {
                report(x);
            }
            if (more) {
                schedule(interval.get());
            } else {
                running.set(false);
                // A start since the look began may have found it running.
                if (asked) {
                    start(interval.get());
                }
            }
        }

        private void fail(Throwable failure) {
            if (over.compareAndSet(false, true)) {
                report(failure);
                schedule(interval.get());
            }
        }

        private void report(Throwable failure) {
            if (!closed && failing.compareAndSet(false, true)) {
                LOG.error("internal error in the {}; it still runs every {}", what, interval.get(), failure);
            } else {
                LOG.debug("internal error in the {}", what, failure);
            }
        }
    }
}
