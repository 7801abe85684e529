package dev.medley.config;

import java.util.List;
import java.util.Optional;

/** What may have been meant by a key that does not exist. */
record Suggestion(ConfigurationSchema schema) {

    /** The end of a message: the nearest key if one is near, otherwise all that are known. */
    String of(Key unknown) {
        Key dotted = Key.of(unknown.name());
        if (dotted.names().size() > 1 && schema.find(dotted) != null) {
            return "expected " + dotted.name() + " below " + dotted.parent();
        }
        List<String> siblings = schema.get(unknown.parent()).names();
        return Similar.nearest(unknown.name(), siblings)
                .map(name -> unknown.parent().child(name))
                .or(() -> elsewhere(unknown.name()))
                .map(key -> "did you mean " + key + "?")
                .orElseGet(() -> "expected " + String.join(", ", siblings));
    }

    private Optional<Key> elsewhere(String name) {
        return schema.keys().stream().filter(key -> key.name().equals(name)).findFirst();
    }
}
