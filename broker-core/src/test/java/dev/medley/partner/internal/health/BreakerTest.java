package dev.medley.partner.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.partner.BreakerSettings;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BreakerTest {

    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration JUST = Duration.ofMillis(1);

    private final ManualClock clock = ManualClock.inline();
    private final Breaker breaker = new Breaker(
            "partner shop, endpoint 10.0.0.1:80",
            BreakerSettings.builder()
                    .enabled(true)
                    .failureRate(50)
                    .window(Duration.ofSeconds(10))
                    .minAttempts(4)
                    .openFor(OPEN)
                    .probes(2)
                    .build(),
            clock);

    @Test
    void itOpensAtTheRateOfFaultsAndNotBelowTheFewestAttempts() {
        run(Verdict.FAULT, 3);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
        run(Verdict.FAULT, 1);
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
        assertThat(breaker.admits()).isFalse();
        assertThat(breaker.start()).isEqualTo(Breaker.REFUSED);
        assertThat(breaker.opened()).isOne();
    }

    @Test
    void itStaysClosedBelowTheRate() {
        run(Verdict.GOOD, 6);
        run(Verdict.FAULT, 5);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void whatSaysNothingDoesNotCount() {
        run(Verdict.NONE, 100);
        run(Verdict.FAULT, 3);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void faultsBeyondTheWindowAreForgotten() {
        run(Verdict.FAULT, 3);
        clock.advance(Duration.ofSeconds(11));
        run(Verdict.GOOD, 3);
        run(Verdict.FAULT, 1);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void afterItsTimeItAdmitsAsManyProbesAsItMayAndNoMore() {
        open();
        clock.advance(OPEN);
        assertThat(breaker.admits()).as("not yet").isFalse();
        clock.advance(JUST);
        assertThat(breaker.admits()).isTrue();
        assertThat(breaker.state()).as("until an attempt comes").isEqualTo(Breaker.State.OPEN);
        int first = breaker.start();
        assertThat(breaker.state()).isEqualTo(Breaker.State.HALF_OPEN);
        int second = breaker.start();
        assertThat(first).isEqualTo(second).isNotEqualTo(Breaker.REFUSED);
        assertThat(breaker.admits()).isFalse();
        assertThat(breaker.start()).isEqualTo(Breaker.REFUSED);
        assertThat(breaker.refusal()).contains("half-open since").contains("all 2 probes");
        breaker.ended(Verdict.GOOD, first);
        breaker.ended(Verdict.GOOD, second);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void probesThatFailOpenItAgain() {
        open();
        clock.advance(OPEN.plus(JUST));
        run(Verdict.FAULT, 2);
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
        assertThat(breaker.opened()).isEqualTo(2);
        clock.advance(OPEN.plus(JUST));
        assertThat(breaker.admits()).isTrue();
    }

    @Test
    void aProbeThatSaysNothingMakesRoomForAnother() {
        open();
        clock.advance(OPEN.plus(JUST));
        int first = breaker.start();
        breaker.start();
        breaker.ended(Verdict.NONE, first);
        assertThat(breaker.admits()).isTrue();
        assertThat(breaker.start()).isEqualTo(first);
        assertThat(breaker.start()).isEqualTo(Breaker.REFUSED);
    }

    @Test
    void anAttemptOfBeforeDoesNotCountAsAProbe() {
        int early = breaker.start();
        int other = breaker.start();
        open();
        clock.advance(OPEN.plus(JUST));
        int probe = breaker.start();
        breaker.ended(Verdict.FAULT, early);
        breaker.ended(Verdict.NONE, other);
        assertThat(breaker.state()).isEqualTo(Breaker.State.HALF_OPEN);
        assertThat(breaker.start()).as("the second probe").isEqualTo(probe);
        assertThat(breaker.start()).as("no third one").isEqualTo(Breaker.REFUSED);
        breaker.ended(Verdict.GOOD, probe);
        breaker.ended(Verdict.GOOD, probe);
        assertThat(breaker.state()).isEqualTo(Breaker.State.CLOSED);
    }

    @Test
    void itSaysSinceWhenItIsOpenAndWhenToTryAgain() {
        open();
        assertThat(breaker.refusal())
                .matches("breaker open since \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z, retry at \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    }

    private void open() {
        run(Verdict.FAULT, 4);
        assertThat(breaker.state()).isEqualTo(Breaker.State.OPEN);
    }

    private void run(Verdict verdict, int times) {
        for (int i = 0; i < times; i++) {
            int period = breaker.start();
            assertThat(period).as("attempt %d is admitted", i).isNotEqualTo(Breaker.REFUSED);
            breaker.ended(verdict, period);
        }
    }
}
