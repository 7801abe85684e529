package dev.medley.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The given values, as a tree, with the location of every key in it. */
final class Document {

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private final Map<Key, SourceLocation> locations = new LinkedHashMap<>();

    /** Creates a document that is empty. */
    Document(SourceLocation location) {
        locations.put(Key.ROOT, location);
    }

    ObjectNode root() {
        return root;
    }

    /** Notes where {@code key} was given; returns where it was given before. */
    @Nullable
    SourceLocation note(Key key, SourceLocation location) {
        return locations.put(key, location);
    }

    /** Returns where {@code key} was given, or the section in which it would be. */
    SourceLocation location(Key key) {
        SourceLocation location = locations.get(key);
        return location == null ? location(key.parent()) : location;
    }

    /** Returns the value of {@code key}: a missing node if there is none. */
    JsonNode at(Key key) {
        JsonNode node = root;
        for (String name : key.names()) {
            node = node.isArray() ? node.path(index(name)) : node.path(name);
        }
        return node;
    }

    /**
     * Replaces a value, or adds it with the sections that lead to it. Where the file has another value than a section
     * on the way, that stays: it is a problem of its own.
     */
    void override(Key key, JsonNode value, SourceLocation location) {
        @Nullable ObjectNode section = section(key.parent(), location);
        if (section != null) {
            section.set(key.name(), value);
            locations.put(key, location);
        }
    }

    private static int index(String item) {
        return Integer.parseInt(item, 1, item.length() - 1, 10);
    }

    /** The given keys that are not sections, with their values. */
    Map<Key, JsonNode> values() {
        Map<Key, JsonNode> values = new LinkedHashMap<>();
        collect(Key.ROOT, root, values);
        return values;
    }

    /** The names in a section. */
    List<String> names(Key section) {
        return List.copyOf(at(section).propertyNames());
    }

    private @Nullable ObjectNode section(Key key, SourceLocation location) {
        if (key.isRoot()) {
            return root;
        }
        @Nullable ObjectNode parent = section(key.parent(), location);
        if (parent == null) {
            return null;
        }
        JsonNode present = parent.path(key.name());
        if (present.isMissingNode() || present.isNull()) {
            locations.putIfAbsent(key, location);
            return parent.putObject(key.name());
        }
        return present instanceof ObjectNode object ? object : null;
    }

    private static void collect(Key key, JsonNode node, Map<Key, JsonNode> values) {
        if (node.isObject()) {
            node.properties().forEach(entry -> collect(key.child(entry.getKey()), entry.getValue(), values));
        } else {
            values.put(key, node);
        }
    }
}
