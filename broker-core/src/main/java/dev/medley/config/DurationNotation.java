package dev.medley.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/**
 * A span of time, in whole milliseconds: a number with its unit.
 *
 * @param zero whether it may be none at all
 */
record DurationNotation(boolean zero) implements Notation<Duration> {

    private static final Map<String, BigDecimal> MILLISECONDS = Map.of(
            "ms", BigDecimal.ONE,
            "s", BigDecimal.valueOf(1_000),
            "m", BigDecimal.valueOf(60_000),
            "h", BigDecimal.valueOf(3_600_000));
    private static final BigDecimal LONGEST =
            BigDecimal.valueOf(Duration.ofDays(365).toMillis());

    @Override
    public Duration read(String text) {
        BigDecimal milliseconds = Quantity.read(text, MILLISECONDS, "a duration", expected());
        if (milliseconds.signum() == 0 && !zero) {
            throw new Refusal(text, "is no time at all", "more than 0ms");
        }
        if (milliseconds.scale() > 0) {
            throw new Refusal(text, "is finer than a millisecond", "whole milliseconds");
        }
        if (milliseconds.compareTo(LONGEST) > 0) {
            throw new Refusal(text, "is longer than a year", "8760h or less");
        }
        return Duration.ofMillis(milliseconds.longValueExact());
    }

    @Override
    public String expected() {
        return "a number with ms, s, m or h, such as 800ms";
    }
}
