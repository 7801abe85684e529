package dev.medley.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What was given, as a tree, with the origin of every key in it. */
final class Document {

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private final Map<Key, Origin> origins = new LinkedHashMap<>();

    /** Creates a document that is empty. */
    Document(Origin origin) {
        origins.put(Key.ROOT, origin);
    }

    ObjectNode root() {
        return root;
    }

    /** Notes where {@code key} was given; returns where it was given before. */
    @Nullable
    Origin note(Key key, Origin origin) {
        return origins.put(key, origin);
    }

    /** Where {@code key} was given, or the section in which it would be. */
    Origin origin(Key key) {
        Origin origin = origins.get(key);
        return origin == null ? origin(key.parent()) : origin;
    }

    /** What was given for {@code key}: a missing node if nothing was. */
    JsonNode at(Key key) {
        JsonNode node = root;
        for (String name : key.names()) {
            node = node.path(name);
        }
        return node;
    }

    /**
     * Puts a value in place of what is there, if there is anything. Creates the sections that lead to it; where the
     * file has something else than a section there, it stays, for it is wrong anyhow.
     */
    void override(Key key, JsonNode value, Origin origin) {
        @Nullable ObjectNode section = section(key.parent(), origin);
        if (section != null) {
            section.set(key.name(), value);
            origins.put(key, origin);
        }
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

    private @Nullable ObjectNode section(Key key, Origin origin) {
        if (key.isRoot()) {
            return root;
        }
        @Nullable ObjectNode parent = section(key.parent(), origin);
        if (parent == null) {
            return null;
        }
        JsonNode present = parent.path(key.name());
        if (present.isMissingNode() || present.isNull()) {
            origins.putIfAbsent(key, origin);
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
