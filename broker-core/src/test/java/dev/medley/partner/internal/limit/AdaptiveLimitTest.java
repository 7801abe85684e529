package dev.medley.partner.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.partner.Adaptation;
import dev.medley.thread.internal.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The limit follows the latency of a server of a known capacity, which queues what is beyond. */
class AdaptiveLimitTest {

    private static final int CAPACITY = 20;
    private static final Duration SERVICE = Duration.ofMillis(50);
    private static final int MAX = 1000;

    private final ManualClock clock = ManualClock.inline();
    private final Limiter limiter = new Limiter(Runnable::run, 7, 0);

    @ParameterizedTest
    @EnumSource(
            value = Adaptation.class,
            names = {"VEGAS", "GRADIENT"})
    void itFindsTheCapacityBehindIt(Adaptation kind) {
        AdaptiveLimit adaptive = new AdaptiveLimit(kind, clock, limiter, MAX);
        overload(adaptive, Duration.ofMinutes(1), SERVICE);

        assertThat(limiter.limit()).isBetween(CAPACITY, 5 * CAPACITY / 2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Adaptation.class,
            names = {"VEGAS", "GRADIENT"})
    void itShrinksWhenWorkTakesLongerThanBefore(Adaptation kind) {
        AdaptiveLimit adaptive = new AdaptiveLimit(kind, clock, limiter, MAX);
        overload(adaptive, Duration.ofSeconds(20), SERVICE);
        int before = limiter.limit();
        overload(adaptive, Duration.ofSeconds(5), SERVICE.multipliedBy(4));

        assertThat(limiter.limit()).isLessThan(before);
    }

    @Test
    void itNeverExceedsItsMaximumNorFallsBelowOne() {
        AdaptiveLimit adaptive = new AdaptiveLimit(Adaptation.VEGAS, clock, limiter, 30);
        assertThat(limiter.limit()).isEqualTo(20);
        adaptive.setMax(12);
        assertThat(limiter.limit()).isEqualTo(12);
        adaptive.setMax(0);
        assertThat(limiter.limit()).isOne();
        adaptive.setMax(500);
        assertThat(limiter.limit()).isEqualTo(20);
    }

    @Test
    void timeOutsLowerIt() {
        AdaptiveLimit adaptive = new AdaptiveLimit(Adaptation.VEGAS, clock, limiter, MAX);
        overload(adaptive, Duration.ofSeconds(2), SERVICE);
        int before = limiter.limit();
        occupy();
        for (int window = 0; window < 10; window++) {
            for (int i = 0; i < 20; i++) {
                clock.advance(Duration.ofMillis(10));
                adaptive.onEnded(Duration.ofSeconds(1).toNanos(), true);
            }
        }

        assertThat(limiter.limit()).isLessThan(before);
    }

    @Test
    void aLimitThatHasFallenToOneGrowsAgainThoughFewEndWithinAWindow() {
        AdaptiveLimit adaptive = new AdaptiveLimit(Adaptation.VEGAS, clock, limiter, MAX);
        Duration refusal = Duration.ofMillis(10);
        for (int i = 0; i < 5000 && limiter.limit() > 1; i++) {
            endOne(adaptive, refusal, refusal, true);
        }
        assertThat(limiter.limit()).isOne();

        Duration slow = SERVICE.multipliedBy(6);
        for (int i = 0; i < 5000; i++) {
            endOne(adaptive, slow.dividedBy(limiter.limit()), slow, false);
        }
        assertThat(limiter.limit()).isGreaterThan(CAPACITY);
    }

    @Test
    void aLimitThatIsOffDoesNotAdapt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdaptiveLimit(Adaptation.OFF, clock, limiter, MAX))
                .withMessage("a limit that is off does not adapt");
    }

    /** As many are in flight as the limit admits; a server that works on some of them at a time ends one after the other. */
    private void overload(AdaptiveLimit adaptive, Duration time, Duration service) {
        long between = service.toNanos() / CAPACITY;
        for (long passed = 0; passed < time.toNanos(); passed += between) {
            occupy();
            clock.advance(Duration.ofNanos(between));
            long latency = Math.max(service.toNanos(), limiter.used() * between);
            adaptive.onEnded(latency, false);
            limiter.release();
        }
    }

    /** As many are in flight as the limit admits; {@code after} the one before, one of them ends. */
    private void endOne(AdaptiveLimit adaptive, Duration after, Duration latency, boolean overload) {
        occupy();
        clock.advance(after);
        adaptive.onEnded(latency.toNanos(), overload);
        limiter.release();
    }

    private void occupy() {
        while (limiter.tryAcquire()) {
            // Until it is full.
        }
    }
}
