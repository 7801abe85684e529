package dev.medley.config;

import java.math.BigDecimal;
import java.util.Map;

/** An amount of memory, in bytes: a number with its unit. */
record SizeNotation() implements Notation<Long> {

    private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 30);
    private static final Map<String, BigDecimal> BYTES = Map.of(
            "B",
            BigDecimal.ONE,
            "KiB",
            BigDecimal.valueOf(1L << 10),
            "MiB",
            BigDecimal.valueOf(1L << 20),
            "GiB",
            LARGEST);

    @Override
    public Long read(String text) {
        BigDecimal bytes = Quantity.read(text, BYTES, "a size", expected());
        if (bytes.scale() > 0) {
            throw new Refusal(text, "is finer than a byte", "whole bytes");
        }
        if (bytes.compareTo(LARGEST) > 0) {
            throw new Refusal(text, "is too much", "1GiB or less");
        }
        return bytes.longValueExact();
    }

    @Override
    public String expected() {
        return "a number with B, KiB, MiB or GiB, such as 1MiB";
    }
}
