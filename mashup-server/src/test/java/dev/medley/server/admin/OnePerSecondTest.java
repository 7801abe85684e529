package dev.medley.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnePerSecondTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final List<String> told = new ArrayList<>();
    private final OnePerSecond<String> limit =
            new OnePerSecond<>(clock, (what, others) -> told.add(what + " and " + others + " others"));

    @Test
    void theFirstIsToldAtOnce() {
        limit.offer("first");

        assertThat(told).containsExactly("first and 0 others");
    }

    @Test
    void theLastOfThoseThatFollowIsToldAtTheEndOfTheSecondWithTheNumberOfTheOthers() {
        limit.offer("first");
        limit.offer("second");
        limit.offer("third");
        limit.offer("fourth");
        assertThat(told).hasSize(1);

        clock.pass(SECOND);

        assertThat(told).containsExactly("first and 0 others", "fourth and 2 others");
    }

    @Test
    void noMoreThanOneIsToldInASecondHoweverManyThereAre() {
        for (int i = 0; i < 1000; i++) {
            limit.offer("another");
            clock.pass(Duration.ofMillis(10));
        }

        assertThat(told).hasSize(11);
        assertThat(told.get(0)).isEqualTo("another and 0 others");
        assertThat(told.get(1)).isEqualTo("another and 98 others");
        assertThat(told.subList(2, 11)).containsOnly("another and 99 others");
    }

    @Test
    void afterAQuietSecondTheNextIsToldAtOnce() {
        limit.offer("first");
        clock.pass(SECOND);
        limit.offer("second");

        assertThat(told).containsExactly("first and 0 others", "second and 0 others");
    }

    @Test
    void noAlarmIsSetWhileThereIsNothingToTell() {
        assertThat(clock.alarms()).isZero();

        limit.offer("first");
        clock.pass(SECOND);

        assertThat(clock.alarms()).isZero();
    }
}
