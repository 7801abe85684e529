package dev.medley.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a configuration. */
final class Problems {

    private final List<Problem> found = new ArrayList<>();

    /** Adds that {@code key}, given at {@code origin}, is wrong in the way that {@code text} tells. */
    void add(Origin origin, Key key, String text) {
        found.add(new Problem(origin, Quoted.inLine(origin.label(key) + ": " + text)));
    }

    /**
     * Ends the reading if there are problems.
     *
     * @throws ConfigurationException with all of them: of the file line by line, then of variables, then of flags
     */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found.stream()
                    .sorted(Comparator.comparing(Problem::origin))
                    .map(Problem::line)
                    .toList());
        }
    }

    private record Problem(Origin origin, String line) {}
}
