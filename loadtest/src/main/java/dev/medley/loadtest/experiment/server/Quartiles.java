package dev.medley.loadtest.experiment.server;

import java.util.Collection;
import java.util.Locale;

/**
 * The median of values and the quartiles around it, each interpolated between the two values next to it; NaN of none.
 *
 * @param lower a quarter of the values are below
 * @param median half of the values are below
 * @param upper three quarters of the values are below
 */
public record Quartiles(double lower, double median, double upper) {

    public static Quartiles of(Collection<Double> values) {
        double[] sorted = values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75));
    }

    /** The quartiles as a range, such as {@code 98-104}. */
    public String range(int decimals) {
        String number = "%." + decimals + "f";
        return String.format(Locale.ROOT, number + "-" + number, lower, upper);
    }

    private static double at(double[] sorted, double share) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double next = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (place - below) * (next - sorted[below]);
    }
}
