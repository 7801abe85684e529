package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Fits a logarithmic scale to values above zero. It ends on ticks. */
final class LogScale {

    /** The number of ticks, as a multiple of those wanted, beyond which only powers of ten are kept. */
    private static final int CROWDED = 2;

    private static final List<Integer> DIGITS = List.of(1, 2, 5);

    private LogScale() {}

    /** A scale with ticks at 1, 2 and 5 times the powers of ten; if those are too many, at powers alone. */
    static Scale of(Extent values, int ticks) {
        Extent extent = values.isEmpty() ? new Extent(1, 10) : values;
        int first = (int) Math.floor(Math.log10(extent.min()));
        int last = (int) Math.ceil(Math.log10(extent.max()));
        List<Scale.Tick> kept = trimmed(fine(first, Math.max(last, first + 1)), extent);
        if (kept.size() > CROWDED * ticks) {
            kept = trimmed(powers(first, last, (last - first + ticks - 1) / ticks), extent);
        }
        return new Scale(kept.get(0).value(), kept.get(kept.size() - 1).value(), true, kept);
    }

    private static List<Scale.Tick> fine(int first, int last) {
        List<Scale.Tick> found = new ArrayList<>();
        for (int power = first; power <= last; power++) {
            for (int digit : DIGITS) {
                found.add(tick(digit, power));
            }
        }
        return found;
    }

    private static List<Scale.Tick> powers(int first, int last, int stride) {
        List<Scale.Tick> found = new ArrayList<>();
        for (int power = first; power < last + stride; power += stride) {
            found.add(tick(1, power));
        }
        return found;
    }

    /** The ticks from the last at or below the values to the first at or above them, at least two. */
    private static List<Scale.Tick> trimmed(List<Scale.Tick> ticks, Extent values) {
        int from = 0;
        int to = 1;
        for (int i = 1; i < ticks.size(); i++) {
            if (ticks.get(i).value() <= values.min() && i < ticks.size() - 1) {
                from = i;
            }
            if (ticks.get(i - 1).value() < values.max()) {
                to = i;
            }
        }
        return List.copyOf(ticks.subList(from, Math.max(to, from + 1) + 1));
    }

    private static Scale.Tick tick(int digit, int power) {
        double value = BigDecimal.valueOf(digit).scaleByPowerOfTen(power).doubleValue();
        return new Scale.Tick(value, Figures.format(value));
    }
}
