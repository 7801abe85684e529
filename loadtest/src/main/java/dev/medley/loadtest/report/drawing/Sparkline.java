package dev.medley.loadtest.report.drawing;

import dev.medley.loadtest.report.section.Curve;
import dev.medley.loadtest.report.section.Figures;
import java.nio.charset.Charset;
import java.util.Arrays;

/** Draws a curve as one line of text: low characters for low values, and the least and the greatest beside it. */
public final class Sparkline {

    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String PLAIN = "_.-:=+*#";
    private static final int COLUMNS = 48;

    private final String levels;

    private Sparkline(String levels) {
        this.levels = levels;
    }

    /** A sparkline of characters that {@code charset} has. */
    public static Sparkline in(Charset charset) {
        boolean hasBlocks = charset.canEncode() && charset.newEncoder().canEncode(BLOCKS);
        return new Sparkline(hasBlocks ? BLOCKS : PLAIN);
    }

    public String of(Curve curve, String unit) {
        double[] columns = columns(curve);
        Extent extent = Extent.EMPTY;
        for (double value : columns) {
            extent = Double.isFinite(value) ? extent.with(value) : extent;
        }
        if (extent.isEmpty()) {
            return "no values";
        }
        // As in a plot: what looks like half is half.
        double floor = Math.min(0, extent.min());
        StringBuilder line = new StringBuilder();
        for (double value : columns) {
            line.append(Double.isFinite(value) ? level(value, floor, extent.max()) : ' ');
        }
        return line + "  from " + Figures.format(extent.min()) + " to " + Figures.withUnit(extent.max(), unit);
    }

    /** The greatest value of each column; as many columns as points, if they are few. */
    private static double[] columns(Curve curve) {
        int size = curve.points().size();
        double[] columns = new double[Math.min(COLUMNS, size)];
        Arrays.fill(columns, Double.NaN);
        for (int i = 0; i < size; i++) {
            int column = Math.toIntExact((long) i * columns.length / size);
            double value = curve.points().get(i).y();
            if (Double.isNaN(columns[column]) || value > columns[column]) {
                columns[column] = value;
            }
        }
        return columns;
    }

    private char level(double value, double floor, double ceiling) {
        // Halved, so that the difference of very great values stays finite.
        double share = ceiling == floor ? 0 : (value / 2 - floor / 2) / (ceiling / 2 - floor / 2);
        return levels.charAt((int) Math.min(levels.length() - 1, share * levels.length()));
    }
}
