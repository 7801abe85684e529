package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.loadtest.driver.plan.ArrivalSchedule;
import dev.medley.loadtest.driver.result.RunTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacerTest {

    private static final long MILLI = 1_000_000;

    private final ManualPace pace = new ManualPace();
    private final RunTime time = RunTime.starting(pace::nanoTime, pace::pause);
    private final List<Long> intended = new ArrayList<>();
    private final List<Long> actual = new ArrayList<>();

    @Test
    void startsEachRequestWhenItIsDue() {
        Pacer pacer = new Pacer(ArrivalSchedule.spread(3, 30 * MILLI), time, this::note);

        pacer.run();

        assertThat(actual).containsExactly(0L, 10 * MILLI, 20 * MILLI);
        assertThat(pacer.done()).isTrue();
    }

    @Test
    void startsWhatIsOverdueAtOnceAndKeepsTheSchedule() {
        Pacer pacer = new Pacer(ArrivalSchedule.spread(6, 60 * MILLI), time, due -> {
            note(due);
            if (due == 10 * MILLI) {
                pace.advance(millis(35));
            }
        });

        pacer.run();

        assertThat(intended).containsExactly(0L, 10 * MILLI, 20 * MILLI, 30 * MILLI, 40 * MILLI, 50 * MILLI);
        assertThat(actual).containsExactly(0L, 10 * MILLI, 45 * MILLI, 45 * MILLI, 45 * MILLI, 50 * MILLI);
    }

    @Test
    void startsNothingOnceStopped() {
        Pacer pacer = new Pacer(() -> time.now() + MILLI, time, this::note);

        pacer.stop();
        pacer.run();

        assertThat(intended).isEmpty();
        assertThat(pacer.done()).isTrue();
    }

    @Test
    void aStartThatFailsIsNotHidden() {
        Pacer pacer = new Pacer(ArrivalSchedule.spread(3, 30 * MILLI), time, due -> {
            note(due);
            throw new IllegalArgumentException("test");
        });

        pacer.run();

        assertThat(intended).containsExactly(0L);
        assertThat(pacer.done()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(pacer::checkFailure)
                .withMessageContaining("could not start a request")
                .withCauseInstanceOf(IllegalArgumentException.class);
    }

    private void note(long due) {
        intended.add(due);
        actual.add(time.now());
    }
}
