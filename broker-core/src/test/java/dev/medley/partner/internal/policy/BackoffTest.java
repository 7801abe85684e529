package dev.medley.partner.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration MAX = Duration.ofSeconds(1);

    @ParameterizedTest
    @CsvSource({"1,50", "2,100", "3,200", "5,800", "6,1000", "7,1000", "1000,1000"})
    void theBoundDoublesUpToTheMaximum(int retry, long millis) {
        Backoff backoff = new Backoff(FIRST, MAX, new Random(1));
        long bound = Duration.ofMillis(millis).toNanos();
        long largest = 0;
        for (int i = 0; i < 1_000; i++) {
            largest = Math.max(largest, backoff.nanos(retry));
        }
        assertThat(largest).isBetween(bound * 9 / 10, bound);
    }

    @Test
    void thePauseIsAnyPartOfTheBound() {
        Backoff backoff = new Backoff(FIRST, MAX, new Random(1));
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += backoff.nanos(1);
        }
        assertThat(sum / 10_000).isBetween(0.48 * FIRST.toNanos(), 0.52 * FIRST.toNanos());
    }

    @Test
    void thePauseIsThatOfTheRandomSource() {
        RandomGenerator lowest = () -> 0;
        assertThat(new Backoff(FIRST, MAX, lowest).nanos(3)).isZero();
    }

    @Test
    void withoutABoundThereIsNoPause() {
        assertThat(new Backoff(Duration.ZERO, Duration.ZERO, new Random(1)).nanos(1))
                .isZero();
        assertThat(new Backoff(Duration.ofDays(365), Duration.ofDays(365), new Random(1)).nanos(1000))
                .isBetween(0L, Duration.ofDays(365).toNanos());
    }
}
