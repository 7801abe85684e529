package dev.medley.format;

import java.util.Locale;

/** The character between the values of a line of CSV. */
public enum CsvSeparator {
    /** That of RFC 4180. */
    COMMA(','),
    /** That of spreadsheets where the comma is the decimal sign. */
    SEMICOLON(';'),
    /** A horizontal tab. */
    TAB('\t'),
    /** A vertical bar. */
    PIPE('|');

    private final char character;

    CsvSeparator(char character) {
        this.character = character;
    }

    /** Returns the character. */
    public char character() {
        return character;
    }

    /** Returns the name in the configuration. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
