package dev.medley.config;

import java.util.Comparator;

/**
 * Place of a key or a value.
 *
 * @param source the kind of place
 * @param name of the file or of the environment variable, or the flag
 * @param line in the file; 0 for the file as a whole and for every other source
 */
record SourceLocation(Source source, String name, int line) {

    /** The order of files line by line, then of variables, then of flags. */
    static final Comparator<SourceLocation> ORDER = Comparator.comparing(SourceLocation::source)
            .thenComparingInt(SourceLocation::line)
            .thenComparing(SourceLocation::name);

    /** The kinds of places; each wins over those before it. */
    enum Source {
        FILE,
        VARIABLE,
        FLAG
    }

    static SourceLocation flag(Key key) {
        return new SourceLocation(Source.FLAG, "--set " + key, 0);
    }

    /** Returns the beginning of a message about {@code key}, which was given here. */
    String label(Key key) {
        String place = line == 0 ? name : name + ":" + line;
        return key.isRoot() || this.equals(flag(key)) ? place : place + ": " + key;
    }
}
