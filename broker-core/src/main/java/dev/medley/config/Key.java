package dev.medley.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A key of the configuration.
 *
 * @param names those of the sections that lead to it, and its own
 */
record Key(List<String> names) {

    static final Key ROOT = new Key(List.of());

    /** The key that is written with dots. */
    static Key of(String dotted) {
        return new Key(List.of(dotted.split("\\.", -1)));
    }

    Key child(String name) {
        List<String> longer = new ArrayList<>(names);
        longer.add(name);
        return new Key(List.copyOf(longer));
    }

    Key parent() {
        return new Key(names.subList(0, names.size() - 1));
    }

    /** The last of its names. */
    String name() {
        return names.get(names.size() - 1);
    }

    boolean isRoot() {
        return names.isEmpty();
    }

    /** The environment variable that overrides it. */
    String variable() {
        return "MEDLEY_" + toString().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
