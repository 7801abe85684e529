package dev.medley.stubs.internal.endpoint;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** As much JSON as the answers of the stubs need. */
final class JsonWriter {

    private JsonWriter() {}

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                // A lone surrogate has no UTF-8 form, and a pair may be escaped as well.
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /** An array of values that are JSON already. */
    static String array(Collection<String> values) {
        return values.stream().collect(Collectors.joining(",", "[", "]"));
    }

    static String numbers(Map<String, Long> values) {
        return values.entrySet().stream()
                .map(entry -> quote(entry.getKey()) + ':' + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
