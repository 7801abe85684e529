package dev.medley.config;

import dev.medley.setting.Declared;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.ValueParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The declared keys, by their names and as a JSON Schema. */
record ConfigurationSchema(Group root) {

    /** Stands for a name that is free. */
    static final String ANY_NAME = "<name>";

    /** Returns the declaration of a key; null if there is no such key. An item of a list has that of the list. */
    @Nullable
    Declared find(Key key) {
        Declared declared = root;
        for (String name : key.names()) {
            if (declared instanceof Group group) {
                @Nullable Declared below = group.find(name).orElse(null);
                if (below == null) {
                    return null;
                }
                declared = below;
            } else if (!name.startsWith("[")) {
                return null;
            }
        }
        return declared;
    }

    /** Returns the declaration of a section that exists. */
    Group group(Key key) {
        return (Group) Objects.requireNonNull(find(key), key::toString);
    }

    /** Returns the parser of the value, or of the item of a list, that a key has; null if it has none. */
    @Nullable
    ValueParser<?> parser(Key key) {
        if (!(find(key) instanceof Setting<?> setting)) {
            return null;
        }
        boolean item = key.name().startsWith("[");
        return item ? setting.parser().item().orElse(null) : setting.parser();
    }

    /** Returns all keys, a section before those in it. */
    List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        collect(Key.ROOT, root, keys);
        return keys;
    }

    /** Returns the keys that have values. */
    List<Key> valueKeys() {
        return keys().stream().filter(key -> find(key) instanceof Setting).toList();
    }

    private static void collect(Key key, Declared declared, List<Key> keys) {
        if (!key.isRoot()) {
            keys.add(key);
        }
        if (declared instanceof Group group) {
            group.members().forEach((name, member) -> collect(key.child(name), member, keys));
            group.element().ifPresent(element -> collect(key.child(ANY_NAME), element, keys));
        }
    }

    /** Returns the JSON Schema, of draft 2020-12. */
    ObjectNode json() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        describe(root, schema);
        return schema;
    }

    private static void describe(Group group, ObjectNode schema) {
        schema.put("description", group.help() + ".");
        schema.putArray("type").add("object").add("null");
        group.names().ifPresent(names -> names.describe(schema.putObject("propertyNames")));
        group.element()
                .ifPresentOrElse(
                        element -> describe(element, schema.putObject("additionalProperties")),
                        () -> schema.put("additionalProperties", false));
        List<String> required = group.members().entrySet().stream()
                .filter(member -> member.getValue() instanceof Setting<?> setting && setting.required())
                .map(Map.Entry::getKey)
                .toList();
        if (!required.isEmpty()) {
            required.forEach(schema.putArray("required")::add);
        }
        if (!group.members().isEmpty()) {
            ObjectNode properties = schema.putObject("properties");
            group.members().forEach((name, member) -> {
                ObjectNode property = properties.putObject(name);
                if (member instanceof Group below) {
                    describe(below, property);
                } else {
                    describe((Setting<?>) member, property);
                }
            });
        }
    }

    private static <T> void describe(Setting<T> setting, ObjectNode schema) {
        String whenUnset =
                setting.defaultValue().isPresent() || setting.required() ? "" : " Unset: " + setting.whenUnset() + ".";
        schema.put("description", setting.help() + "." + whenUnset);
        setting.parser().describe(schema);
        setting.defaultValue().ifPresent(value -> {
            String text = setting.parser().format(value);
            boolean isText = schema.path("type").asString("").equals("string");
            schema.set("default", isText ? JsonNodeFactory.instance.stringNode(text) : YamlReader.scalar(text));
        });
    }
}
