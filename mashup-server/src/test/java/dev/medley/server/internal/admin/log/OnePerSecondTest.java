package dev.medley.server.internal.admin.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.admin.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnePerSecondTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final List<String> emitted = new ArrayList<>();
    private final OnePerSecond<String> limit =
            new OnePerSecond<>(clock, (what, others) -> emitted.add(what + " and " + others + " others"));

    @Test
    void theFirstIsEmittedAtOnce() {
        limit.offer("first");

        assertThat(emitted).containsExactly("first and 0 others");
    }

    @Test
    void theLastOfASecondIsEmittedAtItsEndWithTheNumberOfTheOthers() {
        limit.offer("first");
        limit.offer("second");
        limit.offer("third");
        limit.offer("fourth");
        assertThat(emitted).hasSize(1);

        clock.pass(SECOND);

        assertThat(emitted).containsExactly("first and 0 others", "fourth and 2 others");
    }

    @Test
    void atMostOneIsEmittedPerSecond() {
        for (int i = 0; i < 1000; i++) {
            limit.offer("another");
            clock.pass(Duration.ofMillis(10));
        }

        assertThat(emitted).hasSize(11);
        assertThat(emitted.get(0)).isEqualTo("another and 0 others");
        assertThat(emitted.get(1)).isEqualTo("another and 98 others");
        assertThat(emitted.subList(2, 11)).containsOnly("another and 99 others");
    }

    @Test
    void afterAQuietSecondTheNextIsEmittedAtOnce() {
        limit.offer("first");
        clock.pass(SECOND);
        limit.offer("second");

        assertThat(emitted).containsExactly("first and 0 others", "second and 0 others");
    }

    @Test
    void noAlarmIsSetWithoutElements() {
        assertThat(clock.alarms()).isZero();

        limit.offer("first");
        clock.pass(SECOND);

        assertThat(clock.alarms()).isZero();
    }
}
