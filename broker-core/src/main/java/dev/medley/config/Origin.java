package dev.medley.config;

import java.util.Comparator;

/**
 * Where something was given.
 *
 * @param source the kind of place
 * @param name of the file, of the environment variable, or the key of the flag
 * @param line in the file; 0 for the file as a whole and for every other source
 */
record Origin(Source source, String name, int line) implements Comparable<Origin> {

    /** The kinds of places; each wins over those before it. */
    enum Source {
        FILE,
        VARIABLE,
        FLAG
    }

    private static final Comparator<Origin> ORDER =
            Comparator.comparing(Origin::source).thenComparingInt(Origin::line).thenComparing(Origin::name);

    static Origin file(String name, int line) {
        return new Origin(Source.FILE, name, line);
    }

    static Origin variable(String name) {
        return new Origin(Source.VARIABLE, name, 0);
    }

    static Origin flag(String key) {
        return new Origin(Source.FLAG, key, 0);
    }

    /** How a message names {@code key}, which was given here. */
    String label(Key key) {
        boolean named = key.isRoot() || (source == Source.FLAG && name.equals(key.toString()));
        return named ? place() : place() + ": " + key;
    }

    private String place() {
        return switch (source) {
            case FILE -> line == 0 ? name : name + ":" + line;
            case VARIABLE -> name;
            case FLAG -> "--set " + name;
        };
    }

    @Override
    public int compareTo(Origin other) {
        return ORDER.compare(this, other);
    }
}
