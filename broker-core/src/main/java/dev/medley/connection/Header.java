package dev.medley.connection;

import dev.medley.connection.internal.value.FieldText;

/**
 * One header field of a request.
 *
 * @param name the field's name, a token of RFC 9110
 * @param value the field's value, without control characters, of characters up to U+00FF, which are one byte each
 */
public record Header(String name, String value) {

    private static final int LAST_BYTE = 0xFF;

    /**
     * Refuses characters that could split a field or a request, and those that are not one byte (RFC 9110, section 5.5).
     *
     * @throws IllegalArgumentException if name or value is refused, saying why
     */
    public Header {
        if (!FieldText.isToken(name)) {
            throw new IllegalArgumentException("header name '" + FieldText.printable(name) + "' is not a token");
        }
        for (int i = 0; i < value.length(); i++) {
            check(name, value, value.charAt(i));
        }
    }

    private static void check(String name, String value, char c) {
        if (isControl(c)) {
            throw new IllegalArgumentException(
                    "header " + name + " has a control character in its value '" + FieldText.printable(value) + "'");
        }
        if (c > LAST_BYTE) {
            throw new IllegalArgumentException(
                    "header %s has the character U+%04X in its value; encode it, as fields carry characters up to U+00FF"
                            .formatted(name, (int) c));
        }
    }

    private static boolean isControl(int c) {
        return (c < ' ' && c != '\t') || c == 0x7F;
    }
}
