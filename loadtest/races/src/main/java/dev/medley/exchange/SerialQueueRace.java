package dev.medley.exchange;

import dev.medley.exchange.internal.dispatch.SerialQueue;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.ThreadLedger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** The queue of a call: two threads signal three tasks. Each task runs once, one after another, and the queue is at rest. */
@JCStressTest
@Outcome(id = "3, true", expect = Expect.ACCEPTABLE, desc = "all, and the queue is idle")
@Outcome(expect = Expect.FORBIDDEN, desc = "a task is lost, runs beside another, or the queue stays busy")
@State
public class SerialQueueRace {

    private static final ThreadLedger LEDGER = new ThreadLedger(new Clock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            throw new UnsupportedOperationException("nothing is scheduled");
        }
    });

    private final Queue queue = new Queue();
    /** No atomic one: tasks run one after another, and each sees what those before it did. */
    private int done;

    @Actor
    public void first() {
        queue.signal(() -> done++);
    }

    @Actor
    public void second() {
        queue.signal(() -> done++);
        queue.signal(() -> done++);
    }

    @Arbiter
    public void result(IZ_Result result) {
        result.r1 = done;
        result.r2 = queue.isAtRest();
    }

    private static final class Queue extends SerialQueue {

        Queue() {
            super(ExecutionTarget.NONE);
        }

        @Override
        protected ThreadLedger ledger() {
            return LEDGER;
        }

        @Override
        protected void executeLater(Runnable task) {
            task.run();
        }

        @Override
        protected void failed(Throwable defect) {
            throw new IllegalStateException(defect);
        }
    }
}
