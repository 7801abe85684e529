package dev.medley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServerSettingsTest {

    @ParameterizedTest
    @CsvSource({"ASYNC, 16", "BLOCKING, 3300", "VIRTUAL, 16"})
    void threadsDependOnTheExecutionModeUnlessSet(ExecutionMode mode, int threads) {
        assertThat(ServerSettings.builder().execution(mode).build().threads()).isEqualTo(threads);
        assertThat(ServerSettings.builder().threads(20).execution(mode).build().threads())
                .isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"ASYNC, 5", "BLOCKING, 8", "VIRTUAL, 5"})
    void theMinimumOfThreadsDependOnTheExecutionMode(ExecutionMode mode, int min) {
        ServerSettings.Builder builder = ServerSettings.builder().execution(mode);

        assertThat(builder.threads(min).build().threads()).isEqualTo(min);
        assertThatIllegalArgumentException()
                .isThrownBy(builder.threads(min - 1)::build)
                .withMessageStartingWith("server: threads")
                .withMessageContaining(String.valueOf(min));
    }

    @Test
    void thereIsNoDeadlineUnlessSet() {
        assertThat(ServerSettings.builder().build().deadline()).isNull();
    }

    @ParameterizedTest
    @MethodSource
    void aSettingThatIsNotAllowedIsNamed(UnaryOperator<ServerSettings.Builder> setting, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(setting.apply(ServerSettings.builder())::build)
                .withMessage("server: " + message);
    }

    static Stream<Arguments> aSettingThatIsNotAllowedIsNamed() {
        return Stream.of(
                wrong(
                        builder -> builder.port(65536),
                        "port: '65536' is out of range; expected a whole number from 0 to 65535"),
                wrong(
                        builder -> builder.admin(admin -> admin.port(-1)),
                        "admin.port: '-1' is out of range; expected a whole number from 0 to 65535"),
                wrong(
                        builder -> builder.threads(4),
                        "threads: '4' is out of range; expected a whole number from 5 to 100000"),
                wrong(
                        builder -> builder.deadline(Duration.ZERO),
                        "deadline: 'PT0S' is too short; expected more than 0ms"),
                wrong(
                        builder -> builder.drain(Duration.ofMillis(-1)),
                        "drain: 'PT-0.001S' is negative; expected 0ms or more"),
                wrong(
                        builder -> builder.maxRequestBody(-1),
                        "max-request-body: '-1B' is too small; expected 0B or more"),
                wrong(
                        builder -> builder.maxRequestBody((1L << 30) + 1),
                        "max-request-body: '1073741825B' is too large; expected 1GiB or less"),
                wrong(
                        builder -> builder.scripts(scripts -> scripts.maxStatements(999)),
                        "scripts.max-statements: '999' is out of range; expected a whole number from 1000 to 10000000000"),
                wrong(builder -> builder.maxHeldBytes(0), "max-held-bytes: '0B' is too small; expected 1B or more"));
    }

    @Test
    void theBrokerHoldsAQuarterOfTheHeapUnlessSet() {
        assertThat(ServerSettings.builder().build().maxHeldBytes())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(ServerSettings.builder().maxHeldBytes(5).build().maxHeldBytes())
                .isEqualTo(5);
    }

    private static Arguments wrong(UnaryOperator<ServerSettings.Builder> setting, String message) {
        return Arguments.of(setting, message);
    }
}
