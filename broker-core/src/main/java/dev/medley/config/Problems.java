package dev.medley.config;

import dev.medley.setting.Quoted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of a configuration. */
final class Problems {

    private final List<Problem> found = new ArrayList<>();

    /** Adds the problem {@code text} of {@code key}, which was given at {@code location}. */
    void add(SourceLocation location, Key key, String text) {
        found.add(new Problem(location, Quoted.inLine(location.label(key) + ": " + text)));
    }

    /**
     * Ends the reading if there are problems.
     *
     * @throws ConfigurationException with all of them: of the file line by line, then of variables, then of flags
     */
    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found.stream()
                    .sorted(Comparator.comparing(Problem::location))
                    .map(Problem::line)
                    .toList());
        }
    }

    private record Problem(SourceLocation location, String line) {}
}
