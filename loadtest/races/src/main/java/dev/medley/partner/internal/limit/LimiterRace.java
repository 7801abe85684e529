package dev.medley.partner.internal.limit;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A limiter of one permit, whose holder gives it back. */
public class LimiterRace {

    private static Limiter taken() {
        Limiter limiter = new Limiter(Runnable::run, 1, 1);
        limiter.tryAcquire();
        return limiter;
    }

    private static final class Asker extends Waiter {

        private int admitted;

        @Override
        protected void onAdmitted() {
            admitted++;
        }

        @Override
        protected void onDropped(Drop cause) {
            throw new IllegalStateException("dropped: " + cause);
        }
    }

    /** One waits for it, and leaves: the permit is with the one who was admitted, or free. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "admitted")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "left in time")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the permit is lost, or given twice")
    @State
    public static class OfAWaiterThatLeaves {

        private final Limiter limiter = taken();
        private final Asker waiter = new Asker();

        public OfAWaiterThatLeaves() {
            limiter.acquire(waiter);
        }

        @Actor
        public void release() {
            limiter.release();
        }

        @Actor
        public void leave(III_Result result) {
            result.r2 = limiter.cancel(waiter) ? 1 : 0;
        }

        @Arbiter
        public void result(III_Result result) {
            result.r1 = waiter.admitted;
            result.r3 = limiter.used();
        }
    }

    /** Two ask for it: one is admitted, the other one waits or is admitted by nobody. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one has it, the other one waits")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the permit is lost, or given twice")
    @State
    public static class OfTwoThatAsk {

        private final Limiter limiter = new Limiter(Runnable::run, 1, 1);
        private int admitted;
        private int admittedToo;

        @Actor
        public void ask() {
            admitted = limiter.acquire(new Asker()) == Limiter.Entry.ADMITTED ? 1 : 0;
        }

        @Actor
        public void askToo() {
            admittedToo = limiter.acquire(new Asker()) == Limiter.Entry.ADMITTED ? 1 : 0;
        }

        @Arbiter
        public void result(II_Result result) {
            result.r1 = admitted + admittedToo;
            result.r2 = limiter.queued();
        }
    }

    /** Two end the same permit, as a result and a cancellation do. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "given back once: the next one has it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "given back twice, or not at all")
    @State
    public static class OfAPermitThatEndsTwice {

        private final Limiter limiter = taken();
        private final Permit<String> permit = new Admission<String>(List.of(), limiter).permit();

        @Actor
        public void end() {
            permit.release("ended");
        }

        @Actor
        public void cancel() {
            permit.release("cancelled");
        }

        @Arbiter
        public void result(II_Result result) {
            result.r1 = limiter.used();
            result.r2 = limiter.tryAcquire() && !limiter.tryAcquire() ? 1 : 0;
        }
    }
}
