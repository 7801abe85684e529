package dev.medley.server.internal.topic.exchange;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/**
 * Header fields as one text, which a session holds as long as it lives. Jetty's fields refer to their parser, and that to all of the connection
 * that a WebSocket has left. Immutable.
 */
public final class HeldFields {

    /** Neither names nor values have these (RFC 9110, section 5.5). */
    private static final char END_OF_NAME = '\0';

    private static final char END_OF_VALUE = '\n';

    /** Without a field. */
    static final HeldFields NONE = new HeldFields("");

    private final String text;

    private HeldFields(String text) {
        this.text = text;
    }

    /** Copies {@code fields}. */
    public static HeldFields of(HttpFields fields) {
        StringBuilder copy = new StringBuilder();
        for (HttpField field : fields) {
            String value = field.getValue();
            copy.append(field.getName())
                    .append(END_OF_NAME)
                    .append(value == null ? "" : value)
                    .append(END_OF_VALUE);
        }
        return new HeldFields(copy.toString());
    }

    /** Returns these fields and another one. */
    HeldFields with(String name, String value) {
        return new HeldFields(text + name + END_OF_NAME + value + END_OF_VALUE);
    }

    /** Returns the values of {@code name}, of any case. */
    List<String> values(String name) {
        List<String> values = new ArrayList<>();
        forEach((each, value) -> {
            if (each.equalsIgnoreCase(name)) {
                values.add(value);
            }
        });
        return values;
    }

    /** Returns the values of each name, which is written as in the first field of that name. */
    public Map<String, List<String>> all() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        forEach((name, value) -> {
            String known = all.keySet().stream()
                    .filter(name::equalsIgnoreCase)
                    .findFirst()
                    .orElse(name);
            all.computeIfAbsent(known, first -> new ArrayList<>()).add(value);
        });
        return all;
    }

    private void forEach(BiConsumer<String, String> action) {
        int place = 0;
        while (place < text.length()) {
            int value = text.indexOf(END_OF_NAME, place) + 1;
            int end = text.indexOf(END_OF_VALUE, value);
            action.accept(text.substring(place, value - 1), text.substring(value, end));
            place = end + 1;
        }
    }
}
