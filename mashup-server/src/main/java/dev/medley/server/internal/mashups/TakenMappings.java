package dev.medley.server.internal.mashups;

import dev.medley.servlet.MashupServlet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The paths and names that mashups have, of which each may have one only: of two with one name, the container would call the second
 * one at the paths of both. For one thread.
 */
public final class TakenMappings {

    private final Map<String, String> paths = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();

    /** Creates one without mashups. */
    public TakenMappings() {}

    /**
     * Takes the paths and the name of {@code mashup}.
     *
     * @throws IllegalArgumentException if it has no path, or a path or its name is taken; the message names both classes
     */
    public void take(MashupServlet mashup) {
        List<String> problems = take(mashup.getClass().getName(), ServletMapping.of(mashup.getClass()));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }

    /**
     * Takes the paths and the name of a mashup.
     *
     * @param label of the mashup in messages
     * @return why it cannot have them, with the label of the mashup that has; empty if it can
     */
    public List<String> take(String label, ServletMapping mapping) {
        List<String> problems = new ArrayList<>();
        for (String path : mapping.paths()) {
            String other = paths.putIfAbsent(path, label);
            if (other != null) {
                problems.add("%s and %s have the same path %s".formatted(label, other, path));
            }
        }
        String other = names.putIfAbsent(mapping.name(), label);
        // A mashup without a name has its first path for one.
        if (other != null && problems.isEmpty()) {
            problems.add("%s and %s have the same name '%s' in @WebServlet".formatted(label, other, mapping.name()));
        }
        return problems;
    }
}
