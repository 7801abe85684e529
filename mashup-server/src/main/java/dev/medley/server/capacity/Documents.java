package dev.medley.server.capacity;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON for programs. */
final class Documents {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private Documents() {}

    static String json(Object document) {
        return MAPPER.writeValueAsString(document) + "\n";
    }

    /** Without a point if it is whole. */
    static Number number(double value) {
        if (value == Math.rint(value)) {
            return (long) value;
        }
        return value;
    }
}
