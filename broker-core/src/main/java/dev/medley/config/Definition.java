package dev.medley.config;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What is known of a key.
 *
 * @param schema what the schema says of its value
 * @param notation how its value is written, if it is more than a number or a boolean
 */
record Definition(JsonNode schema, @Nullable Notation<?> notation) {

    private static final String PROPERTIES = "properties";
    private static final String OTHER_PROPERTIES = "additionalProperties";

    /** Whether there are keys below it. */
    boolean isSection() {
        return schema.has(PROPERTIES) || schema.path(OTHER_PROPERTIES).isObject();
    }

    /** What the schema says of the key {@code name} below it: a missing node if there is no such key. */
    JsonNode below(String name) {
        JsonNode own = schema.path(PROPERTIES).path(name);
        return own.isMissingNode() ? others() : own;
    }

    /** What the schema says of keys below it whose names are free: a missing node if there is no such key. */
    JsonNode others() {
        JsonNode others = schema.path(OTHER_PROPERTIES);
        return others.isObject() ? others : MissingNode.getInstance();
    }

    /** The names of the keys below it, without those that are free. */
    List<String> names() {
        return List.copyOf(schema.path(PROPERTIES).propertyNames());
    }

    /** What the notation has against a value. */
    Optional<String> refusal(JsonNode value) {
        if (notation == null || !value.isValueNode() || value.isNull()) {
            return Optional.empty();
        }
        try {
            notation.read(value.asString());
            return Optional.empty();
        } catch (Notation.Refusal x) {
            return Optional.of(x.text());
        }
    }

    /** What is wrong with a value that the schema refuses. */
    String complaint(JsonNode value) {
        return refusal(value).orElseGet(() -> fault(value) + "; expected " + expected());
    }

    private String fault(JsonNode value) {
        if (value.isNull()) {
            return "has no value";
        }
        if (value.isArray()) {
            return "is a list";
        }
        if (value.isObject()) {
            return "is a section";
        }
        String quoted = Quoted.of(value.asString());
        if (isSection()) {
            return quoted + " is not a section";
        }
        if (notation != null) {
            return quoted + " is not text";
        }
        if (isBoolean()) {
            return quoted + " is not a boolean";
        }
        return quoted + (value.isIntegralNumber() ? " is out of range" : " is not a whole number");
    }

    /** What is allowed, as the end of a message. */
    String expected() {
        if (notation != null) {
            return notation.expected();
        }
        if (isSection()) {
            return names().isEmpty() ? "names with keys below them" : "keys below it: " + String.join(", ", names());
        }
        if (isBoolean()) {
            return "true or false";
        }
        return "a whole number from %s to %s"
                .formatted(
                        schema.path("minimum").asString(),
                        schema.path("maximum").asString());
    }

    private boolean isBoolean() {
        return schema.path("type").asString("").equals("boolean");
    }
}
