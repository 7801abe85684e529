package dev.medley.loadtest.report;

import java.util.HashSet;
import java.util.Set;

/**
 * Many points as one path. A dot that would lie upon another is left out, which nobody sees; to thin a cloud as one thins a
 * line would leave its upper and its lower edge, and make two clouds of it.
 */
final class Dots {

    /** The diameter of a dot, which the style sheet repeats. */
    private static final int SIZE = 3;

    private final PathData path = new PathData();
    private final Set<Place> taken = new HashSet<>();

    void add(double x, double y) {
        if (taken.add(new Place(Math.round(x / SIZE), Math.round(y / SIZE)))) {
            path.dot(x, y);
        }
    }

    /** The path, to be drawn with round caps. */
    PathData path() {
        return path;
    }

    private record Place(long column, long row) {}
}
