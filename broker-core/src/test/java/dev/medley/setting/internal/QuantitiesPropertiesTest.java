package dev.medley.setting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;

/** Sizes and durations are read as they are written, and nothing else is read. */
class QuantitiesPropertiesTest {

    /** The largest amount that can be written in bytes: one of 12 digits. */
    private static final long MAX_SIZE = 999_999_999_999L;

    private static final long MAX_MILLIS = 365L * 24 * 3_600_000;
    private static final ValueParser<Long> SIZES = ValueParsers.size(0, MAX_SIZE);
    private static final ValueParser<Duration> DURATIONS = ValueParsers.durationOrZero();
    private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,12}(\\.[0-9]{1,9})?)([A-Za-z]+)");
    private static final Map<String, Long> BYTES = Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);
    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    @Property(seed = "1", tries = 10_000)
    void aSizeThatIsWrittenIsReadAgain(@ForAll @LongRange(max = MAX_SIZE) long bytes) {
        assertThat(SIZES.parse(SIZES.format(bytes))).isEqualTo(bytes);
    }

    @Property(seed = "1", tries = 10_000)
    void aDurationThatIsWrittenIsReadAgain(@ForAll @LongRange(max = MAX_MILLIS) long millis) {
        Duration duration = Duration.ofMillis(millis);
        assertThat(DURATIONS.parse(DURATIONS.format(duration))).isEqualTo(duration);
    }

    @Property(seed = "1", tries = 50_000)
    void aSizeIsWhatItsNumberAndUnitSay(@ForAll("quantities") String text) {
        assertThat(parsed(SIZES, text)).isEqualTo(expected(text, BYTES, MAX_SIZE));
    }

    @Property(seed = "1", tries = 50_000)
    void aDurationIsWhatItsNumberAndUnitSay(@ForAll("quantities") String text) {
        Duration parsed = parsed(DURATIONS, text);
        assertThat(parsed == null ? null : (Long) parsed.toMillis()).isEqualTo(expected(text, MILLIS, MAX_MILLIS));
    }

    @Property(seed = "1", tries = 20_000)
    void anyTextIsReadOrRefused(@ForAll String text) {
        assertThat(parsed(SIZES, text)).isEqualTo(expected(text, BYTES, MAX_SIZE));
    }

    @Provide
    Arbitrary<String> quantities() {
        Arbitrary<String> number = Arbitraries.oneOf(
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.of(
                        "0", "1", "00", "1.5", "0.0009765625", "1.", ".5", "-1", "+1", "1e3", " 1", "999999999999"),
                Arbitraries.strings().withChars("0123456789.").ofMinLength(1).ofMaxLength(14));
        Arbitrary<String> unit = Arbitraries.of(
                "", "B", "KiB", "MiB", "GiB", "kib", "KB", "ms", "s", "m", "h", "d", "us", "MS", " ms", "ms ", "\n",
                "msms");
        return number.flatMap(amount -> unit.map(name -> amount + name));
    }

    private static <T> @Nullable T parsed(ValueParser<T> parser, String text) {
        try {
            return parser.parse(text);
        } catch (InvalidValueException x) {
            assertThat(x.getMessage()).isNotBlank();
            return null;
        }
    }

    /** The amount; null for what is none, finer than the unit, or more than {@code max}. */
    private static @Nullable Long expected(String text, Map<String, Long> units, long max) {
        if (text.equals("0")) {
            return 0L;
        }
        Matcher quantity = QUANTITY.matcher(text);
        if (!quantity.matches() || !units.containsKey(quantity.group(3))) {
            return null;
        }
        BigDecimal amount =
                new BigDecimal(quantity.group(1)).multiply(BigDecimal.valueOf(units.get(quantity.group(3))));
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        return whole && amount.compareTo(BigDecimal.valueOf(max)) <= 0 ? (Long) amount.longValueExact() : null;
    }
}
