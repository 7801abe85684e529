package dev.medley.connection;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A request as it arrived at a {@link HandPartner}.
 *
 * @param line the request line
 * @param fields the header fields as they came
 * @param body the bytes of the body
 */
public record HandRequest(String line, List<String> fields, String body) {

    static HandRequest of(String head) {
        List<String> lines = Arrays.asList(head.strip().split("\r\n"));
        return new HandRequest(lines.get(0), lines.subList(1, lines.size()), "");
    }

    /** The values of the field {@code name}, in any case. */
    public List<String> values(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return fields.stream()
                .filter(field -> field.toLowerCase(Locale.ROOT).startsWith(start))
                .map(field -> field.substring(start.length()).strip())
                .toList();
    }

    int length() {
        return values("Content-Length").stream()
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(0);
    }

    HandRequest body(String bytes) {
        return new HandRequest(line, fields, bytes);
    }
}
