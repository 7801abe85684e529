package dev.medley.server.internal.declared.expression.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * A variable that a value comes from, and the first names of the path that leads from it to the value: those of
 * {@code $request.query.city} are {@code query} and {@code city}.
 *
 * @param variable its name, without {@code $}
 * @param names two at most
 */
public record Source(String variable, List<String> names) {

    private static final int MAX_NAMES = 2;

    /** Copies the names. */
    public Source {
        names = List.copyOf(names);
    }

    /** The same with one name more, if there is room. */
    Source member(String name) {
        if (names.size() == MAX_NAMES) {
            return this;
        }
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return new Source(variable, longer);
    }
}
