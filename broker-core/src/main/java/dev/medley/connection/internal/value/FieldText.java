package dev.medley.connection.internal.value;

/** The characters of methods and header fields (RFC 9110, section 5.6.2). */
public final class FieldText {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private FieldText() {}

    /** Returns whether a token may have the character {@code c}. */
    public static boolean isTokenChar(int c) {
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || TOKEN_MARKS.indexOf(c) >= 0;
    }

    /** Returns whether {@code text} is a token. */
    public static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTokenChar(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Returns {@code text} with a question mark in place of each control character, for a message. */
    public static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}]", "?");
    }
}
