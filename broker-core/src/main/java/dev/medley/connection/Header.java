package dev.medley.connection;

/**
 * One header field of a request.
 *
 * @param name the field's name, a token of RFC 9110
 * @param value the field's value, without control characters
 */
public record Header(String name, String value) {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    /** Refuses what would let one field become two, or a field a request (RFC 9110, section 5.5). */
    public Header {
        if (name.isEmpty() || !name.chars().allMatch(Header::isTokenChar)) {
            throw new IllegalArgumentException("header name '" + printable(name) + "' is not a token");
        }
        if (value.chars().anyMatch(Header::isControl)) {
            throw new IllegalArgumentException(
                    "header " + name + " has a control character in its value '" + printable(value) + "'");
        }
    }

    static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}]", "?");
    }

    private static boolean isTokenChar(int c) {
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || TOKEN_MARKS.indexOf(c) >= 0;
    }

    private static boolean isControl(int c) {
        return (c < ' ' && c != '\t') || c == 0x7F;
    }
}
