package dev.medley.loadtest.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.driver.CommandValues;
import dev.medley.loadtest.driver.client.DriverProcess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class LoadPlanTest {

    private static final URI TARGET = URI.create("http://127.0.0.1:8080/");

    @ParameterizedTest
    @ValueSource(strings = {"https:/path", "/path", "http:/path", "ftp://127.0.0.1"})
    void refusesATargetThatIsNoAddressOfHttp(String target) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadPlan.to(URI.create(target)))
                .withMessageContaining("http://127.0.0.1:8080/path");
    }

    @Test
    void refusesWhatMakesNoSense() {
        LoadPlan.Builder plan = LoadPlan.to(TARGET);

        assertThatIllegalArgumentException().isThrownBy(plan::build).withMessageContaining("closed(users)");
        assertThatIllegalArgumentException().isThrownBy(() -> plan.closed(0)).withMessageContaining("users is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> plan.open(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> plan.timeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> plan.warmUp(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> plan.threads(2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Phase(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Phase(Double.NaN, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Phase.ofRate(0, Duration.ofSeconds(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Phase.ofRate(1, Duration.ZERO));
    }

    @Test
    void describesItsLoad() {
        assertThat(LoadPlan.to(TARGET).closed(1200).build().profile().describe())
                .isEqualTo("closed loop, 1,200 users, no think time");
        assertThat(LoadPlan.to(TARGET)
                        .open(new Phase(0.04, Duration.ofMinutes(1)), new Phase(0.002, Duration.ofMinutes(1)))
                        .build()
                        .profile()
                        .describe())
                .isEqualTo("open loop, arrivals at constant intervals, 25.00/s, 500.0/s");
    }

    @Test
    void readsPhasesAsThePaperWritesThem() {
        assertThat(new CommandValues.PhaseConverter().convert("0.04:60"))
                .isEqualTo(new Phase(0.04, Duration.ofSeconds(60)));
        assertThat(new CommandValues.PhaseConverter().convert("0.003:0.5"))
                .isEqualTo(new Phase(0.003, Duration.ofMillis(500)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0.04", "0:60", "0.04:0", "a:b", "1.2.3:60", "-1:60", "."})
    void refusesOtherPhases(String value) {
        assertThatThrownBy(() -> new CommandValues.PhaseConverter().convert(value))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + value + "'");
    }

    @Test
    void readsDurationsInTheNotationOfTheConfiguration() {
        CommandValues.DurationConverter duration = new CommandValues.DurationConverter();

        assertThat(duration.convert("800ms")).isEqualTo(Duration.ofMillis(800));
        assertThat(duration.convert("50us")).isEqualTo(Duration.ofNanos(50_000));
        assertThat(duration.convert("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(duration.convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(duration.convert("1h")).isEqualTo(Duration.ofHours(1));
        assertThat(duration.convert("0")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "30, has no unit; expected a number with us",
        "5d, is not a duration; expected a number with us",
        "-1s, is not a duration; expected a number with us",
        "soon, is not a duration; expected a number with us",
        "9000h, is longer than a year; expected 8760h or less",
        "999999999999h, is longer than a year; expected 8760h or less"
    })
    void refusesOtherDurations(String value, String fault) {
        assertThatThrownBy(() -> new CommandValues.DurationConverter().convert(value))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("'" + value + "' " + fault);
    }

    @Test
    void leavesAReserveOfOpenFiles() {
        assertThat(DriverProcess.connections(20_000, 100)).isEqualTo(19_600);
        assertThat(DriverProcess.connections(100, 90)).isEqualTo(1);
        assertThat(DriverProcess.connections(Long.MAX_VALUE, 90)).isEqualTo(Integer.MAX_VALUE);
    }
}
