package dev.medley.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON Schema of the configuration: the one place that says which keys there are. */
final class ConfigurationSchema {

    /** Stands for a name that is free. */
    static final String ANY_NAME = "<name>";

    private static final String FILE = "medley.schema.json";
    private static final String DEFINITIONS = "#/$defs/";

    private final JsonNode json;

    private ConfigurationSchema(JsonNode json) {
        this.json = json;
    }

    /** Loads the schema. JSON is YAML, so the reader that is needed anyhow reads it. */
    static ConfigurationSchema load() {
        try (InputStream stream = Objects.requireNonNull(ConfigurationSchema.class.getResourceAsStream(FILE), FILE)) {
            Problems problems = new Problems();
            Document document =
                    YamlReader.read(FILE, new String(stream.readAllBytes(), StandardCharsets.UTF_8), problems);
            problems.throwIfAny();
            return new ConfigurationSchema(document.root());
        } catch (IOException x) {
            throw new UncheckedIOException(FILE, x);
        }
    }

    JsonNode json() {
        return json;
    }

    /** What is known of a key that exists. */
    Definition get(Key key) {
        return Objects.requireNonNull(find(key), key::toString);
    }

    /** What is known of a key; null if there is no such key. */
    @Nullable
    Definition find(Key key) {
        Definition definition = definition(json);
        for (String name : key.names()) {
            JsonNode below = definition.below(name);
            if (below.isMissingNode()) {
                return null;
            }
            definition = definition(below);
        }
        return definition;
    }

    /** All keys, a section before those in it. */
    List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        collect(Key.ROOT, definition(json), keys);
        return keys;
    }

    /** The keys that have values, not sections. */
    List<Key> valueKeys() {
        return keys().stream().filter(this::hasValue).toList();
    }

    /** Whether it is the key of a value. */
    boolean hasValue(Key key) {
        @Nullable Definition definition = find(key);
        return definition != null && !definition.isSection();
    }

    private void collect(Key key, Definition definition, List<Key> keys) {
        List<String> names = new ArrayList<>(definition.names());
        if (!definition.others().isMissingNode()) {
            names.add(ANY_NAME);
        }
        for (String name : names) {
            Key child = key.child(name);
            keys.add(child);
            collect(child, definition(definition.below(name)), keys);
        }
    }

    private Definition definition(JsonNode part) {
        String reference = part.path("$ref").asString("");
        if (!reference.startsWith(DEFINITIONS)) {
            return new Definition(part, null);
        }
        String name = reference.substring(DEFINITIONS.length());
        return new Definition(json.path("$defs").path(name), Notations.named(name));
    }
}
