package dev.medley.loadtest.report.drawing;

import java.util.Locale;

/**
 * The size in which a plot is drawn. Each is drawn twice, and the page shows the one that fits: a drawing for a desk that
 * is shrunk to a telephone cannot be read. Lengths are in pixels of CSS.
 */
public enum Frame {
    WIDE(760, 320, 6),
    NARROW(360, 250, 5);

    final int width;

    /** The height between the axes, without legend and labels. */
    final int plotHeight;

    /** The approximate number of ticks of a vertical axis. */
    final int ticks;

    Frame(int width, int plotHeight, int ticks) {
        this.width = width;
        this.plotHeight = plotHeight;
        this.ticks = ticks;
    }

    public String cssClass() {
        return name().toLowerCase(Locale.ROOT);
    }
}
