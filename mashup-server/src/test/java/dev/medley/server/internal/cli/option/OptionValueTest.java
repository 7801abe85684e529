package dev.medley.server.internal.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionValueTest {

    @Test
    void parsesValidValues() {
        assertThat(new OptionValue("--users", "10").count(10)).isEqualTo(10);
        assertThat(new OptionValue("--rate", "2.5").positive()).isEqualTo(2.5);
        assertThat(new OptionValue("--headroom", "0").share()).isZero();
        assertThat(new OptionValue("--demand", "40us").duration()).isEqualTo(Duration.ofNanos(40_000));
        assertThat(new OptionValue("--latency", "500ms, 1.5s,1m").durations())
                .containsExactly(Duration.ofMillis(500), Duration.ofMillis(1500), Duration.ofMinutes(1));
        assertThat(new OptionValue("--heap", "2GiB").bytes()).isEqualTo(2L << 30);
        assertThat(new OptionValue("--execution", "virtual").mode()).isEqualTo(ExecutionMode.VIRTUAL);
    }

    @Test
    void namesTheValueAndTheExpectedFormInOneLine() {
        assertThatThrownBy(() -> new OptionValue("--latency", "500").duration())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--latency: '500' has no unit; expected a number with us, ms, s, m or h, such as 800ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "11", "1.5", "ten", ""})
    void refusesInvalidCounts(String text) {
        assertThatThrownBy(() -> new OptionValue("--users", text).count(10))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "NaN", "1e3"})
    void refusesInvalidPositiveNumbers(String text) {
        assertThatThrownBy(() -> new OptionValue("--rate", text).positive())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.91", "1", "-0.1", "30%"})
    void refusesInvalidShares(String text) {
        assertThatThrownBy(() -> new OptionValue("--headroom", text).share())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0ms", "-1s", "1", "1 s", "1d", "61m", "1s,", ""})
    void refusesInvalidDurations(String text) {
        assertThatThrownBy(() -> new OptionValue("--latency", text).durations())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1GB", "-1GiB"})
    void refusesInvalidSizes(String text) {
        assertThatThrownBy(() -> new OptionValue("--heap", text).bytes()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesUnknownExecutionModes() {
        assertThatThrownBy(() -> new OptionValue("--execution", "fast").mode())
                .hasMessage("--execution: 'fast' is not an execution mode; expected async, blocking or virtual");
    }
}
