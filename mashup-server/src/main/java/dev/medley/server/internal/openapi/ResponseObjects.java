package dev.medley.server.internal.openapi;

import dev.medley.config.ManifestDetail;
import dev.medley.config.internal.document.NamedText;
import dev.medley.mashup.Status;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.ReplyDeclaration;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.declared.MashupOutline.RequestOutline;
import dev.medley.server.internal.declared.ReplyStatuses;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The responses of an operation, by status: those of the reply, whole and part by part, and the problems. For one thread. */
final class ResponseObjects {

    private static final String JSON = "application/json";
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private final MashupOutline mashup;
    private final boolean takesBody;
    private final CallerSchemes callers;
    private final ReplyDeclaration reply;
    /** By status, or the hundred of it, such as {@code 4XX}. */
    private final Map<String, ObjectNode> responses = new TreeMap<>();

    ResponseObjects(MashupOutline mashup, boolean takesBody, CallerSchemes callers) {
        this.mashup = mashup;
        this.takesBody = takesBody;
        this.callers = callers;
        reply = mashup.declaration().reply();
    }

    ObjectNode tree() {
        return reply.pass() == null ? own() : passed(mashup.passesRequest());
    }

    /** The response of a partner: of a request of its own with a 2xx, and perhaps of a part or with the client's copy good. */
    private ObjectNode passed(boolean all) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("description", "The response of the partner");
        ObjectNode headers = response.putObject("headers");
        headers.set(Components.MANIFEST_FIELD, Components.reference("headers/Manifest"));
        reply.headers()
                .forEach(each -> headers.putObject(each.name().text())
                        .putObject("schema")
                        .put("type", "string"));
        response.putObject("content").putObject("*/*");
        addProblems();
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        if (!all) {
            tree.set(String.valueOf(Status.OK), response);
            tree.set("206", response.deepCopy().put("description", "The part that a range asks for"));
            tree.set("304", JsonNodeFactory.instance.objectNode().put("description", "The copy of the client is good"));
        }
        responses.forEach((status, problem) -> tree.set(String.valueOf(status), problem));
        if (all) {
            tree.set("default", response);
        }
        return tree;
    }

    private ObjectNode own() {
        ReplyStatuses statuses = mashup.statuses();
        for (int status : statuses.constant()) {
            ObjectNode response = whole(status);
            if (mashup.hasParts(status)) {
                addParts(response);
            }
            responses.put(String.valueOf(status), response);
        }
        addProblems();
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        responses.forEach(tree::set);
        if (statuses.others()) {
            ObjectNode response = replyWith("The reply, with a status that depends on its values", null);
            if (mashup.hasParts(Status.OK)) {
                addParts(response);
            }
            tree.set("default", response);
        }
        return tree;
    }

    private ObjectNode whole(int status) {
        boolean isDefault = reply.body() == null && reply.merge().isEmpty();
        if (WITHOUT_BODY.contains(status) || (isDefault && status >= FIRST_REDIRECT && status < FIRST_ERROR)) {
            ObjectNode response = replyWith("The reply, without a body", null);
            response.remove("content");
            return response;
        }
        return replyWith("The reply", status < FIRST_REDIRECT ? ReplyExample.of(mashup) : null);
    }

    private ObjectNode replyWith(String description, @Nullable JsonNode example) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("description", description);
        ObjectNode headers = response.putObject("headers");
        if (mashup.manifest() != ManifestDetail.OFF) {
            headers.set(Components.MANIFEST_FIELD, Components.reference("headers/Manifest"));
        }
        if (mashup.declaration().schedule() != null) {
            headers.putObject("Age")
                    .put("description", "Seconds since the mashup has run")
                    .putObject("schema")
                    .put("type", "integer");
        }
        for (NamedText each : reply.headers()) {
            headers.putObject(each.name().text()).putObject("schema").put("type", "string");
        }
        String type = reply.type() == null ? JSON : reply.type().text();
        ObjectNode media = response.putObject("content").putObject(type);
        ObjectNode schema = ReplySchema.of(mashup, type);
        if (!schema.isEmpty()) {
            media.set("schema", schema);
        }
        if (example != null) {
            media.set("example", example);
        }
        return response;
    }

    private static void addParts(ObjectNode response) {
        ObjectNode content = response.withObjectProperty("content");
        content.putObject("text/event-stream").set("schema", Components.reference("schemas/Events"));
        content.putObject("application/x-ndjson").set("schema", Components.reference("schemas/Lines"));
    }

    private void addProblems() {
        boolean isScheduled = mashup.declaration().schedule() != null;
        if (!isScheduled && (!mashup.places().isEmpty() || mashup.readsRequest() || takesBody)) {
            add(Status.BAD_REQUEST, Components.problem(Status.BAD_REQUEST));
        }
        if (takesBody) {
            add(Status.CONTENT_TOO_LARGE, Components.problem(Status.CONTENT_TOO_LARGE));
        }
        if (takesBody && mashup.readsBody()) {
            add(Status.UNSUPPORTED_MEDIA_TYPE, Components.problem(Status.UNSUPPORTED_MEDIA_TYPE));
        }
        callers.statuses(mashup.declaration().path().text()).forEach(status -> add(status, Components.problem(status)));
        for (RequestOutline each : mashup.requests()) {
            ExchangeDeclaration exchange = each.exchange();
            String meaning = exchange.internal()
                    ? "The request cannot be answered"
                    : each.partner() == null ? "The status of a partner" : "The status of " + each.partner();
            if (!each.isFallback()
                    && !exchange.optional()
                    && exchange.fallback().value() == null) {
                exchange.passStatus()
                        .forEach(
                                range -> add(range.configured().toUpperCase(Locale.ROOT), Components.problem(meaning)));
            }
        }
        add(Status.BAD_GATEWAY, Components.problem(Status.BAD_GATEWAY));
        add(Status.SERVICE_UNAVAILABLE, Components.problem(Status.SERVICE_UNAVAILABLE));
        add(Status.GATEWAY_TIMEOUT, Components.problem(Status.GATEWAY_TIMEOUT));
    }

    /** Adds a problem; to the content of the response that there is with the status, if that is no problem itself. */
    private void add(int status, ObjectNode problem) {
        add(String.valueOf(status), problem);
    }

    private void add(String status, ObjectNode problem) {
        ObjectNode present = responses.putIfAbsent(status, problem);
        if (present != null && !present.has("$ref") && !present.path("content").has(Components.PROBLEM_TYPE)) {
            Components.addProblem(present.withObjectProperty("content"));
        }
    }
}
