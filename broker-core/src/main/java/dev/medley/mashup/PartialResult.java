package dev.medley.mashup;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.medley.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of some items, and the items without one. Jackson writes it as the list of the values; in a merge, its
 * {@code "missing"} lists the items behind the name of the member: {@code users.7}.
 *
 * @param values the values that arrived, in the order of their items; immutable
 * @param missing each item without a value, as text, with the reason
 */
public record PartialResult<T>(List<T> values, Map<String, String> missing) {

    /** Copies both. */
    public PartialResult {
        values = Collections.unmodifiableList(new ArrayList<>(values));
        missing = Collections.unmodifiableMap(new LinkedHashMap<>(missing));
    }

    /** The document: the list of the values, which knows what is missing. */
    @JsonValue
    public Json json() {
        return Json.of(values).withMissing(missing);
    }

    /** The document of a reply that has nothing else: the values, and what is missing, which a list has no place for. */
    Json whole() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("values", values);
        if (!missing.isEmpty()) {
            members.put("missing", missing);
        }
        return Json.of(members);
    }
}
