package dev.medley.server.internal.declared.run;

import dev.medley.json.Json;
import dev.medley.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The media types of progressive replies: what a client asks for by {@code Accept}. */
enum PartFormat {

    /** Server-sent events (HTML, section 9.2): the kind is the event, the document its data. */
    EVENTS("text/event-stream") {
        @Override
        byte[] write(String kind, Json document) {
            return bytes("event: " + kind + "\ndata: ", document, "\n\n");
        }
    },

    /** A JSON document in each line, with the kind as its only member. */
    LINES("application/x-ndjson") {
        @Override
        byte[] write(String kind, Json document) {
            return bytes("", new JsonObject().member(kind, document).toJson(Map.of()), "\n");
        }
    };

    private static final Pattern WEIGHT = Pattern.compile("q=[01](\\.[0-9]{0,3})?");

    /** The length of the shortest of the types. */
    private static final int SHORTEST =
            Arrays.stream(values()).mapToInt(each -> each.type.length()).min().orElse(0);

    private final String type;

    PartFormat(String type) {
        this.type = type;
    }

    String type() {
        return type;
    }

    /** Returns a part. */
    abstract byte[] write(String kind, Json document);

    /**
     * Returns the format that a client asks for.
     *
     * @param accept the values of its fields {@code Accept}
     * @return that of the range with the highest weight, the first of several; null if that is none of these types
     */
    static @Nullable PartFormat asked(List<String> accept) {
        if (accept.stream().noneMatch(value -> value.length() >= SHORTEST)) {
            return null;
        }
        PartFormat asked = null;
        double highest = 0;
        for (String range : String.join(",", accept).split(",", -1)) {
            String[] parts = range.trim().toLowerCase(Locale.ROOT).split("\\s*;\\s*", -1);
            double weight = weight(parts);
            if (weight > highest) {
                highest = weight;
                asked = Arrays.stream(values())
                        .filter(each -> each.type.equals(parts[0]))
                        .findFirst()
                        .orElse(null);
            }
        }
        return asked;
    }

    /** The weight of a range (RFC 9110, section 12.4.2), 1 without one. */
    private static double weight(String[] parts) {
        for (String parameter : parts) {
            if (WEIGHT.matcher(parameter).matches()) {
                return Math.min(1, Double.parseDouble(parameter.substring(2)));
            }
        }
        return 1;
    }

    /** Line breaks of a document are between its tokens only, where a space does as well. */
    private static byte[] bytes(String before, Json document, String after) {
        byte[] json = document.bytes().clone();
        for (int i = 0; i < json.length; i++) {
            if (json[i] == '\n' || json[i] == '\r') {
                json[i] = ' ';
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(before.length() + json.length + after.length());
        bytes.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(json);
        bytes.writeBytes(after.getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }
}
