package dev.medley.mashup;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Names and values as a query and a form have them ({@code application/x-www-form-urlencoded}), in UTF-8. */
final class UrlEncoded {

    private static final String QUERY = "query";
    private static final String FORM = "form";
    /** A form of a person has tens; many thousands of names are an attack on the map. */
    private static final int MAX_FIELDS = 1000;

    /** The decoder puts it in the place of bytes that are not UTF-8. */
    private static final String REPLACEMENT = "\uFFFD";

    private static final String ENCODED_REPLACEMENT = "%EF%BF%BD";

    private UrlEncoded() {}

    /** The first value of each name of a query, in the order of the query. */
    static Map<String, String> first(@Nullable String query) {
        Map<String, String> first = new LinkedHashMap<>();
        forEach(query, QUERY, first::putIfAbsent);
        return first;
    }

    /** All values of each name of a query, in the order of the query. */
    static Map<String, List<String>> all(@Nullable String query) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        forEach(
                query,
                QUERY,
                (name, value) ->
                        all.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value));
        return all;
    }

    /** All values of {@code name} in a query, in their order. */
    static List<String> values(@Nullable String query, String name) {
        List<String> values = new ArrayList<>();
        forEach(query, QUERY, (found, value) -> {
            if (found.equals(name)) {
                values.add(value);
            }
        });
        return List.copyOf(values);
    }

    /**
     * All fields of a form, in their order.
     *
     * @throws ProblemException if there are too many, or one cannot be decoded
     */
    static Map<String, List<String>> form(String body) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        int[] count = {0};
        forEach(body, FORM, (name, value) -> {
            if (++count[0] > MAX_FIELDS) {
                throw new ProblemException(
                        Status.CONTENT_TOO_LARGE, "the form has more than " + MAX_FIELDS + " fields");
            }
            fields.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
        });
        return fields;
    }

    private static void forEach(@Nullable String text, String what, BiConsumer<String, String> field) {
        if (text == null) {
            return;
        }
        int from = 0;
        while (from <= text.length()) {
            int end = text.indexOf('&', from);
            if (end < 0) {
                end = text.length();
            }
            if (end > from) {
                int equals = text.indexOf('=', from);
                boolean named = equals >= 0 && equals < end;
                field.accept(
                        decode(text.substring(from, named ? equals : end), what),
                        named ? decode(text.substring(equals + 1, end), what) : "");
            }
            from = end + 1;
        }
    }

    private static String decode(String text, String what) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0 && text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        String decoded;
        try {
            decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException x) {
            throw ProblemException.badRequest(
                    "the " + what + " has a % that is not followed by two hexadecimal digits");
        }
        if (occurrences(decoded, REPLACEMENT) > occurrences(text.toUpperCase(Locale.ROOT), ENCODED_REPLACEMENT)) {
            throw ProblemException.badRequest("the " + what + " has bytes that are not UTF-8");
        }
        return decoded;
    }

    private static int occurrences(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }
}
