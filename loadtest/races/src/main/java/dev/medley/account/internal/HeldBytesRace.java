package dev.medley.account.internal;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/** The budget of held bytes: two bodies ask for more than half of it each. One has it. */
@JCStressTest
@Outcome(id = "true, false, 6", expect = Expect.ACCEPTABLE, desc = "the first")
@Outcome(id = "false, true, 6", expect = Expect.ACCEPTABLE, desc = "the second")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, or none")
@State
public class HeldBytesRace {

    private final HeldBytes held = new HeldBytes(10);

    @Actor
    public void first(ZZJ_Result result) {
        result.r1 = held.reserve(6);
    }

    @Actor
    public void second(ZZJ_Result result) {
        result.r2 = held.reserve(6);
    }

    @Arbiter
    public void result(ZZJ_Result result) {
        result.r3 = held.used();
    }
}
