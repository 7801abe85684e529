package dev.medley.server.internal.trial.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.Recording;
import dev.medley.server.recording.RunReply;
import dev.medley.server.recording.internal.RecordingJson;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A run as one JSON document, for programs. Immutable.
 *
 * @param status of the reply
 * @param headers its fields: their names in small letters, several values of one with commas between them
 * @param body the document that it is, if the reply is of JSON; else its text; null for none, and for bytes that are no text
 * @param bytes the length of a body that is not here; null if it is
 * @param ms from the request to the end of the reply
 * @param exchanges in the order in which they began
 * @param missing the causes of values that are missing, by the names in the manifest; null if none is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunDocument(
        int status,
        Map<String, String> headers,
        JsonNode body,
        @Nullable Long bytes,
        double ms,
        List<Sent> exchanges,
        @Nullable Map<String, String> missing) {

    /** Takes copies. */
    public RunDocument {
        exchanges = List.copyOf(exchanges);
    }

    /**
     * An exchange.
     *
     * @param name that the mashup has for it; null if it has none
     * @param partner the partner's name
     * @param method of the request
     * @param path and query of the request
     * @param outcome by its label
     * @param status of the response; null if there was none
     * @param cause why it did not complete; null if it did
     * @param startMs when it began, since the request
     * @param ms from its start to its end
     * @param attempts that began
     * @param cache the role of the partner's cache, in a word; null for a response that came from the partner as usual
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sent(
            @Nullable String name,
            String partner,
            String method,
            String path,
            String outcome,
            @Nullable Integer status,
            @Nullable String cause,
            double startMs,
            double ms,
            int attempts,
            @Nullable String cache) {

        static Sent of(RecordedExchange exchange) {
            return new Sent(
                    exchange.name(),
                    exchange.partner(),
                    exchange.method(),
                    exchange.target(),
                    exchange.outcome(),
                    exchange.status(),
                    exchange.cause(),
                    exchange.times().startMs(),
                    exchange.times().totalMs(),
                    exchange.attempts(),
                    exchange.cache());
        }
    }

    /** Returns the document of a run. */
    public static RunDocument of(Recording run) {
        RunReply reply = run.reply();
        JsonNode body = body(reply);
        boolean isHere = !body.isNull() || reply.body().length() == 0;
        Map<String, String> missing = ManifestField.missing(reply);
        return new RunDocument(
                reply.status(),
                headers(reply),
                body,
                isHere ? null : reply.body().length(),
                run.tookMs(),
                run.exchanges().stream()
                        .sorted(Comparator.comparingDouble(
                                (RecordedExchange each) -> each.times().startMs()))
                        .map(Sent::of)
                        .toList(),
                missing.isEmpty() ? null : missing);
    }

    private static Map<String, String> headers(RunReply reply) {
        Map<String, String> headers = new TreeMap<>();
        reply.headers()
                .forEach((name, values) -> headers.merge(
                        name.toLowerCase(Locale.ROOT), String.join(", ", values), (one, other) -> one + ", " + other));
        return headers;
    }

    private static JsonNode body(RunReply reply) {
        RecordedBody body = reply.body();
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (body.length() == 0 || !body.isWhole()) {
            return nodes.nullNode();
        }
        JsonNode json = reply.type().matches(".*[/+]json") ? body.json() : null;
        String text = json == null ? body.text() : null;
        return json != null ? json : text == null ? nodes.nullNode() : nodes.stringNode(text);
    }

    /** Returns it as text, indented. */
    public String toJson() {
        return RecordingJson.MAPPER.writeValueAsString(this);
    }
}
