package dev.medley.config.internal.document;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The given values, as a tree, with the place of every key in it, and the problems that they have. */
public final class Document {

    /** The section with the settings of mashups themselves. */
    public static final Key OWN_SETTINGS = Key.of("settings");

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();
    private final Map<Key, Place> places = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Hidden hidden = new Hidden();

    /** Creates a document that is empty, of the file {@code name}. */
    Document(String name) {
        places.put(Key.ROOT, Place.of(SourceLocation.file(name)));
    }

    /** Returns the tree itself, which changes with {@link #override}. */
    public ObjectNode root() {
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
    public Place place(Key key) {
        @Nullable Place place = places.get(key);
        return place == null ? Place.of(location(key.parent())) : place;
    }

    /** Returns where {@code key} was given, or the section in which it would be. */
    public SourceLocation location(Key key) {
        return place(key).key();
    }

    /** Returns the value of {@code key}: a missing node if there is none. */
    public JsonNode at(Key key) {
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
    public void override(Key key, JsonNode value, Place place) {
        Key parent = key.parent();
        if (!parent.isRoot() && (at(parent).isMissingNode() || at(parent).isNull())) {
            override(parent, JsonNodeFactory.instance.objectNode(), places.getOrDefault(parent, place));
        }
        if (at(parent) instanceof ObjectNode section) {
            section.set(key.name(), value);
            places.keySet().removeIf(key::isAbove);
            places.put(key, place);
        } else if (OWN_SETTINGS.name().equals(key.names().get(0))) {
            addProblem(place.key(), key, "is below " + parent + ", which has a value; expected one or the other");
        }
    }

    /** Replaces the value of {@code key}, which is given, by what its text stands for. */
    void replace(Key key, JsonNode value) {
        JsonNode parent = at(key.parent());
        if (parent instanceof ArrayNode list) {
            list.set(Key.index(key.name()), value);
        } else {
            ((ObjectNode) parent).set(key.name(), value);
        }
    }

    /** Returns the values that no message shows. */
    public Hidden hidden() {
        return hidden;
    }

    /** Returns the given keys that are not sections, and the items of lists, with their values. */
    public Map<Key, JsonNode> values() {
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
    public void addProblem(Key key, String text) {
        addProblem(location(key), key, text);
    }

    /** Adds a problem of the value of {@code key}, at the place where that was given. */
    public void addProblemOfValue(Key key, String text) {
        addProblem(place(key).value(), key, text);
    }

    /** Adds a problem of {@code key}. */
    public void addProblem(SourceLocation location, Key key, String text) {
        problems.add(new Problem(location, InvalidValueException.inLine(location.label(key) + ": " + hidden.in(text))));
    }

    /** Adds a problem of the character at {@code offset} of {@code text}. */
    public void addProblem(LocatedText text, int offset, String fault) {
        addProblem(text.place(offset), new Key(text.key()), fault);
    }

    /** Adds a problem for each header field of a section whose name another one has, in capital or in small letters. */
    public void refuseSameFields(Key section) {
        Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : at(section).propertyNames()) {
            String before = known.putIfAbsent(name, name);
            if (before != null) {
                addProblem(section.child(name), "is the same header field as " + before + "; expected one of them");
            }
        }
    }

    /** Returns all problems: of each file line by line, then of variables, then of flags. */
    public List<String> problems() {
        return problems.stream()
                .sorted((one, other) -> SourceLocation.ORDER.compare(one.location(), other.location()))
                .map(Problem::line)
                .toList();
    }

    /** Reads the values of a section, which {@code owner} has. */
    public Settings settings(Group group, Key section, String owner) {
        Settings.Builder settings = new Settings.Builder(group);
        group.settings().forEach(setting -> read(setting, at(section.child(Key.of(setting.path()))), settings));
        return settings.build(owner);
    }

    private static <T> void read(Setting<T> setting, JsonNode value, Settings.Builder settings) {
        // A section in the place of a list is no value of the setting.
        if (!value.isMissingNode() && !value.isObject()) {
            settings.set(setting, setting.parser().read(value));
        }
    }

    private record Problem(SourceLocation location, String line) {}
}
