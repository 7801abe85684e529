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

    /** Returns the key that is written with dots. */
    static Key of(String dotted) {
        return new Key(List.of(dotted.split("\\.", -1)));
    }

    Key child(String name) {
        return child(new Key(List.of(name)));
    }

    /** Returns the key that continues with the names of {@code rest}. */
    Key child(Key rest) {
        List<String> longer = new ArrayList<>(names);
        longer.addAll(rest.names);
        return new Key(List.copyOf(longer));
    }

    /** Returns the key of an item of a list. */
    Key item(int index) {
        return child("[" + index + "]");
    }

    Key parent() {
        return new Key(names.subList(0, names.size() - 1));
    }

    /** Returns the rest of its names, from the one at {@code index}. */
    Key from(int index) {
        return new Key(names.subList(index, names.size()));
    }

    /** Returns the last of its names. */
    String name() {
        return names.get(names.size() - 1);
    }

    boolean isRoot() {
        return names.isEmpty();
    }

    boolean isBelow(Key section) {
        int depth = section.names.size();
        return names.size() > depth && names.subList(0, depth).equals(section.names);
    }

    /** Returns the environment variable that overrides it. */
    String variable() {
        return "MEDLEY_" + toString().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    @Override
    public String toString() {
        return String.join(".", names).replace(".[", "[");
    }
}
