package dev.medley.exchange;

import dev.medley.exchange.internal.call.DefaultExchangeException;
import dev.medley.exchange.internal.call.ExchangeResult;
import dev.medley.exchange.internal.call.ResponseStage;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The resume: an exchange ends while two callbacks are added. Each runs once. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each once")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is lost, or runs twice")
@State
public class ResponseStageRace {

    private static final ExchangeResult FAILED = ExchangeResult.failed(
            new DefaultExchangeException("partner", ExchangeState.SENDING, Reason.TIMEOUT, true, "test", null));

    private final ResponseStage stage = new ResponseStage(Runnable::run);
    private int first;
    private int second;

    @Actor
    public void end() {
        stage.end(FAILED);
    }

    @Actor
    public void add() {
        stage.onCompletion((response, failure) -> first++);
        stage.onCompletion((response, failure) -> second++);
    }

    @Arbiter
    public void result(II_Result result) {
        result.r1 = first;
        result.r2 = second;
    }
}
