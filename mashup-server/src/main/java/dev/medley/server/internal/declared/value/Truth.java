package dev.medley.server.internal.declared.value;

import dev.medley.server.internal.declared.expression.Expression;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The truth of a value, as JSONata's {@code $boolean} has it. */
public final class Truth {

    private Truth() {}

    /** Returns the truth of a value; null and {@link Expression#UNDEFINED} are false, an array is true if an element is. */
    public static boolean of(@Nullable Object value) {
        if (value == null || value == Expression.UNDEFINED) {
            return false;
        }
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        if (value instanceof Map<?, ?> object) {
            return !object.isEmpty();
        }
        return value instanceof List<?> array && array.stream().anyMatch(Truth::of);
    }
}
