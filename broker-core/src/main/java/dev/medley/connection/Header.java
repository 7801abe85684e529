package dev.medley.connection;

import java.util.List;

/**
 * One header field of a request.
 *
 * @param name the field's name, a token of RFC 9110
 * @param value the field's value, without control characters, of characters up to U+00FF, which are one byte each
 */
public record Header(String name, String value) {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
    private static final int LAST_BYTE = 0xFF;

    /**
     * Refuses characters that could split a field or a request, and those that are not one byte (RFC 9110, section 5.5).
     *
     * @throws IllegalArgumentException if name or value is refused, saying why
     */
    public Header {
        if (!isToken(name)) {
            throw new IllegalArgumentException("header name '" + printable(name) + "' is not a token");
        }
        for (int i = 0; i < value.length(); i++) {
            check(name, value, value.charAt(i));
        }
    }

    /** Returns whether one of {@code headers} has the name {@code name}, in any case. */
    public static boolean isAmong(List<Header> headers, String name) {
        // No stream, as each exchange asks it several times.
        for (Header header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    private static void check(String name, String value, char c) {
        if (isControl(c)) {
            throw new IllegalArgumentException(
                    "header " + name + " has a control character in its value '" + printable(value) + "'");
        }
        if (c > LAST_BYTE) {
            throw new IllegalArgumentException(
                    "header %s has the character U+%04X in its value; encode it, as fields carry characters up to U+00FF"
                            .formatted(name, (int) c));
        }
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenChar(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}]", "?");
    }

    static boolean isTokenChar(int c) {
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || TOKEN_MARKS.indexOf(c) >= 0;
    }

    private static boolean isControl(int c) {
        return (c < ' ' && c != '\t') || c == 0x7F;
    }
}
