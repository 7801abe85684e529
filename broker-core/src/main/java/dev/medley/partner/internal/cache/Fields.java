package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads header fields by their names, in any case. */
final class Fields {

    private Fields() {}

    /** Returns the value of each field line, without the space around it. */
    static List<String> values(List<Header> fields, String name) {
        List<String> values = new ArrayList<>(1);
        for (Header field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                values.add(field.value().strip());
            }
        }
        return values;
    }

    /** Returns the lines of a field as one value (RFC 9110, section 5.3); null if there is none. */
    static @Nullable String combined(List<Header> fields, String name) {
        List<String> values = values(fields, name);
        return values.isEmpty() ? null : String.join(", ", values);
    }

    /** Returns the value of a field that has one line; null if it has none or several. */
    static @Nullable String only(List<Header> fields, String name) {
        List<String> values = values(fields, name);
        return values.size() == 1 ? values.get(0) : null;
    }

    /** Returns the names that a field lists, in lower case. */
    static List<String> names(List<Header> fields, String name) {
        return values(fields, name).stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(member -> member.strip().toLowerCase(Locale.ROOT))
                .filter(member -> !member.isEmpty())
                .distinct()
                .collect(Collectors.toUnmodifiableList());
    }
}
