package dev.medley.config.internal.document;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Value of a key as it is written in a YAML file. Finds the place of a character of the value by reading again from its
 * first character on, once there is a problem to report.
 *
 * @param file the text of the file
 * @param begin the position of the first character of the value in {@code file}
 * @param location the place of that character
 * @param value the value, without quotes, escapes and indentation
 */
record ScalarSource(String file, int begin, SourceLocation location, String value) {

    /** An anchor or a tag in front of a value, with the comments that may follow it. */
    private static final Pattern PROPERTIES = Pattern.compile("(?:[&!]\\S*+\\s++(?:#.*+\\s++)*+)*+");

    private static final int UNKNOWN = -1;

    /**
     * Returns the place of the character at {@code offset} of the value, which may be the end of it. Where line breaks and
     * the space about them became one character, that is the end of the line; for an escape, its backslash.
     *
     * <p>The end of a block is that of its last line with text, before the line breaks that end the value.
     */
    SourceLocation within(int offset) {
        int position = value.isEmpty() ? UNKNOWN : position(offset);
        return position == UNKNOWN ? location : location.moved(file, begin, position);
    }

    private int position(int offset) {
        Matcher properties = PROPERTIES.matcher(file).region(begin, file.length());
        int start = properties.lookingAt() ? properties.end() : begin;
        char style = at(start);
        if (style != '|' && style != '>') {
            boolean quoted = style == '\'' || style == '"';
            return walk(quoted ? start + 1 : start, style, 0, offset);
        }
        int end = value.length();
        while (end > 0 && value.charAt(end - 1) == '\n') {
            end--;
        }
        if (end == 0) {
            return UNKNOWN;
        }
        int within = Math.min(offset, end);
        int header = endOfLine(start);
        return style == '|'
                ? inLiteral(nextLine(header), within)
                : walk(endOfSpace(header), style, spaceInValue(0), within);
    }

    /** Each line of a literal block ends with a line of the value, behind the indentation. */
    private int inLiteral(int firstLine, int offset) {
        int line = firstLine;
        int begins = 0;
        for (int i = value.indexOf('\n'); i >= 0 && i < offset; i = value.indexOf('\n', begins)) {
            begins = i + 1;
            line = nextLine(endOfLine(line));
        }
        int next = value.indexOf('\n', begins);
        int length = (next < 0 ? value.length() : next) - begins;
        int text = endOfLine(line) - length;
        return text >= line && file.startsWith(value.substring(begins, begins + length), text)
                ? text + offset - begins
                : UNKNOWN;
    }

    /**
     * Reads source and value side by side.
     *
     * @param from where to begin in the source
     * @param style the first character of the value, which tells its style
     * @param skipped where to begin in the value
     */
    private int walk(int from, char style, int skipped, int offset) {
        int source = from;
        int read = skipped;
        Unit unit = unit(source, style, read);
        // A line break that is escaped is no character of the value, so the character at the offset is behind it.
        while (read < offset || (style == '"' && unit.chars() == 0)) {
            if (unit.verbatim() && at(source) != value.charAt(read)) {
                return UNKNOWN;
            }
            if (unit.chars() > offset - read) {
                return unit.verbatim() ? source + offset - read : source;
            }
            source += unit.length();
            read += unit.chars();
            unit = unit(source, style, read);
        }
        return source;
    }

    private Unit unit(int source, char style, int read) {
        char c = at(source);
        if (c == '\\' && style == '"') {
            return escape(source);
        }
        if (c == '\'' && style == '\'') {
            return new Unit(2, 1, true);
        }
        int end = endOfSpace(source);
        int breaks = breaks(source, end);
        if (breaks == 0) {
            int length = Math.max(1, end - source);
            return new Unit(length, length, true);
        }
        // In a folded block, lines that are indented further keep their breaks; without escapes, all space is in the
        // value.
        int chars = style == '>' ? spaceInValue(read) : Math.max(1, breaks - 1);
        return new Unit(end - source, chars, false);
    }

    private Unit escape(int source) {
        char c = at(source + 1);
        if (c == '\n' || c == '\r') {
            int end = endOfSpace(source + 1);
            return new Unit(end - source, breaks(source + 1, end) - 1, false);
        }
        int digits = switch (c) {
            case 'x' -> 2;
            case 'u' -> 4;
            case 'U' -> 8;
            default -> 0;
        };
        int end = source + 2 + digits;
        int chars = digits == 8 ? Character.charCount(Integer.parseInt(file, source + 2, end, 16)) : 1;
        return new Unit(end - source, chars, false);
    }

    private int spaceInValue(int from) {
        int i = from;
        while (i < value.length() && isSpace(value.charAt(i))) {
            i++;
        }
        return i - from;
    }

    private int endOfSpace(int from) {
        int i = from;
        while (isSpace(at(i))) {
            i++;
        }
        return i;
    }

    private int breaks(int from, int to) {
        int breaks = 0;
        for (int i = from; i < to; i++) {
            breaks += SourceLocation.endsLine(file, i) ? 1 : 0;
        }
        return breaks;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private int endOfLine(int from) {
        int i = from;
        while (i < file.length() && at(i) != '\n' && at(i) != '\r') {
            i++;
        }
        return i;
    }

    private int nextLine(int endOfLine) {
        return endOfLine + (file.startsWith("\r\n", endOfLine) ? 2 : 1);
    }

    private char at(int position) {
        return position < file.length() ? file.charAt(position) : '\0';
    }

    /**
     * A piece of the source.
     *
     * @param length of the piece
     * @param chars the number of characters that it is in the value
     * @param verbatim whether it is the same characters there, apart from a quote that is doubled
     */
    private record Unit(int length, int chars, boolean verbatim) {}
}
