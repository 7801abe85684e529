package dev.medley.config.internal;

import dev.medley.config.internal.document.Key;
import dev.medley.setting.internal.Declared;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OpenSection;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The declared keys, by their names and as a JSON Schema. */
record ConfigurationSchema(Group root) {

    /** Returns the declaration of a key; null if there is no such key. */
    @Nullable
    Declared find(Key key) {
        @Nullable Declared declared = root;
        for (String name : key.names()) {
            if (!(declared instanceof OpenSection)) {
                declared = declared instanceof Group group ? group.find(name) : null;
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
        Setting<?> setting = setting(find(key.isItem() ? key.parent() : key));
        if (setting == null) {
            return null;
        }
        return key.isItem() ? setting.parser().item().orElse(null) : setting.parser();
    }

    /** Returns a declaration as a setting, or the setting that a list in the place of a section is; null for any other. */
    private static @Nullable Setting<?> setting(@Nullable Declared declared) {
        if (declared instanceof Group group) {
            return group.list();
        }
        return declared instanceof Setting<?> setting ? setting : null;
    }

    /** Returns all keys, a section before those in it. */
    List<Key> keys() {
        return below(Key.ROOT, root).toList();
    }

    /** Returns the keys that have values. */
    List<Key> valueKeys() {
        return keys().stream().filter(key -> find(key) instanceof Setting).toList();
    }

    private static Stream<Key> below(Key section, Group group) {
        return group.members().entrySet().stream().flatMap(member -> {
            Key key = section.child(member.getKey());
            return member.getValue() instanceof Group below
                    ? Stream.concat(Stream.of(key), below(key, below))
                    : Stream.of(key);
        });
    }

    /** Returns the JSON Schema, of draft 2020-12. */
    ObjectNode json() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        describe(root, schema);
        return schema;
    }

    private static void describe(Declared declared, ObjectNode schema) {
        if (declared instanceof Group group) {
            describe(group, schema);
        } else if (declared instanceof Setting<?> setting) {
            describe(setting, schema);
        } else if (declared instanceof OpenSection open) {
            schema.put("description", open.help() + ".");
            schema.putArray("type").add("object").add("null");
            open.names().keywords().accept(schema.putObject("propertyNames"));
        } else {
            schema.put("description", declared.help() + ".");
        }
    }

    private static void describe(Group group, ObjectNode schema) {
        schema.put("description", group.help() + ".");
        ArrayNode types = schema.putArray("type").add("object").add("null");
        Setting<?> list = group.list();
        if (list != null) {
            types.add("array");
            ObjectNode ofList = JsonNodeFactory.instance.objectNode();
            list.parser().keywords().accept(ofList);
            schema.set("items", ofList.path("items"));
        }
        if (group.names().isPresent()) {
            group.names().get().keywords().accept(schema.putObject("propertyNames"));
            group.members().values().forEach(each -> describe(each, schema.putObject("additionalProperties")));
            return;
        }
        schema.put("additionalProperties", false);
        group.members().forEach((name, member) -> {
            if (member instanceof Setting<?> setting && setting.required()) {
                schema.withArray("required").add(name);
            }
        });
        if (!group.alternatives().isEmpty()) {
            ArrayNode anyOf = schema.putArray("anyOf");
            group.alternatives()
                    .forEach(name -> anyOf.addObject().putArray("required").add(name));
        }
        ObjectNode properties = schema.putObject("properties");
        group.members().forEach((name, member) -> describe(member, properties.putObject(name)));
    }

    private static <T> void describe(Setting<T> setting, ObjectNode schema) {
        String whenUnset =
                setting.defaultValue().isPresent() || setting.required() ? "" : " Unset: " + setting.whenUnset() + ".";
        schema.put("description", setting.help() + "." + whenUnset);
        ValueParser<T> parser = setting.parser();
        parser.keywords().accept(schema);
        setting.defaultValue().map(parser::format).ifPresent(text -> {
            boolean isText = schema.path("type").asString("").equals("string");
            schema.set("default", isText ? JsonNodeFactory.instance.stringNode(text) : parser.node(text));
        });
    }
}
