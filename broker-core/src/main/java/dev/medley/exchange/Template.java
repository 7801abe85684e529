package dev.medley.exchange;

import java.nio.charset.StandardCharsets;

/** Simple expansion of URI templates (RFC 6570, section 3.2.2), with values by position. */
final class Template {

    private static final String UNRESERVED_MARKS = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private Template() {}

    /**
     * Puts {@code values} in the place of the {@code {placeholders}} of {@code template}, in order.
     *
     * @throws IllegalArgumentException if there are not as many of the ones as of the others
     */
    static String expand(String template, Object... values) {
        if (values.length == 0 && template.indexOf('{') < 0) {
            return template;
        }
        StringBuilder expanded = new StringBuilder(template.length() + 16 * values.length);
        int used = 0;
        int from = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', from)) {
            int close = template.indexOf('}', open);
            if (close < 0 || used == values.length) {
                throw mismatch(template, values.length);
            }
            expanded.append(template, from, open);
            encode(String.valueOf(values[used]), expanded);
            used++;
            from = close + 1;
        }
        if (used != values.length) {
            throw mismatch(template, values.length);
        }
        return expanded.append(template, from, template.length()).toString();
    }

    private static IllegalArgumentException mismatch(String template, int values) {
        return new IllegalArgumentException(
                "template '%s' and its %d values do not match: one value for each {placeholder}"
                        .formatted(template, values));
    }

    private static void encode(String value, StringBuilder to) {
        for (int i = 0; i < value.length(); i++) {
            if (!isUnreserved(value.charAt(i))) {
                encodeBytes(value.getBytes(StandardCharsets.UTF_8), to);
                return;
            }
        }
        to.append(value);
    }

    private static void encodeBytes(byte[] bytes, StringBuilder to) {
        for (byte b : bytes) {
            char c = (char) (b & 0xFF);
            if (isUnreserved(c)) {
                to.append(c);
            } else {
                to.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
            }
        }
    }

    private static boolean isUnreserved(char c) {
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean digit = c >= '0' && c <= '9';
        return letter || digit || UNRESERVED_MARKS.indexOf(c) >= 0;
    }
}
