package dev.medley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotationsTest {

    @ParameterizedTest
    @CsvSource({
        "1ms, PT0.001S",
        "800ms, PT0.8S",
        "1.5s, PT1.5S",
        "0.001s, PT0.001S",
        "2m, PT2M",
        "0.5m, PT30S",
        "1h, PT1H",
        "8760h, PT8760H",
        "1000.0ms, PT1S"
    })
    void aDurationIsANumberWithItsUnit(String text, Duration duration) {
        assertThat(Given.file("server: {drain: " + text + "}").server().drain()).isEqualTo(duration);
        assertThat(Given.file("server: {deadline: " + text + "}").deadline()).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "'0'", "0s", "0.0ms"})
    void aDurationMayBeZeroWhereThatMakesSense(String text) {
        assertThat(Given.file("server: {drain: " + text + "}").server().drain()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1B, 1", "512KiB, 524288", "1.5MiB, 1572864", "1GiB, 1073741824", "0.5KiB, 512", "0, 0", "'''0''', 0"})
    void aSizeIsANumberWithItsUnit(String text, long bytes) {
        assertThat(Given.file("server: {max-request-body: " + text + "}")
                        .server()
                        .maxRequestBody())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "0.0.0.0", "a-b.example", "::", "::1", "fe80::1%eth0", "2001:db8::192.0.2.1"})
    void aHostIsANameOrAnAddress(String text) {
        assertThat(Given.file("server: {host: '" + text + "'}").server().host()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "http://a", "a:80", "[::1]"})
    void aHostIsNothingElse(String text) {
        assertThatThrownBy(() -> Given.file("server: {host: '" + text + "'}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is not a host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9001",
                "http://a",
                "HTTP://a.example/",
                "http://[::1]:9001/base/path",
                "http://a/b@c"
            })
    void aUrlHasAHostAndPerhapsAPortAndAPath(String text) {
        assertThat(Given.file("partners: {weather: {url: '" + text + "'}}").partners())
                .singleElement()
                .satisfies(partner -> assertThat(partner.url()).hasToString(text));
    }

    @ParameterizedTest
    @EnumSource
    void everyExecutionModeIsRead(ExecutionMode mode) {
        assertThat(new ExecutionNotation(true).read(mode.configured())).isEqualTo(mode);
    }

    @Test
    void theVirtualModeIsRefusedWhereThereAreNoVirtualThreads() {
        Notation<ExecutionMode> notation = new ExecutionNotation(false);

        assertThat(catchThrowableOfType(Notation.Refusal.class, () -> notation.read("virtual"))
                        .text())
                .isEqualTo("'virtual' needs Java 21 or later, and this is Java %d; expected async or blocking"
                        .formatted(Runtime.version().feature()));
    }
}
