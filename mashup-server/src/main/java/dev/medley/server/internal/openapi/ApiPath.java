package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declaration.RequestMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A path of a partner, as its document has it. Immutable.
 *
 * @param template with the names of variables in braces
 * @param pattern the paths that it matches
 * @param item its operations and their common parameters; missing if they are in another document
 */
record ApiPath(String template, PathPattern pattern, JsonNode item) {

    /** Returns whether its operations are in another document. */
    boolean isElsewhere() {
        return !item.isObject();
    }

    /** Returns the operation of a method; null if there is none. */
    @Nullable
    JsonNode operation(RequestMethod method) {
        return item.get(key(method));
    }

    /** Returns the methods that it has an operation of, of those that exchanges may have. */
    List<String> methods() {
        List<String> methods = new ArrayList<>();
        for (RequestMethod each : RequestMethod.values()) {
            if (item.has(key(each))) {
                methods.add(each.name());
            }
        }
        return methods;
    }

    private static String key(RequestMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }
}
