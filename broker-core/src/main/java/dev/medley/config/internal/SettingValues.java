package dev.medley.config.internal;

import dev.medley.config.MashupSettings;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Hidden;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.SourceLocation;
import dev.medley.config.internal.document.SourceLocation.Source;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The values of the mashups' own settings, as they were given; {@link MashupSettings} reads them. Immutable. */
public final class SettingValues {

    /** No values. */
    public static final SettingValues NONE = new SettingValues(Map.of(), Map.of(), Hidden.nothing());

    private static final ValueParser<String> NAMES = ValueParsers.name("the name of a setting");

    private final Map<Key, Value> values;
    private final Map<String, String> variables;
    private final Hidden hidden;

    private SettingValues(Map<Key, Value> values, Map<String, String> variables, Hidden hidden) {
        this.values = values;
        this.variables = variables;
        this.hidden = hidden;
    }

    /**
     * A value and its place.
     *
     * @param node the value
     * @param key where its key was given
     * @param location where it was given
     */
    public record Value(JsonNode node, SourceLocation key, SourceLocation location) {

        /** Creates a value that has one place with its key. */
        public Value(JsonNode node, SourceLocation location) {
            this(node, location, location);
        }

        /** Returns whether it is text of a flag, a variable or a program, in which commas separate the items of a list. */
        public boolean isText() {
            return location.source() != Source.FILE;
        }
    }

    /**
     * Returns values that a program gives, by dotted keys without {@code settings}, such as {@code shop.currency}.
     *
     * @throws IllegalArgumentException if a key is not lower-case letters, digits and hyphens, in names separated by dots
     */
    public static SettingValues of(Map<String, String> values) {
        Map<Key, Value> given = new LinkedHashMap<>();
        values.forEach((dotted, text) -> {
            Key key = key(dotted);
            given.put(key, new Value(ValueParser.scalar(text), new SourceLocation(Source.FLAG, "the program", 0, 0)));
        });
        return new SettingValues(given, Map.of(), Hidden.nothing());
    }

    /** Returns these values with those of {@code others}, which a program gives, and which count where both have one. */
    public SettingValues with(SettingValues others) {
        Map<Key, Value> all = new LinkedHashMap<>(values);
        all.putAll(others.values);
        return new SettingValues(all, variables, hidden);
    }

    /** Returns the keys of these values that {@code others} have, too, as in a configuration. */
    public List<String> alsoIn(SettingValues others) {
        return values.keySet().stream()
                .filter(others.values::containsKey)
                .map(key -> Document.OWN_SETTINGS.name() + "." + key)
                .toList();
    }

    /** Reads the section of a document, and adds problems to it. */
    static SettingValues of(Document document, Map<String, String> variables) {
        Map<Key, Value> given = new LinkedHashMap<>();
        document.values().forEach((key, node) -> {
            if (key.names().size() > 1 && key.names().get(0).equals(Document.OWN_SETTINGS.name())) {
                read(document, key, node, given);
            }
        });
        return new SettingValues(given, new TreeMap<>(variables), document.hidden());
    }

    private static void read(Document document, Key key, JsonNode node, Map<Key, Value> given) {
        Key list = key.isItem() ? key.parent() : key;
        if (list.names().stream().anyMatch(Key::isItem)) {
            document.addProblem(key, "is in a list; expected a list of values only");
            return;
        }
        try {
            list.names().forEach(NAMES::parse);
        } catch (InvalidValueException x) {
            document.addProblem(key, String.valueOf(x.getMessage()));
            return;
        }
        if (!key.isItem()) {
            given.put(
                    key,
                    new Value(node, document.location(key), document.place(key).value()));
        }
    }

    /**
     * Returns the key of a setting, below {@code settings}.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    public static Key key(String dotted) {
        Key key = Key.of(dotted);
        try {
            key.names().forEach(NAMES::parse);
        } catch (InvalidValueException x) {
            throw new IllegalArgumentException("setting '" + dotted + "': " + x.getMessage(), x);
        }
        return Document.OWN_SETTINGS.child(key);
    }

    /** Returns the value of a key: of a flag, else of its variable, else of the file; null if none is given. */
    @Nullable
    public Value find(Key key) {
        @Nullable Value value = values.get(key);
        @Nullable String text = variables.get(key.variable());
        return text == null || (value != null && value.location().source() == Source.FLAG)
                ? value
                : new Value(ValueParser.scalar(text), SourceLocation.variable(key.variable()));
    }

    /** Returns whether keys below {@code key} are given. */
    public boolean isSection(Key key) {
        return values.keySet().stream()
                .anyMatch(given -> given.names().size() > key.names().size()
                        && given.names().subList(0, key.names().size()).equals(key.names()));
    }

    /** Returns the keys that were given other than by variables. */
    public Collection<Key> keys() {
        return values.keySet();
    }

    /** Returns the names of the variables that were given. */
    public Collection<String> variables() {
        return variables.keySet();
    }

    /** Returns the keys and variables that have other values in {@code others}, or in one of the two none. */
    Set<String> differences(SettingValues others) {
        Set<String> keys = new TreeSet<>(ConfigurationChange.differences(texts(), others.texts()));
        keys.addAll(ConfigurationChange.differences(variables, others.variables));
        return keys;
    }

    private Map<String, JsonNode> texts() {
        Map<String, JsonNode> texts = new LinkedHashMap<>();
        values.forEach((key, value) -> texts.put(key.toString(), value.node()));
        return texts;
    }

    /** Returns a message without the values of references, which may be secret. */
    String withoutHidden(String message) {
        return hidden.in(message);
    }

    /** Returns whether there are none. */
    public boolean isEmpty() {
        return values.isEmpty() && variables.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SettingValues that && values.equals(that.values) && variables.equals(that.variables);
    }

    @Override
    public int hashCode() {
        return 31 * values.hashCode() + variables.hashCode();
    }

    /** Returns the keys; values may be secret. */
    @Override
    public String toString() {
        return values.keySet() + ", " + variables.keySet();
    }
}
