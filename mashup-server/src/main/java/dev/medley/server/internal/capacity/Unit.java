package dev.medley.server.internal.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/** The unit of a number, and with it the form in which it is shown. */
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
    private static final int DIGITS_KEPT = 100;
    private static final long HEAP_STEP_MIB = 256;
    private static final long MIB_PER_GIB = 1024;

    /** Returns a whole number as text. */
    static String count(long value) {
        return COUNT.show((double) value);
    }

    /** Returns a time as text. */
    static String show(Duration time) {
        return MILLISECONDS.show(millis(time));
    }

    /** Returns the number of {@link #MILLISECONDS}. */
    static double millis(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }

    /** Rounds up to two digits and zeros: 19,800 becomes 20,000. */
    static long roundUp(long needed) {
        long step = 1;
        while (needed / step >= DIGITS_KEPT) {
            step *= 10;
        }
        return (needed + step - 1) / step * step;
    }

    /** Returns the {@code -Xmx} option, rounded up to 256 MiB: {@code -Xmx1280m}, {@code -Xmx2g}. */
    static String maxHeapOption(double bytes) {
        long mib = (long) Math.ceil(bytes / MIB / HEAP_STEP_MIB) * HEAP_STEP_MIB;
        return mib % MIB_PER_GIB == 0 ? "-Xmx" + mib / MIB_PER_GIB + "g" : "-Xmx" + mib + "m";
    }

    /** Returns {@code value} as text. */
    abstract String show(double value);

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
