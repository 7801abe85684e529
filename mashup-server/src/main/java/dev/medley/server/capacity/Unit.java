package dev.medley.server.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** What a number counts, and so how it is shown. */
enum Unit {
    COUNT {
        @Override
        String show(double value) {
            return value >= UNLIMITED ? "unlimited" : format("%,.0f", value);
        }
    },
    FRACTION {
        @Override
        String show(double value) {
            if (value == Math.rint(value)) {
                return COUNT.show(value);
            }
            return value >= TEN
                    ? format("%,.1f", value)
                    : new BigDecimal(value).round(TWO_DIGITS).toPlainString();
        }
    },
    BYTES {
        @Override
        String show(double value) {
            return value >= GIB ? format("%,.2f GiB", value / GIB) : format("%.0f MiB", Math.ceil(value / MIB));
        }
    },
    MILLISECONDS {
        @Override
        String show(double value) {
            return value >= SECOND
                    ? format("%,.3f", value / SECOND).replaceFirst("\\.?0+$", "") + " s"
                    : format("%.4f", value).replaceFirst("\\.?0+$", "") + " ms";
        }
    },
    VERSION {
        @Override
        String show(double value) {
            return format("%.0f", value);
        }
    };

    private static final double UNLIMITED = 1e18;
    private static final double TEN = 10;
    private static final MathContext TWO_DIGITS = new MathContext(2);
    private static final double MIB = 1 << 20;
    private static final double GIB = 1 << 30;
    private static final double SECOND = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A whole number, to be read by people. */
    static String count(long value) {
        return COUNT.show((double) value);
    }

    /** A time as {@link #MILLISECONDS} has it. */
    static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }

    /** The number, to be read by people. */
    abstract String show(double value);

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
