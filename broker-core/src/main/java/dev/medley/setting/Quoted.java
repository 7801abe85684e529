package dev.medley.setting;

import java.util.regex.Pattern;

/** Quotes values for messages of one line. */
public final class Quoted {

    private static final int MAX_LENGTH = 60;
    private static final Pattern USER = Pattern.compile("//[^/@]*@");
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+|\\R");

    private Quoted() {}

    /** Returns the value in quotes: in one line, shortened, and without the user and password of a URL. */
    public static String of(String value) {
        String line = inLine(USER.matcher(value).replaceAll("//***@"));
        return "'" + (line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...") + "'";
    }

    /** Returns the text in one line. */
    public static String inLine(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ");
    }
}
