package dev.medley.servlet.internal.access;

import dev.medley.caller.Caller;
import dev.medley.mashup.Inbound;
import dev.medley.servlet.internal.routing.PathTemplate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The members of {@code $request} that expressions on a request may ask for before its body is read.
 *
 * @param caller null if it is not known
 */
public record RequestMembers(Inbound inbound, @Nullable Caller caller) implements Function<String, @Nullable Object> {

    @Override
    public @Nullable Object apply(String member) {
        return switch (member) {
            case "method" -> inbound.method();
            case "path" -> variables();
            case "query" -> parameters();
            case "queries" -> inbound.allParameters();
            case "headers" -> headers();
            case "caller" -> caller == null ? null : caller.toMap();
            default -> throw new IllegalArgumentException("there is no member " + member);
        };
    }

    private Map<String, Object> variables() {
        Map<String, Object> variables = new LinkedHashMap<>();
        String template = inbound.template();
        if (template != null) {
            PathTemplate.parse(template).names().forEach(name -> variables.put(name, inbound.path(name)));
        }
        return variables;
    }

    /** Those that are given once: of one that is given twice, a partner may read the other value than a condition. */
    private Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        inbound.allParameters().forEach((name, values) -> {
            if (values.size() == 1) {
                parameters.put(name, values.get(0));
            }
        });
        return parameters;
    }

    private Map<String, Object> headers() {
        Map<String, Object> headers = new LinkedHashMap<>();
        inbound.headers()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        return headers;
    }
}
