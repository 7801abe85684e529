package dev.medley.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {

    private final ManualTime time = ManualTime.inline();
    private final List<String> rung = new ArrayList<>();

    @Test
    void alarmsGoOffInTheOrderOfTheirTimes() {
        set(30, "third");
        set(10, "first");
        set(20, "second");
        time.advance(Duration.ofNanos(30));
        assertThat(rung).containsExactly("first", "second", "third");
    }

    @Test
    void alarmsOfOneTimeGoOffInTheOrderInWhichTheyWereSet() {
        set(10, "first");
        set(10, "second");
        time.advance(Duration.ofNanos(10));
        assertThat(rung).containsExactly("first", "second");
    }

    @Test
    void anAlarmDoesNotGoOffEarly() {
        set(10, "due");
        time.advance(Duration.ofNanos(9));
        assertThat(rung).isEmpty();
        assertThat(time.alarms()).isOne();
    }

    @Test
    void anAlarmThatIsCalledOffDoesNotGoOff() {
        Time.Alarm alarm = time.after(10, () -> rung.add("called off"));
        alarm.cancel();
        time.advance(Duration.ofNanos(10));
        assertThat(rung).isEmpty();
        assertThat(time.alarms()).isZero();
    }

    @Test
    void anAlarmSeesItsOwnTimeAndMaySetTheNext() {
        long start = time.nanoTime();
        time.after(10, () -> time.after(10, () -> rung.add("at " + (time.nanoTime() - start))));
        time.advance(Duration.ofNanos(50));
        assertThat(rung).containsExactly("at 20");
        assertThat(time.nanoTime() - start).isEqualTo(50);
    }

    private void set(long delay, String name) {
        time.after(delay, () -> rung.add(name));
    }
}
