package dev.medley.connection.internal.jetty;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A request claims a connection while one thread looks at it, and another one finds that something has arrived. */
public class ExpectationRace {

    /** A look that finds nothing refuses no request. */
    @JCStressTest
    @Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "the look was before the claim")
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the claim was first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the request is refused")
    @State
    public static class WithALook {

        private final Expectation expectation = new Expectation(() -> false);

        @Actor
        public void claim(ZZ_Result result) {
            result.r1 = expectation.claim();
        }

        @Actor
        public void look(ZZ_Result result) {
            result.r2 = expectation.beginReading();
            if (result.r2) {
                expectation.endReading(true);
            }
        }
    }

    /** What arrives belongs to no request, or to the one that has claimed the connection. */
    @JCStressTest
    @Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the claim was first")
    @Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "spoilt first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both, or neither")
    @State
    public static class WithBytes {

        private final Expectation expectation = new Expectation(() -> false);

        @Actor
        public void claim(ZZ_Result result) {
            result.r1 = expectation.claim();
        }

        @Actor
        public void arrive(ZZ_Result result) {
            result.r2 = expectation.spoil();
        }
    }
}
