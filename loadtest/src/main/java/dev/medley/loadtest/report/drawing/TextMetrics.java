package dev.medley.loadtest.report.drawing;

/**
 * Sizes of text in a plot. The font of the reader is not known here, so widths are estimates, rather too wide than too
 * narrow.
 */
final class TextMetrics {

    /** The height of a line of text. */
    static final int LINE = 18;

    /** The size of the font, which the style sheet repeats. */
    static final int SIZE = 12;

    private static final double AVERAGE_WIDTH = 0.6;

    private TextMetrics() {}

    static double width(String text) {
        return text.codePointCount(0, text.length()) * AVERAGE_WIDTH * SIZE;
    }
}
