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

    /**
     * From {@code now} on, by the clock, the calling thread runs code of the mashup of {@code request}: to the end of its innermost
     * work, or until it runs that of another one.
     *
     * @param over what has ended for the request with that; null for nothing
     */
    public static void composes(RequestPhases request, @Nullable RequestPhase over, long now) {
        Work innermost = INNERMOST.get();
        if (innermost != null && innermost.clock != null) {
            innermost.compose(request, over, now);
        } else if (over != null) {
            request.end(over, now);
        }
    }

    /** Returns whether the calling thread runs code of the mashup of {@code request}, as of its innermost work. */
    public static boolean isComposing(RequestPhases request) {
        Work innermost = INNERMOST.get();
        return innermost != null && innermost.request == request;
    }

    /**
     * The code of a mashup that the calling thread runs begins to wait; returns its work, which {@linkplain Work#resume() goes on}
     * after that. Null if the thread runs no such code.
     */
    public static @Nullable Work pause() {
        Work innermost = INNERMOST.get();
        return innermost == null || innermost.request == null ? null : innermost.paused();
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
        /** The request that it is work for in a phase; null if that is nothing that phases count. */
        private @Nullable RequestPhases request;

        private RequestPhase phase = RequestPhase.COMPOSING;

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

        /** Returns when it began, by the clock; before other work interrupts it. */
        public long sinceNanos() {
            return since;
        }

        /**
         * The calling thread works for {@code phases} of {@code kind}, from the beginning of this work to its end. Returns this
         * work; before other work interrupts it.
         */
        public Work of(RequestPhase kind, RequestPhases phases) {
            phase = kind;
            request = phases;
            phases.begin(kind, since);
            return this;
        }

        private void compose(RequestPhases phases, @Nullable RequestPhase over, long now) {
            if (request == phases) {
                if (over != null) {
                    phases.end(over, now);
                }
                return;
            }
            leaveRequest(now);
            phase = RequestPhase.COMPOSING;
            request = phases;
            if (over == null) {
                phases.begin(phase, now);
            } else {
                phases.passOn(over, phase, now);
            }
        }

        private void leaveRequest(long now) {
            RequestPhases left = request;
            if (left != null) {
                left.end(phase, now);
                request = null;
            }
        }

        private @Nullable Work paused() {
            RequestPhases waiting = request;
            Clock time = clock;
            if (waiting == null || time == null || waiting.isDecided()) {
                return null;
            }
            long now = time.nanoTime();
            for (Work each = this; each != null; each = each.interrupted) {
                if (each.request == waiting) {
                    waiting.end(each.phase, now);
                }
            }
            return this;
        }

        /** The code goes on, after {@link ThreadLedger#pause()}. */
        public void resume() {
            RequestPhases waiting = request;
            Clock time = clock;
            if (waiting == null || time == null || waiting.isDecided()) {
                return;
            }
            long now = time.nanoTime();
            for (Work each = this; each != null; each = each.interrupted) {
                if (each.request == waiting) {
                    waiting.begin(each.phase, now);
                }
            }
        }

        @Override
        public void close() {
            if (clock == null || account == null || interrupted == null) {
                throw new IllegalStateException("the work is closed");
            }
            long now = clock.nanoTime();
            account.add(spent + now - since);
            leaveRequest(now);
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
