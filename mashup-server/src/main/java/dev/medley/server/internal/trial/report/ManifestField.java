package dev.medley.server.internal.trial.report;

import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.RunReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The field {@code Medley-Manifest} of a reply, which also has exchanges for which no request was begun. */
final class ManifestField {

    private static final String NAME = "medley-manifest";
    private static final String MISSING = "missing";

    /** A list of RFC 8941: items with parameters, whose strings may have commas and semicolons. */
    private static final Pattern ITEM =
            Pattern.compile("([^;,\\s]+)((?:;[^;,=\"]+(?:=(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^;,\"]*))?)*+)");

    private static final Pattern OUTCOME = Pattern.compile("^;([a-z]+)(?=;|$)");
    private static final Pattern CAUSE = Pattern.compile(";cause=\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

    private ManifestField() {}

    /** Returns the exchanges of the manifest of {@code reply} that are not among {@code exchanges}, each with what came of it. */
    static List<String> unsent(RunReply reply, List<RecordedExchange> exchanges) {
        List<String> lines = new ArrayList<>();
        forEach(reply, (name, parameters) -> {
            String result = result(parameters);
            if (result != null && exchanges.stream().noneMatch(exchange -> isOf(name, exchange))) {
                lines.add(name + ": " + result);
            }
        });
        return lines;
    }

    /** Returns the causes of the values that the manifest of {@code reply} has as missing, by the names of their exchanges. */
    static Map<String, String> missing(RunReply reply) {
        Map<String, String> causes = new LinkedHashMap<>();
        forEach(reply, (name, parameters) -> {
            Matcher outcome = OUTCOME.matcher(parameters);
            if (outcome.find() && outcome.group(1).equals(MISSING)) {
                causes.put(name, Objects.requireNonNullElse(cause(parameters), ""));
            }
        });
        return causes;
    }

    private static void forEach(RunReply reply, BiConsumer<String, String> each) {
        reply.headers().forEach((name, values) -> {
            if (name.equalsIgnoreCase(NAME)) {
                for (String value : values) {
                    Matcher item = ITEM.matcher(value);
                    while (item.find()) {
                        each.accept(item.group(1), item.group(2));
                    }
                }
            }
        });
    }

    /** Returns whether {@code exchange} is that of a name, or of an element of it. */
    private static boolean isOf(String name, RecordedExchange exchange) {
        String actual = exchange.name();
        return actual != null && (actual.equals(name) || actual.startsWith(name + "["));
    }

    /** Returns outcome and cause; null for the item that counts the exchanges that are not listed. */
    private static @Nullable String result(String parameters) {
        Matcher outcome = OUTCOME.matcher(parameters);
        if (!outcome.find()) {
            return null;
        }
        if (parameters.contains(";elements=0")) {
            return "no elements";
        }
        String cause = cause(parameters);
        return cause == null ? outcome.group(1) : outcome.group(1) + ", " + cause;
    }

    private static @Nullable String cause(String parameters) {
        Matcher cause = CAUSE.matcher(parameters);
        return cause.find() ? ESCAPED.matcher(cause.group(1)).replaceAll("$1") : null;
    }
}
