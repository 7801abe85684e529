package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.turn.TurnTimes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Each turn of a loop is counted once, by what ran. */
class TurnTimesTest {

    @Test
    void aTurnIsInTheFirstBucketWhoseBoundItDoesNotExceed() {
        TurnTimes times = new TurnTimes();
        times.took(TurnTimes.Ran.CLIENT, 100_000);
        times.took(TurnTimes.Ran.CLIENT, 100_001);
        times.took(TurnTimes.Ran.PARTNER, Duration.ofSeconds(3).toNanos());

        assertThat(times.counts(TurnTimes.Ran.CLIENT)).startsWith(1, 1, 0);
        assertThat(times.counts(TurnTimes.Ran.PARTNER)).endsWith(0, 1);
        assertThat(times.counts(TurnTimes.Ran.PARTNER))
                .hasSize(TurnTimes.bounds().size() + 1);
        assertThat(times.seconds(TurnTimes.Ran.PARTNER)).isEqualTo(3);
        assertThat(times.seconds(TurnTimes.Ran.TASK)).isZero();
    }

    @Test
    void aTaskOfAnotherThreadIsATurn() throws Exception {
        try (BrokerPool pool = new BrokerPool(8, false, 1)) {
            pool.start();
            Loop loop = Objects.requireNonNull(pool.loops()).all().get(0);
            CountDownLatch ran = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                loop.execute(ran::countDown);
            }
            Soon.down(ran);
            Soon.asserted(() -> assertThat(Arrays.stream(loop.times().counts(TurnTimes.Ran.TASK))
                            .sum())
                    .isEqualTo(3));
        }
    }

    @Test
    void whatWaitsForATurnIsCountedAsThat() throws Exception {
        try (BrokerPool pool = new BrokerPool(8, false, 1)) {
            pool.start();
            Loop loop = Objects.requireNonNull(pool.loops()).all().get(0);
            CountDownLatch ran = new CountDownLatch(1);
            loop.execute(() -> loop.deferAnswer(this, ran::countDown));
            Soon.down(ran);
            Soon.asserted(() -> assertThat(Arrays.stream(loop.times().counts(TurnTimes.Ran.WAITING))
                            .sum())
                    .isEqualTo(1));
        }
    }
}
