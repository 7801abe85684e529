package dev.medley.js.internal.run;

import dev.medley.caller.Caller;
import dev.medley.json.Json;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The inbound request as JSON documents, by which the prelude makes the request of the script. */
final class RequestText {

    private RequestText() {}

    /** Returns what each script gets. */
    static String of(DefaultMashup mashup) {
        Inbound inbound = mashup.inbound();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("method", inbound.method());
        request.put("path", inbound.path());
        String template = inbound.template();
        request.put("template", template);
        Map<String, String> params = new LinkedHashMap<>();
        if (template != null) {
            MashupRoute.variables(template).forEach(name -> params.put(name, inbound.path(name)));
        }
        request.put("params", params);
        request.put("query", inbound.parameters());
        request.put("id", mashup.requestId());
        return json(request);
    }

    /**
     * Returns what few scripts read.
     *
     * @param part its name
     */
    static String about(String part, DefaultMashup mashup) {
        Inbound inbound = mashup.inbound();
        return switch (part) {
            case "queries" -> json(inbound.allParameters());
            case "cookies" -> json(inbound.cookies());
            case "caller" -> {
                Caller caller = mashup.caller();
                yield json(caller == null ? null : members(caller));
            }
            default -> {
                List<String> fields = new ArrayList<>();
                inbound.headers()
                        .forEach((name, values) -> values.forEach(value -> {
                            fields.add(name);
                            fields.add(value);
                        }));
                yield json(fields);
            }
        };
    }

    private static Map<String, Object> members(Caller caller) {
        Map<String, Object> members = new LinkedHashMap<>(caller.toMap());
        members.put("claims", caller.claims());
        return members;
    }

    /** Returns a stage of the body, as the text of a document. */
    static CompletionStage<String> body(String kind, DefaultMashup mashup) {
        Inbound inbound = mashup.inbound();
        if (kind.equals("form")) {
            return inbound.form().thenApply(RequestText::json);
        }
        if (kind.equals("json")) {
            // Checked as in Java, and read by the script.
            return inbound.body(JsonNode.class).thenCombine(inbound.body(), (tree, bytes) -> text(bytes));
        }
        return inbound.contentEncoding() == null
                ? inbound.body().thenApply(RequestText::text)
                : CompletableFuture.failedStage(ProblemException.unsupportedCoding(inbound));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String json(@Nullable Object value) {
        return text(Json.of(value).bytes());
    }
}
