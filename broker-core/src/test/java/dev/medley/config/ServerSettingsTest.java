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
    void theFewestThreadsDependOnTheExecutionMode(ExecutionMode mode, int fewest) {
        ServerSettings.Builder builder = ServerSettings.builder().execution(mode);

        assertThat(builder.threads(fewest).build().threads()).isEqualTo(fewest);
        assertThatIllegalArgumentException()
                .isThrownBy(builder.threads(fewest - 1)::build)
                .withMessage("server: threads is %d, expected %d or more with execution: %s"
                        .formatted(fewest - 1, fewest, mode.configured()));
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
                wrong(builder -> builder.port(65536), "port is 65536, expected 0 to 65535"),
                wrong(builder -> builder.adminPort(-1), "admin.port is -1, expected 0 to 65535"),
                wrong(builder -> builder.deadline(Duration.ZERO), "deadline is PT0S, expected more than 0s"),
                wrong(builder -> builder.drain(Duration.ofMillis(-1)), "drain is PT-0.001S, expected 0s or more"),
                wrong(builder -> builder.idleTimeout(Duration.ZERO), "idle-timeout is PT0S, expected more than 0s"),
                wrong(builder -> builder.acceptBacklog(0), "accept-backlog is 0, expected 1 or more"),
                wrong(builder -> builder.maxRequestBody(-1), "max-request-body is -1, expected 0 bytes to 1GiB"),
                wrong(
                        builder -> builder.maxRequestBody((1L << 30) + 1),
                        "max-request-body is 1073741825, expected 0 bytes to 1GiB"),
                wrong(builder -> builder.maxWaiting(-1), "max-waiting is -1, expected 0 or more"));
    }

    private static Arguments wrong(UnaryOperator<ServerSettings.Builder> setting, String message) {
        return Arguments.of(setting, message);
    }
}
