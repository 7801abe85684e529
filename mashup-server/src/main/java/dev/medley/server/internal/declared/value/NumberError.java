package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.Expression;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages about the value of an expression that is not the number that it has to be. */
public final class NumberError {

    /** Other text may be data of a client, which do not belong in the log. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]{1,12}(\\.[0-9]{1,12})?");

    private NumberError() {}

    /** Returns the message, such as {@code '201' is a string; expected } and what was. */
    public static String of(@Nullable Object value, String expected) {
        if (value instanceof String text) {
            return "%s a string; expected %s; a parameter is a number with type: integer"
                    .formatted(NUMBER.matcher(text).matches() ? "'" + text + "' is" : "is", expected);
        }
        return "is %s; expected %s".formatted(shown(value), expected);
    }

    private static String shown(@Nullable Object value) {
        if (value == null || value == Expression.UNDEFINED || value instanceof Boolean || value instanceof Integer) {
            return String.valueOf(value);
        }
        if (value instanceof Number number) {
            // A partner's number may have as many digits as its document has room for.
            return String.valueOf(number.doubleValue());
        }
        return value instanceof Map || value instanceof List ? ValueKind.of(value) : "no number";
    }
}
