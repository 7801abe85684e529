package dev.medley.stubs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a query, decoded leniently: the endpoints refuse what is not UTF-8. */
final class QueryParameters {

    private QueryParameters() {}

    static Map<String, List<String>> of(@Nullable String query) {
        Map<String, List<String>> parameters = new HashMap<>();
        if (query == null) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (!pair.isEmpty()) {
                parameters
                        .computeIfAbsent(name, any -> new ArrayList<>())
                        .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException x) {
            return text;
        }
    }
}
