package dev.medley.format;

import dev.medley.setting.internal.InvalidValueException;
import java.util.regex.Pattern;

/** What bodies are refused for: with the place, in one line. */
final class Faults {

    private static final int MAX_FOREIGN = 95;
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern LONG_WORD = Pattern.compile("(\\S{30})\\S+");

    private Faults() {}

    /** Returns the refusal for a fault at the end of {@code before}, the text of the body before it. */
    static FormatException after(CharSequence before, String fault) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < before.length(); i++) {
            char c = before.charAt(i);
            if (c == '\n') {
                line++;
                column = 1;
            } else if (!Character.isLowSurrogate(c)) {
                column++;
            }
        }
        return new FormatException(line, column, fault);
    }

    /** Returns the beginning of a text of a partner, in one line. */
    static String shortened(String text, int most) {
        String line = BLANKS.matcher(
                        InvalidValueException.inLine(text.length() <= most ? text : text.substring(0, most)))
                .replaceAll(" ");
        return text.length() <= most ? line : line + "...";
    }

    /** Returns the message of a parser, which may contain any part of the body, as a fault. */
    static String ofParser(String message) {
        String line = LONG_WORD.matcher(InvalidValueException.inLine(message)).replaceAll("$1...");
        return line.length() <= MAX_FOREIGN ? line : line.substring(0, MAX_FOREIGN) + "...";
    }
}
