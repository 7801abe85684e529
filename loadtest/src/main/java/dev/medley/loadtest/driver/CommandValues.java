package dev.medley.loadtest.driver;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How values of the command's options are written. */
final class CommandValues {

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(ms|s|m|h)");
    private static final Pattern PHASE = Pattern.compile("([0-9.]{1,12}):([0-9.]{1,9})");
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private CommandValues() {}

    /** A number with its unit, such as {@code 800ms}. */
    static final class Span implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String value) {
            Matcher matcher = DURATION.matcher(value);
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + value + "' is not a number with ms, s, m or h, such as 800ms");
            }
            BigDecimal seconds = new BigDecimal(matcher.group(1))
                    .multiply(
                            switch (matcher.group(2)) {
                                case "ms" -> new BigDecimal("0.001");
                                case "s" -> BigDecimal.ONE;
                                case "m" -> BigDecimal.valueOf(60);
                                default -> BigDecimal.valueOf(3600);
                            });
            return Duration.ofNanos(seconds.multiply(NANOS).longValue());
        }
    }

    /** Seconds from one arrival to the next, and seconds that the phase takes, such as {@code 0.04:60}. */
    static final class PhaseSpan implements ITypeConverter<Phase> {

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
            throw new TypeConversionException(
                    "'" + value + "' is not INTERVAL:SECONDS, such as 0.04:60 for an arrival every 0.04 s, for 60 s");
        }
    }

    static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS.doubleValue()));
    }
}
