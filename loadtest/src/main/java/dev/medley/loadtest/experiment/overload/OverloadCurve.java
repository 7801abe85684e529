package dev.medley.loadtest.experiment.overload;

import dev.medley.loadtest.report.section.Point;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The outcome of all offered loads with one admission.
 *
 * @param guard the admission
 * @param levels in the order of the load; not empty
 */
record OverloadCurve(OverloadGuard guard, List<OverloadLevel> levels) {

    OverloadCurve {
        levels = List.copyOf(levels);
    }

    /** The level with the most goodput. */
    OverloadLevel peak() {
        return levels.stream()
                .max(Comparator.comparingDouble(OverloadLevel::goodput))
                .orElseThrow();
    }

    /** The level of the highest load. */
    OverloadLevel last() {
        return levels.get(levels.size() - 1);
    }

    List<Point> points(ToDoubleFunction<OverloadLevel> value) {
        return levels.stream()
                .map(level -> new Point(level.factor(), value.applyAsDouble(level)))
                .toList();
    }
}
