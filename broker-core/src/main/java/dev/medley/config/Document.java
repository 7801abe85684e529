package dev.medley.config;

import dev.medley.setting.InvalidValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The given values, as a tree, with the place of every key in it, and the problems that they have. */
final class Document {

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private final Map<Key, Place> places = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /** Creates a document that is empty, of the file {@code name}. */
    Document(String name) {
        places.put(Key.ROOT, Place.of(SourceLocation.file(name)));
    }

    ObjectNode root() {
        return root;
    }

    /** Notes where {@code key} and its value were given. */
    void note(Key key, Place place) {
        places.put(key, place);
    }

    /** Returns where {@code key} and its value were given; null if they were not. */
    @Nullable
    Place find(Key key) {
        return places.get(key);
    }

    /** Returns where {@code key} and its value were given, or the key of the section in which they would be. */
    Place place(Key key) {
        @Nullable Place place = places.get(key);
        return place == null ? Place.of(location(key.parent())) : place;
    }

    /** Returns where {@code key} was given, or the section in which it would be. */
    SourceLocation location(Key key) {
        return place(key).key();
    }

    /** Returns the value of {@code key}: a missing node if there is none. */
    JsonNode at(Key key) {
        JsonNode node = root;
        for (String name : key.names()) {
            node = node.isArray() && Key.isItem(name) ? node.path(Key.index(name)) : node.path(name);
        }
        return node;
    }

    /**
     * Replaces a value, or adds it with the sections that lead to it. Where the file has another value than a section
     * on the way, that stays: it is a problem of its own.
     */
    void override(Key key, JsonNode value, Place place) {
        Key parent = key.parent();
        if (!parent.isRoot() && (at(parent).isMissingNode() || at(parent).isNull())) {
            override(parent, JsonNodeFactory.instance.objectNode(), places.getOrDefault(parent, place));
        }
        if (at(parent) instanceof ObjectNode section) {
            section.set(key.name(), value);
            places.keySet().removeIf(key::isAbove);
            places.put(key, place);
        } else if (SettingValues.SECTION.name().equals(key.names().get(0))) {
            addProblem(place.key(), key, "is below " + parent + ", which has a value; expected one or the other");
        }
    }

    /** Returns the given keys that are not sections, and the items of lists, with their values. */
    Map<Key, JsonNode> values() {
        Map<Key, JsonNode> values = new LinkedHashMap<>();
        collect(Key.ROOT, root, values);
        return values;
    }

    private static void collect(Key key, JsonNode node, Map<Key, JsonNode> values) {
        if (node.isObject()) {
            node.properties().forEach(entry -> collect(key.child(entry.getKey()), entry.getValue(), values));
        } else {
            values.put(key, node);
            for (int i = 0; i < node.size(); i++) {
                collect(key.item(i), node.path(i), values);
            }
        }
    }

    /** Adds a problem of {@code key}, at the place where it was given. */
    void addProblem(Key key, String text) {
        addProblem(location(key), key, text);
    }

    /** Adds a problem of the value of {@code key}, at the place where that was given. */
    void addProblemOfValue(Key key, String text) {
        addProblem(place(key).value(), key, text);
    }

    /** Adds a problem of {@code key}. */
    void addProblem(SourceLocation location, Key key, String text) {
        problems.add(new Problem(location, InvalidValueException.inLine(location.label(key) + ": " + text)));
    }

    /** Adds a problem for each header field of a section whose name another one has, in capital or in small letters. */
    void refuseSameFields(Key section) {
        Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : at(section).propertyNames()) {
            String before = known.putIfAbsent(name, name);
            if (before != null) {
                addProblem(section.child(name), "is the same header field as " + before + "; expected one of them");
            }
        }
    }

    /**
     * Ends the reading if there are problems.
     *
     * @throws ConfigurationException with all of them: of the file line by line, then of variables, then of flags
     */
    void throwIfInvalid() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems.stream()
                    .sorted((one, other) -> SourceLocation.ORDER.compare(one.location(), other.location()))
                    .map(Problem::line)
                    .toList());
        }
    }

    private record Problem(SourceLocation location, String line) {}
}
