package dev.medley.loadtest.report.section;

import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param text how it reads
 * @param number the number that it stands for; null if it is no number
 */
public record Cell(String text, @Nullable Double number) {

    /** A cell of words. */
    public static Cell of(String text) {
        return new Cell(text, null);
    }

    /** A number, with as many digits as are worth reading. */
    public static Cell of(double number) {
        return new Cell(Figures.format(number), number);
    }

    /** A number with a fixed count of decimals. */
    public static Cell of(double number, int decimals) {
        return new Cell(Figures.fixed(number, decimals), number);
    }

    static Cell from(Object content) {
        if (content instanceof Cell cell) {
            return cell;
        }
        return content instanceof Number number ? of(number.doubleValue()) : of(content.toString());
    }

    boolean isNumber() {
        return number != null;
    }
}
