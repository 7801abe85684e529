package dev.medley.config;

import java.util.Comparator;

/**
 * Place of a key or a value.
 *
 * @param source the kind of place
 * @param name of the file, of the environment variable, or the key of the flag
 * @param line in the file; 0 for the file as a whole and for every other source
 */
record SourceLocation(Source source, String name, int line) implements Comparable<SourceLocation> {

    /** The kinds of places; each wins over those before it. */
    enum Source {
        FILE,
        VARIABLE,
        FLAG
    }

    private static final Comparator<SourceLocation> ORDER = Comparator.comparing(SourceLocation::source)
            .thenComparingInt(SourceLocation::line)
            .thenComparing(SourceLocation::name);

    static SourceLocation file(String name, int line) {
        return new SourceLocation(Source.FILE, name, line);
    }

    static SourceLocation variable(String name) {
        return new SourceLocation(Source.VARIABLE, name, 0);
    }

    static SourceLocation flag(String key) {
        return new SourceLocation(Source.FLAG, key, 0);
    }

    /** Returns the beginning of a message about {@code key}, which was given here. */
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
    public int compareTo(SourceLocation other) {
        return ORDER.compare(this, other);
    }
}
