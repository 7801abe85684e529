package dev.medley.server.internal.caller;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a caller. */
final class Claims {

    private Claims() {}

    /** Returns the claim of a name, or where a dot leads into an object; null for none. */
    static @Nullable Object at(Map<String, Object> claims, String path) {
        Object whole = claims.get(path);
        if (whole != null) {
            return whole;
        }
        Object value = claims;
        for (String step : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return value;
    }

    /** Returns whether the claim {@code path}, or an item of it if it is a list, is one of {@code values}. */
    static boolean has(Map<String, Object> claims, String path, List<String> values) {
        Object claim = at(claims, path);
        return claim instanceof Collection<?> items
                ? items.stream().anyMatch(item -> isOne(item, values))
                : isOne(claim, values);
    }

    private static boolean isOne(@Nullable Object value, List<String> values) {
        return (value instanceof String || value instanceof Number || value instanceof Boolean)
                && values.contains(value.toString());
    }
}
