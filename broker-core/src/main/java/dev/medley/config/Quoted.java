package dev.medley.config;

import java.util.regex.Pattern;

/** Puts what was given into messages. */
final class Quoted {

    private static final int LONGEST = 60;
    private static final Pattern USER = Pattern.compile("//[^/@]*@");
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+|\\R");

    private Quoted() {}

    /** The value in quotes, in one line, not too long, and without the password that may be in a URL. */
    static String of(String value) {
        String line = inLine(USER.matcher(value).replaceAll("//***@"));
        return "'" + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...") + "'";
    }

    /** The text in one line. */
    static String inLine(String text) {
        return UNPRINTABLE.matcher(text).replaceAll(" ");
    }
}
