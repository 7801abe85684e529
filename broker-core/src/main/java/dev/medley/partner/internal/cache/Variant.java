package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The secondary key of a stored response: the fields that its Vary names, with the values that the request had (RFC 9111,
 * section 4.1); and those by which the request shows who asks, whether its Vary names them or not.
 *
 * @param names in lower case
 * @param values one for each name; null where the request did not have the field
 */
record Variant(List<String> names, List<@Nullable String> values) {

    /** A name that no request matches. */
    private static final String ANYTHING = "*";

    static Variant of(List<Header> response, CacheRequest request) {
        List<String> varied = Fields.names(response, "Vary");
        if (varied.isEmpty() && request.credentials().isEmpty()) {
            return new Variant(List.of(), List.of());
        }
        List<String> names = Stream.concat(varied.stream(), request.credentials().stream())
                .distinct()
                .toList();
        return new Variant(names, valuesOf(names, request.fields()));
    }

    /** Returns whether the response of {@code response} is for one request only. */
    static boolean isUnique(List<Header> response) {
        return Fields.names(response, "Vary").contains(ANYTHING);
    }

    /** Returns whether it is for {@code request}, which has no credential that the request of this one did not have. */
    boolean matches(CacheRequest request) {
        for (int i = 0; i < names.size(); i++) {
            if (!Objects.equals(values.get(i), Fields.combined(request.fields(), names.get(i)))) {
                return false;
            }
        }
        return names.containsAll(request.credentials());
    }

    private static List<@Nullable String> valuesOf(List<String> names, List<Header> request) {
        List<@Nullable String> values = new ArrayList<>(names.size());
        for (String name : names) {
            values.add(Fields.combined(request, name));
        }
        return values;
    }

    /** The bytes that it takes, about. */
    long weight() {
        long weight = 0;
        for (int i = 0; i < names.size(); i++) {
            String value = values.get(i);
            weight += names.get(i).length() + (value == null ? 0 : value.length()) + 2L * StoredResponse.OBJECT_BYTES;
        }
        return weight;
    }
}
