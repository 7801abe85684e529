package dev.medley.server.internal.openapi;

import dev.medley.mashup.Status;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the operations of a document share: schemas, the manifest's field, and the responses of problems. */
final class Components {

    static final String MANIFEST_FIELD = "Medley-Manifest";
    static final String PROBLEM_TYPE = "application/problem+json";

    /** The shared responses, by their statuses. */
    private static final Map<Integer, String> PROBLEMS = new TreeMap<>(Map.of(
            Status.BAD_REQUEST, "InvalidRequest",
            Status.UNAUTHORIZED, "CallerUnknown",
            Status.FORBIDDEN, "CallerRefused",
            Status.TOO_MANY_REQUESTS, "QuotaUsedUp",
            Status.CONTENT_TOO_LARGE, "BodyTooLarge",
            Status.UNSUPPORTED_MEDIA_TYPE, "UnknownMediaType",
            Status.BAD_GATEWAY, "PartnerFailed",
            Status.SERVICE_UNAVAILABLE, "NoCapacity",
            Status.GATEWAY_TIMEOUT, "Expired"));

    /** Those that are shared only where there are callers or quotas. */
    private static final Set<Integer> OF_CALLERS =
            Set.of(Status.UNAUTHORIZED, Status.FORBIDDEN, Status.TOO_MANY_REQUESTS);

    private static final Map<Integer, String> MEANINGS = Map.of(
            Status.BAD_REQUEST, "A parameter or the body is missing or not allowed",
            Status.UNAUTHORIZED, "The request does not show who sends it, or what it shows is wrong",
            Status.FORBIDDEN, "The caller lacks what the mashup asks for",
            Status.TOO_MANY_REQUESTS, "A quota of the client is used up",
            Status.CONTENT_TOO_LARGE, "The body of the request is larger than allowed",
            Status.UNSUPPORTED_MEDIA_TYPE, "The body of the request has a media type that the mashup does not accept",
            Status.BAD_GATEWAY, "A partner failed, and the reply requires its value",
            Status.SERVICE_UNAVAILABLE, "Medley or a partner has no capacity",
            Status.GATEWAY_TIMEOUT, "A partner did not answer in time, or the deadline of the reply passed");

    /** The name of the scheme of requests with the field {@code Authorization}, of whatever kind. */
    static final String AUTHORIZATION = "Authorization";

    private Components() {}

    /** Returns a reference to a shared one, such as {@code schemas/Problem}. */
    static ObjectNode reference(String name) {
        return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/" + name);
    }

    /** Returns a reference to the response of a problem with one of the shared statuses. */
    static ObjectNode problem(int status) {
        return reference("responses/" + PROBLEMS.get(status));
    }

    /** Returns the response of a problem. */
    static ObjectNode problem(String meaning) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("description", meaning);
        response.putObject("headers").set(MANIFEST_FIELD, reference("headers/Manifest"));
        addProblem(response.putObject("content"));
        return response;
    }

    /** Adds the media type of problems to the content of a response. */
    static void addProblem(ObjectNode content) {
        content.putObject(PROBLEM_TYPE).set("schema", reference("schemas/Problem"));
    }

    /**
     * Returns all.
     *
     * @param authorization whether an operation has the field {@code Authorization}
     * @param callers what is asked of them
     */
    static ObjectNode tree(boolean authorization, CallerSchemes callers) {
        ObjectNode components = JsonNodeFactory.instance.objectNode();
        ObjectNode schemes = JsonNodeFactory.instance.objectNode();
        callers.addTo(schemes);
        if (authorization) {
            schemes.putObject(AUTHORIZATION)
                    .put("type", "apiKey")
                    .put("in", "header")
                    .put("name", "Authorization");
        }
        if (!schemes.isEmpty()) {
            components.set("securitySchemes", schemes);
        }
        ObjectNode schemas = components.putObject("schemas");
        schemas.set("Problem", problemSchema());
        schemas.putObject("Missing")
                .put("type", "object")
                .put("description", "The values that are missing, each with its cause; absent if none is")
                .putObject("additionalProperties")
                .put("type", "string");
        schemas.set("Manifest", manifestSchema());
        schemas.putObject("Events")
                .put("type", "string")
                .put(
                        "description",
                        "Server-sent events: part when a value to pass on arrives, then reply and manifest, or problem");
        schemas.putObject("Lines")
                .put("type", "string")
                .put(
                        "description",
                        "A JSON object in each line, with one member: part when a value to pass on arrives, then reply and"
                                + " manifest, or problem");
        ObjectNode responses = components.putObject("responses");
        Set<Integer> used = callers.statuses();
        PROBLEMS.forEach((status, name) -> {
            if (!OF_CALLERS.contains(status) || used.contains(status)) {
                responses.set(name, shared(status));
            }
        });
        components
                .putObject("headers")
                .putObject("Manifest")
                .put(
                        "description",
                        "The exchanges that have ended, each with its outcome, the partner's status, milliseconds, and the cause"
                                + " if its value is missing: a list of RFC 8941")
                .put("example", "weather;completed;status=200;ms=12.3")
                .putObject("schema")
                .put("type", "string");
        return components;
    }

    private static ObjectNode shared(int status) {
        ObjectNode response = problem(String.valueOf(MEANINGS.get(status)));
        if (status < Status.INTERNAL_SERVER_ERROR) {
            // The request was refused before an exchange started.
            response.remove("headers");
        }
        if (status == Status.SERVICE_UNAVAILABLE || status == Status.TOO_MANY_REQUESTS) {
            addField(response, "Retry-After", "Seconds after which another request may succeed", "integer");
        }
        if (status == Status.TOO_MANY_REQUESTS) {
            addField(response, "RateLimit-Policy", "The quotas: tokens of a full bucket, and their seconds", "string");
            addField(
                    response,
                    "RateLimit",
                    "Of each quota: tokens that are left, and seconds until they are back",
                    "string");
        } else if (status == Status.UNAUTHORIZED) {
            addField(response, "WWW-Authenticate", "How a caller shows who it is, and what was wrong", "string");
        } else if (status == Status.FORBIDDEN) {
            addField(response, "WWW-Authenticate", "The scopes that a token lacks", "string");
        }
        return response;
    }

    private static void addField(ObjectNode response, String name, String meaning, String type) {
        response.withObjectProperty("headers")
                .putObject(name)
                .put("description", meaning)
                .putObject("schema")
                .put("type", type);
    }

    private static ObjectNode problemSchema() {
        ObjectNode schema = JsonNodeFactory.instance
                .objectNode()
                .put("type", "object")
                .put("description", "A problem document (RFC 9457)");
        schema.putArray("required").add("title").add("status").add("detail");
        ObjectNode properties = schema.putObject("properties");
        property(properties, "title", "string", "The status in words");
        property(properties, "status", "integer", "The status of the reply");
        property(properties, "detail", "string", "What was wrong, and what was expected");
        property(properties, "partner", "string", "The partner that failed");
        property(properties, "phase", "string", "The state in which its exchange was");
        return schema;
    }

    private static ObjectNode manifestSchema() {
        ObjectNode schema = JsonNodeFactory.instance
                .objectNode()
                .put("type", "object")
                .put("description", "What became of each exchange");
        ObjectNode properties = schema.putObject("properties");
        property(properties, "complete", "boolean", "Whether each value is the partner's own, and none is missing");
        property(properties, "exchanges", "object", "By its name: outcome, status, ms, attempts and others");
        return schema;
    }

    private static void property(ObjectNode properties, String name, String type, String meaning) {
        properties.putObject(name).put("type", type).put("description", meaning);
    }
}
