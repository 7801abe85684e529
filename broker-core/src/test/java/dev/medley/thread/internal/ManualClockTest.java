package dev.medley.thread.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {

    private final ManualClock clock = ManualClock.inline();
    private final List<String> rung = new ArrayList<>();

    @Test
    void alarmsGoOffInTheOrderOfTheirTimes() {
        set(30, "third");
        set(10, "first");
        set(20, "second");
        clock.advance(Duration.ofNanos(30));
        assertThat(rung).containsExactly("first", "second", "third");
    }

    @Test
    void alarmsOfOneTimeGoOffInTheOrderInWhichTheyWereSet() {
        set(10, "first");
        set(10, "second");
        clock.advance(Duration.ofNanos(10));
        assertThat(rung).containsExactly("first", "second");
    }

    @Test
    void anAlarmDoesNotGoOffEarly() {
        set(10, "due");
        clock.advance(Duration.ofNanos(9));
        assertThat(rung).isEmpty();
        assertThat(clock.alarms()).isOne();
    }

    @Test
    void anAlarmThatIsCalledOffDoesNotGoOff() {
        Clock.ScheduledTask alarm = clock.schedule(10, () -> rung.add("called off"));
        alarm.cancel();
        clock.advance(Duration.ofNanos(10));
        assertThat(rung).isEmpty();
        assertThat(clock.alarms()).isZero();
    }

    @Test
    void anAlarmSeesItsOwnTimeAndMaySetTheNext() {
        long start = clock.nanoTime();
        clock.schedule(10, () -> clock.schedule(10, () -> rung.add("at " + (clock.nanoTime() - start))));
        clock.advance(Duration.ofNanos(50));
        assertThat(rung).containsExactly("at 20");
        assertThat(clock.nanoTime() - start).isEqualTo(50);
    }

    private void set(long delay, String name) {
        clock.schedule(delay, () -> rung.add(name));
    }
}
