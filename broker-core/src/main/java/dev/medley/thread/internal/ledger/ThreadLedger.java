package dev.medley.thread.internal.ledger;

import dev.medley.context.MedleyThread;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps account of the time that threads spend on inbound requests and on their exchanges, so that the law
 * n = N(D/S + c) of the paper (section 4.1, equations 1 and 2) can be shown beside the measured n.
 *
 * <p>Work is measured where Medley's and the mashups' code runs on a thread, from {@link #inboundWork()} or
 * {@link #exchangeWork()} to the closing of what they return. Work within work interrupts the outer one: no time is
 * counted twice. What Jetty does before it calls Medley (selecting, reading, parsing) is not seen.
 *
 * <p>Thread-safe.
 */
public final class ThreadLedger {

    /** The innermost work of each thread; with none, what its first one follows. */
    private static final ThreadLocal<@Nullable Work> INNERMOST = new ThreadLocal<>();

    private final Clock clock;
    private final LongAdder started = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder serviceNanos = new LongAdder();
    private final LongAdder inboundNanos = new LongAdder();
    private final LongAdder exchangeNanos = new LongAdder();
    private volatile Runnable beforeInbound = () -> {};

    /** Creates an empty ledger that reads {@code time}. */
    public ThreadLedger(Clock clock) {
        this.clock = clock;
    }

    /** Sets what is called before each inbound request is counted, by its thread; it must not block. */
    public void beforeInbound(Runnable action) {
        beforeInbound = action;
    }

    /** An inbound request has arrived. */
    public void inboundStarted() {
        beforeInbound.run();
        started.increment();
    }

    /** An inbound request has been answered, {@code serviceNanos} nanoseconds (its S) after it arrived. */
    public void inboundEnded(long serviceNanos) {
        this.serviceNanos.add(serviceNanos);
        ended.increment();
    }

    /** The calling thread begins to work on an inbound request (D) for no mashup; to be closed by the same thread. */
    public Work inboundWork() {
        return inboundWork(ExecutionTarget.NONE);
    }

    /** The calling thread begins to work on an inbound request (D); to be closed by the same thread. */
    public Work inboundWork(ExecutionTarget executionTarget) {
        return innermost().within(clock, inboundNanos, executionTarget);
    }

    /** The calling thread begins to work on an exchange (D<sub>i</sub>) of no mashup; to be closed by the same thread. */
    public Work exchangeWork() {
        return exchangeWork(ExecutionTarget.NONE);
    }

    /** The calling thread begins to work on an exchange (D<sub>i</sub>); to be closed by the same thread. */
    public Work exchangeWork(ExecutionTarget executionTarget) {
        return innermost().within(clock, exchangeNanos, executionTarget);
    }

    private static Work innermost() {
        Work innermost = INNERMOST.get();
        return innermost == null ? new Work(null) : innermost;
    }

    /** The sums so far; the difference of two is the sum of the period between them. */
    public Totals totals() {
        // Ended is read first: read the other way round, a request that ends in between would make N negative.
        long endedNow = ended.sum();
        return new Totals(
                clock.nanoTime(), started.sum(), endedNow, serviceNanos.sum(), inboundNanos.sum(), exchangeNanos.sum());
    }

    /**
     * A stretch of work of one thread. The thread uses it again for the next stretch of the same depth, since there are
     * several for each exchange.
     */
    public static final class Work implements AutoCloseable {

        private final @Nullable Work interrupted;
        private final int depth;
        private @Nullable Work next;
        private @Nullable Clock clock;
        private @Nullable LongAdder account;
        /** Null for no work. */
        private @Nullable ExecutionTarget executionTarget;

        private long since;
        private long spent;

        private Work(@Nullable Work interrupted) {
            this.interrupted = interrupted;
            depth = interrupted == null ? 0 : interrupted.depth + 1;
        }

        private Work within(Clock time, LongAdder entered, ExecutionTarget holder) {
            Work work = next;
            if (work == null) {
                work = new Work(this);
                next = work;
            }
            long now = time.nanoTime();
            spent += now - since;
            work.clock = time;
            work.account = entered;
            work.since = now;
            work.spent = 0;
            work.executionTarget = holder;
            INNERMOST.set(work);
            if (executionTarget != holder) {
                ExecutionTarget.noteOnThread(holder, now);
            }
            return work;
        }

        /** The number of stretches of work that the calling thread is in, this one included. */
        public int depth() {
            return depth;
        }

        /** Runs {@code task} as this work, and closes it. */
        public void during(Runnable task) {
            try {
                task.run();
            } finally {
                close();
            }
        }

        @Override
        public void close() {
            if (clock == null || account == null || interrupted == null) {
                throw new IllegalStateException("the work is closed");
            }
            long now = clock.nanoTime();
            account.add(spent + now - since);
            clock = null;
            account = null;
            interrupted.since = now;
            if (interrupted.depth > 0 || MedleyThread.isCurrent()) {
                INNERMOST.set(interrupted);
            } else {
                INNERMOST.remove();
            }
            if (interrupted.executionTarget != executionTarget) {
                ExecutionTarget.noteOnThread(interrupted.executionTarget, now - interrupted.spent);
            }
        }
    }
}
