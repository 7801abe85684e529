package dev.medley.loadtest.clients;

import java.util.Locale;
import java.util.StringJoiner;

/** A line of results: a JSON object, written without a library. Not thread-safe. */
final class ResultLine {

    private static final int FIRST_PRINTABLE = ' ';

    private final StringJoiner members = new StringJoiner(",", "{", "}");

    /** Adds a number; one that is not finite becomes null. */
    ResultLine number(String name, double value) {
        members.add("\"%s\":%s".formatted(name, Double.isFinite(value) ? format(value) : "null"));
        return this;
    }

    /** Adds a text. */
    ResultLine text(String name, String value) {
        members.add("\"%s\":%s".formatted(name, quoted(value)));
        return this;
    }

    private static String format(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE) {
                quoted.append(' ');
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
