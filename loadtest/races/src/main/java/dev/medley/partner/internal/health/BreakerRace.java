package dev.medley.partner.internal.health;

import dev.medley.partner.BreakerSettings;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/** Two attempts are the first ones after the time for which a breaker was open. It admits its two probes, and says that there are no more. */
@JCStressTest
@Outcome(id = "2, false, true", expect = Expect.ACCEPTABLE, desc = "two probes in one period")
@Outcome(expect = Expect.FORBIDDEN, desc = "a probe is lost, is in no period, or one too many is promised")
@State
public class BreakerRace {

    private static final BreakerSettings SETTINGS =
            BreakerSettings.builder().enabled(true).failureRate(50).window(Duration.ofSeconds(1)).minAttempts(1).openFor(Duration.ofSeconds(1)).probes(2).build();

    private final Ticks ticks = new Ticks();
    private final Breaker breaker = new Breaker("endpoint", SETTINGS, ticks);
    private int first;
    private int second;

    /** Opens it, and lets the time pass. */
    public BreakerRace() {
        breaker.ended(Verdict.FAULT, breaker.start());
        ticks.now += Duration.ofSeconds(2).toNanos();
    }

    @Actor
    public void start() {
        first = breaker.start();
    }

    @Actor
    public void startToo() {
        second = breaker.start();
    }

    @Arbiter
    public void result(IZZ_Result result) {
        result.r1 = (first == Breaker.REFUSED ? 0 : 1) + (second == Breaker.REFUSED ? 0 : 1);
        result.r2 = breaker.admits();
        result.r3 = first == breaker.number() && second == breaker.number();
    }

    private static final class Ticks implements Clock {

        private volatile long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public ScheduledTask schedule(long delayNanos, Runnable task) {
            throw new UnsupportedOperationException("nothing is scheduled");
        }
    }
}
