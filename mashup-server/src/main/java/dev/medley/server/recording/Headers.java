package dev.medley.server.recording;

import dev.medley.connection.internal.SecretNames;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Header fields by their names, each with its values, in the order in which they came. */
final class Headers {

    /** Those that are secret although {@link SecretNames} does not know their names. */
    private static final Set<String> COOKIES = Set.of("cookie", "set-cookie", "set-cookie2");

    private Headers() {}

    @SuppressWarnings("ConstantValue") // A file may leave them out.
    static Map<String, List<String>> copyOf(Map<String, List<String>> headers) {
        if (headers == null) {
            throw new IllegalArgumentException("headers is missing; expected an object with the header fields");
        }
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> copy.put(name, copyOf(name, values)));
        return Collections.unmodifiableMap(copy);
    }

    @SuppressWarnings("ConstantValue") // A file may have null.
    private static List<String> copyOf(String name, List<String> values) {
        if (values == null || values.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException(
                    "the header field '%s' has null; expected an array of its values".formatted(name));
        }
        return List.copyOf(values);
    }

    static Map<String, List<String>> with(Map<String, List<String>> headers, Map<String, List<String>> others) {
        Map<String, List<String>> all = new LinkedHashMap<>(without(headers, others.keySet()));
        all.putAll(others);
        return all;
    }

    static Map<String, List<String>> without(Map<String, List<String>> headers, Collection<String> names) {
        Map<String, List<String>> rest = new LinkedHashMap<>(headers);
        rest.keySet().removeIf(name -> names.stream().anyMatch(name::equalsIgnoreCase));
        return rest;
    }

    /** Returns the names of those that are secret. */
    static List<String> secret(Map<String, List<String>> headers) {
        return headers.keySet().stream()
                .filter(name -> COOKIES.contains(name.toLowerCase(Locale.ROOT)) || SecretNames.isSecret(name))
                .toList();
    }
}
