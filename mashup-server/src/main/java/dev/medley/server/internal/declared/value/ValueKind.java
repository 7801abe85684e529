package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.Expression;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of messages for the kinds of values that expressions have. */
public final class ValueKind {

    private ValueKind() {}

    /** Returns the kind of {@code value}, with its article. */
    public static String of(@Nullable Object value) {
        if (value == null || value == Expression.UNDEFINED) {
            return "null";
        }
        if (value instanceof Map) {
            return "an object";
        }
        if (value instanceof List) {
            return "an array";
        }
        return value instanceof String ? "a string" : value instanceof Number ? "a number" : "a boolean";
    }
}
