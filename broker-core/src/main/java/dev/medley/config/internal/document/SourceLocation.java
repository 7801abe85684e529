package dev.medley.config.internal.document;

import java.util.Comparator;

/**
 * Place of a key or a value.
 *
 * @param source the kind of place
 * @param name of the file or of the environment variable, or the flag
 * @param line in the file; 0 for the whole file and for every other source
 * @param column in the line, from 1, in characters of Unicode (code points), as the YAML parser counts; a tab is one, a
 *     byte order mark none; 0 for the line as a whole, and wherever the line is 0
 */
public record SourceLocation(Source source, String name, int line, int column) {

    /** The order of files, each line by line, then of variables, then of flags. */
    static final Comparator<SourceLocation> ORDER = Comparator.comparing(SourceLocation::source)
            .thenComparing(SourceLocation::name)
            .thenComparingInt(SourceLocation::line)
            .thenComparingInt(SourceLocation::column);

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** The kinds of places; each wins over those before it. */
    public enum Source {
        /** The configuration file, or a text in its place. */
        FILE,
        /** An environment variable. */
        VARIABLE,
        /** A flag of the command line, or a value of a program. */
        FLAG
    }

    /** Returns the place of a file as a whole. */
    public static SourceLocation file(String name) {
        return new SourceLocation(Source.FILE, name, 0, 0);
    }

    /** Returns the place of the character at {@code offset} in the text of a file. */
    public static SourceLocation file(String name, CharSequence text, int offset) {
        int marks = offset > 0 && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        return new SourceLocation(Source.FILE, name, 1, 1).moved(text, marks, offset);
    }

    /** Returns the place of an environment variable. */
    public static SourceLocation variable(String name) {
        return new SourceLocation(Source.VARIABLE, name, 0, 0);
    }

    /** Returns the place of a flag, which sets {@code key}. */
    public static SourceLocation flag(Key key) {
        return new SourceLocation(Source.FLAG, "--set " + key, 0, 0);
    }

    /** Returns the place of the character at {@code to}, where this is the place of the one at {@code from} before it. */
    SourceLocation moved(CharSequence text, int from, int to) {
        int lines = line;
        int before = column;
        int counted = from;
        for (int i = from; i < to; i++) {
            if (endsLine(text, i)) {
                lines++;
                before = 1;
                counted = i + 1;
            }
        }
        return new SourceLocation(source, name, lines, before + Character.codePointCount(text, counted, to));
    }

    /** Returns whether the character at {@code offset} is a line break, or the second one of CR LF. */
    static boolean endsLine(CharSequence text, int offset) {
        char c = text.charAt(offset);
        return c == '\n' || (c == '\r' && (offset + 1 == text.length() || text.charAt(offset + 1) != '\n'));
    }

    /** Returns the beginning of a message about {@code key}, which was given here. */
    public String label(Key key) {
        String place = line == 0 ? name : column == 0 ? name + ":" + line : name + ":" + line + ":" + column;
        return key.isRoot() || this.equals(flag(key)) ? place : place + ": " + key;
    }
}
