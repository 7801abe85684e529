package dev.medley.loadtest.report.section;

/**
 * A point of a curve. A coordinate that is NaN makes a gap.
 *
 * @param x where
 * @param y the value
 */
public record Point(double x, double y) {}
