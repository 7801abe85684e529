package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.config.internal.document.NamedText;
import dev.medley.server.internal.schema.BodySchema;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A section of a document, with its values, each of which is valid by itself.
 *
 * @param key of the section
 */
record Section(Document document, Key key, Settings values) {

    static Section read(Document document, Group group, Key key) {
        return new Section(document, key, document.settings(group, key, key.toString()));
    }

    /** Returns the key of a setting. */
    Key key(Setting<?> setting) {
        return key.child(Key.of(setting.path()));
    }

    boolean has(Key each) {
        return !document.at(each).isMissingNode();
    }

    boolean has(String name) {
        return has(key.child(name));
    }

    /** Returns the last name of the section, at its place. */
    LocatedText name() {
        return LocatedText.ofName(document, key);
    }

    @Nullable
    LocatedText text(Setting<String> setting) {
        return values.find(setting) == null ? null : LocatedText.of(document, key(setting));
    }

    List<LocatedText> items(Setting<List<String>> setting) {
        List<LocatedText> items = new ArrayList<>();
        for (int i = 0; i < values.get(setting).size(); i++) {
            items.add(LocatedText.of(document, key(setting).item(i)));
        }
        return items;
    }

    /** Returns the keys below a key, in their order. */
    List<Key> below(Key above) {
        return document.at(above).propertyNames().stream().map(above::child).toList();
    }

    /** Returns the texts below a key, with their names. */
    List<NamedText> named(Key above) {
        List<NamedText> texts = new ArrayList<>();
        for (Key each : below(above)) {
            texts.add(new NamedText(LocatedText.ofName(document, each), LocatedText.of(document, each)));
        }
        return texts;
    }

    /** Returns the header fields below a key, whose names are the same in capital and in small letters. */
    List<NamedText> fields(Key above) {
        document.refuseSameFields(above);
        return named(above);
    }

    /** Returns the schema that a key is; null if there is none, or none that can be used, which is a problem. */
    @Nullable
    BodySchema schema(Key schema) {
        if (!has(schema)) {
            return null;
        }
        JsonNode tree = BodySchema.withNumbers(document.at(schema));
        List<BodySchema.Fault> faults = BodySchema.faultsOfSchema(tree);
        for (BodySchema.Fault fault : faults) {
            Key place = schema;
            for (Object each : fault.path()) {
                place = each instanceof Integer index ? place.item(index) : place.child(each.toString());
            }
            document.addProblem(place, "is not JSON Schema (%s): %s".formatted(fault.rule(), fault.message()));
        }
        return faults.isEmpty() ? BodySchema.of(tree) : null;
    }

    void problem(Key of, String text) {
        document.addProblem(of, text);
    }

    /** Adds a problem of a value, at the place where it was given. */
    void problemOfValue(Key of, String text) {
        document.addProblemOfValue(of, text);
    }
}
