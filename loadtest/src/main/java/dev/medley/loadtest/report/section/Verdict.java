package dev.medley.loadtest.report.section;

import java.util.List;
import java.util.stream.Stream;

/**
 * A claim, and whether what was measured bears it out.
 *
 * @param claim a sentence that is true or false
 * @param held whether it is true of what was measured
 * @param figures what that rests on
 */
public record Verdict(String claim, boolean held, List<Figure> figures) implements Section {

    /** Copies the figures. */
    public Verdict {
        figures = List.copyOf(figures);
    }

    /** A verdict without figures; {@link #figure} adds them. */
    public static Verdict of(String claim, boolean held) {
        return new Verdict(claim, held, List.of());
    }

    /** This verdict with one figure more; {@code unit} may be empty. */
    public Verdict figure(String name, double value, String unit) {
        return new Verdict(
                claim,
                held,
                Stream.concat(figures.stream(), Stream.of(new Figure(name, value, unit)))
                        .toList());
    }

    /** The verdict in a word or two. */
    public String word() {
        return held ? "held" : "not held";
    }

    /**
     * One number that a verdict rests on.
     *
     * @param name what the number is of
     * @param value the number; NaN if there is none
     * @param unit its unit, or empty
     */
    public record Figure(String name, double value, String unit) {

        public String text() {
            return Figures.withUnit(value, unit);
        }
    }
}
