package dev.medley.js.internal.run;

import java.util.regex.Pattern;

/** A text of a script as one line of the log, which a client may have made up in parts. */
final class LogLine {

    private static final int LONGEST = 8 * 1024;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    private LogLine() {}

    static String of(String text) {
        String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        return CONTROL.matcher(start).replaceAll(" | ");
    }
}
