package dev.medley.server.internal.openapi;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Finds out whether a schema allows objects. */
final class ObjectSchemas {

    private static final String OBJECT = "object";
    private static final List<String> OF_OBJECTS = List.of("properties", "additionalProperties", "patternProperties");
    private static final List<String> COMPOSED = List.of("allOf", "anyOf", "oneOf");

    private ObjectSchemas() {}

    /**
     * Returns whether {@code schema}, or one that it is composed of, allows objects; true for one of another document, which
     * may. Looks at each schema once, however they refer to each other.
     */
    static boolean allowObjects(JsonNode schema, References references) {
        Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<JsonNode> left = new ArrayDeque<>(List.of(schema));
        while (!left.isEmpty()) {
            JsonNode each = references.resolve(left.remove());
            if (each.isMissingNode() || isOfObjects(each)) {
                return true;
            }
            if (seen.add(each)) {
                COMPOSED.forEach(keyword -> each.path(keyword).forEach(left::add));
            }
        }
        return false;
    }

    private static boolean isOfObjects(JsonNode schema) {
        JsonNode type = schema.path("type");
        boolean isNamed = type.asString("").equals(OBJECT);
        for (JsonNode each : type) {
            isNamed |= each.asString("").equals(OBJECT);
        }
        return isNamed || OF_OBJECTS.stream().anyMatch(schema::has);
    }
}
