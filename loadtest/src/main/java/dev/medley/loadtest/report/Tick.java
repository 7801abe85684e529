package dev.medley.loadtest.report;

/**
 * A round value of an axis.
 *
 * @param value where it is
 * @param label how it reads
 */
record Tick(double value, String label) {}
