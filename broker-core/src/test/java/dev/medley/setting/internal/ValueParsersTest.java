package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ExecutionMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueParsersTest {

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
        assertThat(ValueParsers.duration().parse(text)).isEqualTo(duration);
        assertThat(ValueParsers.durationOrZero().parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0s", "0.0ms"})
    void aDurationMayBeZeroIfTheKeyPermitsIt(String text) {
        assertThat(ValueParsers.durationOrZero().parse(text)).isZero();
        assertRefused(ValueParsers.duration(), text, "is too short; expected more than 0ms");
    }

    @Test
    void aFineDurationHasMicrosecondsAndItsOwnMaximum() {
        ValueParser<Duration> parser = ValueParsers.fineDuration(Duration.ofHours(1));

        assertThat(parser.parse("40us")).isEqualTo(Duration.ofNanos(40_000));
        assertThat(parser.parse("0.5ms")).isEqualTo(Duration.ofNanos(500_000));
        assertRefused(parser, "61m", "is too long; expected 1h or less");
        assertRefused(parser, "0.5us", "is finer than a microsecond; expected whole microseconds");
        assertRefused(parser, "5", "has no unit; expected a number with us, ms, s, m or h, such as 800ms");
    }

    @ParameterizedTest
    @CsvSource({"1B, 1", "512KiB, 524288", "1.5MiB, 1572864", "1GiB, 1073741824", "0.5KiB, 512", "0, 0"})
    void aSizeIsANumberWithItsUnit(String text, long bytes) {
        assertThat(ValueParsers.size(0, 1 << 30).parse(text)).isEqualTo(bytes);
    }

    @Test
    void aLargeNumberMayHaveMoreThan31Bits() {
        ValueParser<Long> parser = ValueParsers.largeNumber(1, 10_000_000_000L, "statements");

        assertThat(parser.parse("10000000000")).isEqualTo(10_000_000_000L);
        assertThat(parser.format(10_000_000_000L)).isEqualTo("10000000000");
        assertRefused(parser, "10000000001", "is out of range; expected a whole number from 1 to 10000000000");
        assertRefused(parser, "99999999999999999999", "is out of range; expected a whole number from 1 to 10000000000");
        assertRefused(parser, "1.5", "is not a whole number; expected a whole number from 1 to 10000000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "0.0.0.0", "a-b.example", "::", "::1", "fe80::1%eth0", "2001:db8::192.0.2.1"})
    void aHostIsANameOrAnAddress(String text) {
        assertThat(ValueParsers.host().parse(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", "http://a", "a:80", "[::1]"})
    void aHostIsNothingElse(String text) {
        assertRefused(ValueParsers.host(), text, "is not a host; expected a name or an address, such as 127.0.0.1");
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
        assertThat(ValueParsers.url().parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @EnumSource
    void everyValueOfAnEnumerationIsParsed(ExecutionMode mode) {
        assertThat(modes(Map.of()).parse(mode.configured())).isEqualTo(mode);
    }

    @Test
    void aValueThatIsNotAvailableIsRefusedWithTheReason() {
        ValueParser<ExecutionMode> parser = modes(Map.of("virtual", "needs Java 21 or later, and this is Java 17"));

        assertRefused(parser, "virtual", "needs Java 21 or later, and this is Java 17; expected async or blocking");
    }

    @ParameterizedTest
    @CsvSource({"0ms, 0", "999ms, 999", "1s, 1000", "60s, 60000", "1001ms, 1001", "24h, 86400000"})
    void aDurationIsFormattedAsItIsRead(String text, long milliseconds) {
        assertThat(ValueParsers.durationOrZero().format(Duration.ofMillis(milliseconds)))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0B, 0", "8KiB, 8192", "16MiB, 16777216", "1GiB, 1073741824", "1025B, 1025", "1024GiB, 1099511627776"})
    void aSizeIsFormattedAsItIsRead(String text, long bytes) {
        ValueParser<Long> parser = ValueParsers.size(0, 1L << 40);

        assertThat(parser.format(bytes)).isEqualTo(text);
        assertThat(parser.parse(text)).isEqualTo(bytes);
    }

    @Test
    void aListIsFormattedAsItIsRead() {
        ValueParser<List<Integer>> parser = ValueParsers.list(ValueParsers.wholeNumber(0, 9, ""));

        assertThat(parser.format(List.of(1, 2))).isEqualTo("1,2");
        assertThat(parser.parse("1, 2")).containsExactly(1, 2);
        assertThat(parser.parse("")).isEmpty();
    }

    private static ValueParser<ExecutionMode> modes(Map<String, String> refused) {
        return ValueParsers.choice("an execution mode", ExecutionMode.class, ExecutionMode::configured, refused);
    }

    private static void assertRefused(ValueParser<?> parser, String text, String fault) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> parser.parse(text))
                .withMessage("'%s' %s", text, fault);
    }
}
