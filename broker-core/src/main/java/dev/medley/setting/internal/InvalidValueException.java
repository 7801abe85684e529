package dev.medley.setting.internal;

import java.util.regex.Pattern;

/** A value that its parser refuses. The message has the value, the fault and what is expected, in one line. */
public final class InvalidValueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_LENGTH = 60;
    private static final Pattern USER = Pattern.compile("//[^/@]*@");
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+|\\R");

    /**
     * Creates the exception of a parser.
     *
     * @param value the text that is refused
     * @param fault the fault, as the middle of a sentence
     * @param expected what to write, as the end of a sentence
     */
    public InvalidValueException(String value, String fault, String expected) {
        super(quoted(value) + " " + fault + "; expected " + expected);
    }

    /** Returns the value in quotes: in one line, shortened, and without the user and password of a URL. */
    public static String quoted(String value) {
        String line = inLine(USER.matcher(value).replaceAll("//***@"));
        return "'" + (line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...") + "'";
    }

    /** Returns the text in one line. */
    public static String inLine(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ");
    }
}
