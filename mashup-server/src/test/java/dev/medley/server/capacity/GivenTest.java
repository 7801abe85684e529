package dev.medley.server.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenTest {

    @Test
    void readsWhatIsWrittenAsExpected() {
        assertThat(new Given("--users", "10").count(10)).isEqualTo(10);
        assertThat(new Given("--rate", "2.5").positive()).isEqualTo(2.5);
        assertThat(new Given("--headroom", "0").share()).isZero();
        assertThat(new Given("--demand", "40us").duration()).isEqualTo(Duration.ofNanos(40_000));
        assertThat(new Given("--latency", "500ms, 1.5s,1m").durations())
                .containsExactly(Duration.ofMillis(500), Duration.ofMillis(1500), Duration.ofMinutes(1));
        assertThat(new Given("--heap", "2GiB").bytes()).isEqualTo(2L << 30);
        assertThat(new Given("--execution", "virtual").mode()).isEqualTo(ExecutionMode.VIRTUAL);
    }

    @Test
    void saysInOneLineWhatItExpects() {
        assertThatThrownBy(() -> new Given("--latency", "500").duration())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--latency: '500' does not do; expected a time with us, ms, s or m, such as 500ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "11", "1.5", "ten", ""})
    void refusesWhatIsNoCount(String text) {
        assertThatThrownBy(() -> new Given("--users", text).count(10)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "NaN", "1e3"})
    void refusesWhatIsNoPositiveNumber(String text) {
        assertThatThrownBy(() -> new Given("--rate", text).positive()).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.91", "1", "-0.1", "30%"})
    void refusesWhatIsNoShare(String text) {
        assertThatThrownBy(() -> new Given("--headroom", text).share()).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0ms", "-1s", "1", "1 s", "1d", "61m", "1s,", ""})
    void refusesWhatAreNoTimes(String text) {
        assertThatThrownBy(() -> new Given("--latency", text).durations()).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1GB", "-1GiB"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> new Given("--heap", text).bytes()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesAnExecutionModeThatThereIsNot() {
        assertThatThrownBy(() -> new Given("--execution", "fast").mode())
                .hasMessage("--execution: 'fast' does not do; expected async, blocking or virtual");
    }
}
