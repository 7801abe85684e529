package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Whatever a file has as a size or a duration, it is read within its bounds, or refused. */
class QuantitiesFuzzTest {

    private static final ValueParser<Long> SIZES = ValueParsers.size(1, 1L << 30);
    private static final ValueParser<Duration> DURATIONS = ValueParsers.duration();

    @FuzzTest
    void aSizeIsReadOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            long size = SIZES.parse(text);
            assertThat(size).isBetween(1L, 1L << 30);
            assertThat(SIZES.parse(SIZES.format(size))).isEqualTo(size);
        } catch (InvalidValueException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    @FuzzTest
    void aDurationIsReadOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            Duration duration = DURATIONS.parse(text);
            assertThat(duration).isPositive().isLessThanOrEqualTo(ValueParsers.MAX_DURATION);
            assertThat(DURATIONS.parse(DURATIONS.format(duration))).isEqualTo(duration);
        } catch (InvalidValueException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }
}
