package dev.medley.exchange.internal.target;

import dev.medley.connection.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Simple expansion of URI templates (RFC 6570, section 3.2.2), with values by position. The expanded path stays below the
 * partner's base path: it has no segment {@code .} or {@code ..}, in any encoding, and a value cannot remove a segment
 * by being empty.
 */
public final class Template {

    private static final String UNRESERVED_MARKS = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    private Template() {}

    /**
     * Puts {@code values} in the place of the {@code {placeholders}} of {@code template}, in order.
     *
     * @throws InvalidRequestException if the expanded path would leave the base path, or announce another host
     * @throws IllegalArgumentException if there are not as many values as placeholders, a value is null, or the template does
     *     not begin with {@code /}: a defect of the mashup, whatever the values are
     */
    public static String expand(String template, @Nullable Object... values) {
        if (!template.startsWith("/")) {
            throw new IllegalArgumentException(
                    "template '" + printable(template) + "': expected a path that begins with /");
        }
        if (values.length == 0 && template.indexOf('{') < 0) {
            return checked(template, template);
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
            int before = expanded.length();
            Object value = values[used];
            used++;
            if (value == null) {
                throw new IllegalArgumentException(
                        "template '%s': value %d is null".formatted(printable(template), used));
            }
            if (!encode(value.toString(), expanded)) {
                throw invalid(
                        template,
                        "value %d has half of a surrogate pair, which has no form in UTF-8".formatted(used),
                        "a value in it has half of a surrogate pair");
            }
            from = close + 1;
            if (expanded.length() == before && isWholeSegment(expanded, template, from)) {
                throw invalid(
                        template,
                        "value %d is empty, and the path would lose a segment".formatted(used),
                        "a value in its path is empty");
            }
        }
        if (used != values.length) {
            throw mismatch(template, values.length);
        }
        return checked(
                template, expanded.append(template, from, template.length()).toString());
    }

    private static IllegalArgumentException mismatch(String template, int values) {
        return new IllegalArgumentException(
                "template '%s' and its %d values do not match: one value for each {placeholder}"
                        .formatted(template, values));
    }

    private static InvalidRequestException invalid(String template, String why, String detail) {
        return InvalidRequestException.of("template '%s': %s".formatted(printable(template), why), detail);
    }

    private static String printable(String template) {
        return template.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns whether nothing but the empty value stands between {@code /} and the end of its segment, in the path. */
    private static boolean isWholeSegment(StringBuilder expanded, String template, int next) {
        int last = expanded.length() - 1;
        return last >= 0
                && expanded.charAt(last) == '/'
                && expanded.indexOf("?") < 0
                && (next == template.length() || "/?;".indexOf(template.charAt(next)) >= 0);
    }

    private static String checked(String template, String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        if (path.startsWith("//")) {
            throw invalid(
                    template, "a path begins with one /, since two announce another host", "its path begins with //");
        }
        if (path.indexOf('\\') >= 0) {
            throw invalid(
                    template, "a path has no \\, which some servers take for /; write %5C", "its path has a backslash");
        }
        if (DotSegments.isIn(path)) {
            throw invalid(
                    template,
                    "the path would have a segment . or .., which leaves the partner's base path",
                    "its path has a segment . or ..");
        }
        return target;
    }

    /** Returns whether the value has a form in UTF-8: the partner must not be asked for another one in its place. */
    private static boolean encode(String value, StringBuilder to) {
        for (int i = 0; i < value.length(); i++) {
            if (!isUnreserved(value.charAt(i))) {
                encodeBytes(value.getBytes(StandardCharsets.UTF_8), to);
                return value.codePoints().noneMatch(Template::isHalf);
            }
        }
        to.append(value);
        return true;
    }

    /** Returns whether it is a surrogate without its other half. */
    private static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
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
