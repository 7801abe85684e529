package dev.medley.server.internal.declared.format;

import dev.medley.setting.internal.InvalidValueException;
import java.util.regex.Pattern;

/**
 * A body does not match its format. The message has the place, if known, and the fault, in one line and with a
 * short piece of the body at most.
 */
public final class FormatException extends Exception {

    private static final long serialVersionUID = 1L;

    private static final int MAX_FOREIGN = 95;
    private static final Pattern LONG_WORD = Pattern.compile("(\\S{30})\\S+");

    /** Creates the exception of a fault without a place in the body. */
    FormatException(String fault) {
        super(fault, null, false, false);
    }

    /** Creates the exception of a fault at a place; lines and columns begin with 1. */
    FormatException(long line, long column, String fault) {
        this("line %d, column %d: %s".formatted(line, column, fault));
    }

    /** Creates the exception of a fault at the end of {@code before}, the text of the body before it. */
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

    /** Returns the message of a parser, which may contain any part of the body, as a fault. */
    static String error(String message) {
        String line = LONG_WORD.matcher(InvalidValueException.inLine(message)).replaceAll("$1...");
        return line.length() <= MAX_FOREIGN ? line : line.substring(0, MAX_FOREIGN) + "...";
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
