package dev.medley.loadtest.driver;

import dev.medley.loadtest.driver.plan.Phase;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for the values of the command's options. */
public final class CommandValues {

    private static final Map<String, BigDecimal> NANOS = Map.of(
            "us", BigDecimal.valueOf(1_000L),
            "ms", BigDecimal.valueOf(1_000_000L),
            "s", BigDecimal.valueOf(1_000_000_000L),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));
    private static final BigDecimal YEAR =
            BigDecimal.valueOf(Duration.ofDays(365).toNanos());
    private static final String DURATION = "a number with us, ms, s, m or h, such as 800ms";
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([A-Za-z]*)");
    private static final Pattern PHASE = Pattern.compile("([0-9.]{1,12}):([0-9.]{1,9})");

    private CommandValues() {}

    /** A duration in the notation of the configuration, such as {@code 800ms}. */
    public static final class DurationConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String value) {
            if (value.equals("0")) {
                return Duration.ZERO;
            }
            Matcher matcher = NUMBER.matcher(value);
            if (!matcher.matches()) {
                throw invalid(value, "is not a duration", DURATION);
            }
            BigDecimal unit = NANOS.get(matcher.group(2));
            if (unit == null) {
                throw invalid(value, matcher.group(2).isEmpty() ? "has no unit" : "is not a duration", DURATION);
            }
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(unit);
            if (nanos.compareTo(YEAR) > 0) {
                throw invalid(value, "is longer than a year", "8760h or less");
            }
            return Duration.ofNanos(nanos.longValue());
        }
    }

    /** Seconds from one arrival to the next, and the seconds of the phase, such as {@code 0.04:60}. */
    public static final class PhaseConverter implements ITypeConverter<Phase> {

        @Override
        public Phase convert(String value) {
            Matcher matcher = PHASE.matcher(value);
            try {
                if (matcher.matches()) {
                    return new Phase(
                            Double.parseDouble(matcher.group(1)), seconds(Double.parseDouble(matcher.group(2))));
                }
            } catch (IllegalArgumentException x) {
                throw new TypeConversionException("'" + value + "': " + x.getMessage());
            }
            throw invalid(
                    value, "is not a phase", "INTERVAL:SECONDS, such as 0.04:60 for an arrival every 0.04 s, for 60 s");
        }
    }

    static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static TypeConversionException invalid(String value, String fault, String expected) {
        return new TypeConversionException("'" + value + "' " + fault + "; expected " + expected);
    }
}
