package dev.medley.server.internal.declared.expression.syntax;

/** Reads a string in an expression, with its escapes. */
final class StringLiteral {

    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private static final int HEX_DIGITS = 4;
    private static final int HEX = 16;

    private final StringBuilder value = new StringBuilder();
    private final int end;

    StringLiteral(String text, int begin) {
        char quote = text.charAt(begin);
        int at = begin + 1;
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at);
            if (c == '\\') {
                at = escape(text, at);
            } else {
                value.append(c);
                at++;
            }
        }
        if (at >= text.length()) {
            throw new ExpressionException(begin, "the string is not closed; expected " + quote);
        }
        end = at + 1;
    }

    /** Reads the escape that begins at {@code backslash}, and returns the offset after it. */
    private int escape(String text, int backslash) {
        int at = backslash + 1;
        if (at == text.length()) {
            return at;
        }
        char c = text.charAt(at);
        int index = ESCAPES.indexOf(c);
        if (index >= 0) {
            value.append(ESCAPED.charAt(index));
            return at + 1;
        }
        if (c != 'u') {
            throw new ExpressionException(
                    backslash,
                    "'\\%c' is not an escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u".formatted(c));
        }
        int code = 0;
        for (int i = 1; i <= HEX_DIGITS; i++) {
            int digit = at + i < text.length() ? Character.digit(text.charAt(at + i), HEX) : -1;
            if (digit < 0) {
                throw new ExpressionException(backslash, "\\u is not followed by 4 hexadecimal digits");
            }
            code = code * HEX + digit;
        }
        value.append((char) code);
        return at + 1 + HEX_DIGITS;
    }

    String value() {
        return value.toString();
    }

    /** The offset after the closing quote. */
    int end() {
        return end;
    }
}
