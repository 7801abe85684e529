package dev.medley.loadtest.driver.plan;

import static dev.medley.loadtest.driver.Plans.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.loadtest.driver.Plans;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {

    private static final long MILLI = 1_000_000;

    @Test
    void startsAtEqualIntervalsFromTheBeginningOfEachPhase() {
        Timetable timetable = new Timetable.Builder()
                .add("phase 1", millis(10), 250, true)
                .add("phase 2", millis(5), 1000, true)
                .build();

        assertThat(all(ArrivalSchedule.constant(timetable.windows())))
                .containsExactly(0L, 4 * MILLI, 8 * MILLI, 10 * MILLI, 11 * MILLI, 12 * MILLI, 13 * MILLI, 14 * MILLI);
    }

    @Test
    void addsUpNoErrorOverALongPhase() {
        Timetable timetable = new Timetable.Builder()
                .add("phase 1", Duration.ofMinutes(10), 333, true)
                .build();

        List<Long> starts = all(ArrivalSchedule.constant(timetable.windows()));

        assertThat(starts).hasSize(333 * 600);
        assertThat(starts.get(333 * 300)).isEqualTo(Duration.ofMinutes(5).toNanos());
    }

    @Test
    void drawsExponentialIntervalsAroundTheirMean() {
        Timetable timetable = new Timetable.Builder()
                .add("phase 1", Duration.ofSeconds(50), 1000, true)
                .add("phase 2", Duration.ofSeconds(50), 100, true)
                .build();

        List<Long> starts = all(ArrivalSchedule.exponential(timetable.windows(), new SplittableRandom(7)));

        assertThat(starts).isSorted();
        assertThat(starts.stream()
                        .filter(start -> start < Duration.ofSeconds(50).toNanos()))
                .hasSizeBetween(49_000, 51_000);
        assertThat(starts.size()).isBetween(53_500, 56_500);
        // Of exponential intervals, a share of 1/e is longer than the mean.
        long longer = 0;
        for (int i = 1; i < 49_000; i++) {
            longer += starts.get(i) - starts.get(i - 1) > MILLI ? 1 : 0;
        }
        assertThat(longer / 49_000.0).isCloseTo(1 / Math.E, within(0.01));
    }

    @Test
    void drawsTheSameIntervalsFromTheSameSeed() {
        Timetable timetable = new Timetable.Builder()
                .add("phase 1", Duration.ofSeconds(1), 1000, true)
                .build();

        assertThat(all(ArrivalSchedule.exponential(timetable.windows(), new SplittableRandom(3))))
                .isEqualTo(all(ArrivalSchedule.exponential(timetable.windows(), new SplittableRandom(3))));
    }

    @Test
    void spreadsUsersEvenlyOverTheirTime() {
        assertThat(all(ArrivalSchedule.spread(4, 20 * MILLI))).containsExactly(0L, 5 * MILLI, 10 * MILLI, 15 * MILLI);
        assertThat(all(ArrivalSchedule.spread(3, 0))).containsExactly(0L, 0L, 0L);
    }

    @Test
    void putsRampUpAndWarmUpBeforeWhatIsMeasured() {
        LoadPlan plan = Plans.get(URI.create("http://127.0.0.1"), "/")
                .closed(100)
                .rampUp(millis(30))
                .warmUp(millis(20))
                .duration(millis(500))
                .build();

        Timetable timetable = plan.profile().timetable(plan.warmUp());

        assertThat(timetable.windows())
                .containsExactly(
                        new Timetable.Window(0, "warm-up", 0, 50 * MILLI, 0, false),
                        new Timetable.Window(1, "load", 50 * MILLI, 550 * MILLI, 0, true));
        assertThat(timetable.at(50 * MILLI)).isEqualTo(timetable.windows().get(1));
        assertThat(timetable.at(550 * MILLI)).isNull();
        assertThat(plan.length()).isEqualTo(millis(550));
    }

    private static List<Long> all(ArrivalSchedule starts) {
        List<Long> all = new ArrayList<>();
        for (long next = starts.next(); next != ArrivalSchedule.NONE; next = starts.next()) {
            all.add(next);
        }
        return all;
    }
}
