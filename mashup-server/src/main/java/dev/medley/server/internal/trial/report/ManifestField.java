package dev.medley.server.internal.trial.report;

import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.RunReply;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The field {@code Medley-Manifest} of a reply, which also has exchanges for which no request was begun. */
final class ManifestField {

    private static final String NAME = "medley-manifest";

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
        reply.headers().forEach((name, values) -> {
            if (name.equalsIgnoreCase(NAME)) {
                values.forEach(value -> add(value, exchanges, lines));
            }
        });
        return lines;
    }

    private static void add(String field, List<RecordedExchange> exchanges, List<String> lines) {
        Matcher item = ITEM.matcher(field);
        while (item.find()) {
            String name = item.group(1);
            String result = result(item.group(2));
            if (result != null && exchanges.stream().noneMatch(exchange -> isOf(name, exchange))) {
                lines.add(name + ": " + result);
            }
        }
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
        Matcher cause = CAUSE.matcher(parameters);
        return cause.find()
                ? outcome.group(1) + ", " + ESCAPED.matcher(cause.group(1)).replaceAll("$1")
                : outcome.group(1);
    }
}
