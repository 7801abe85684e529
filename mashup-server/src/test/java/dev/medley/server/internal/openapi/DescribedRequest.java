package dev.medley.server.internal.openapi;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that is made from an OpenAPI document and nothing else. Immutable.
 *
 * @param method in capitals
 * @param target path and query
 * @param headers the header fields that are parameters
 * @param type media type of the body; null for none
 * @param body null for none
 * @param operation of the document
 */
record DescribedRequest(
        String method,
        String target,
        Map<String, String> headers,
        @Nullable String type,
        @Nullable String body,
        JsonNode operation) {

    /** Makes a request; with the parameters that are required only, or with all whose values the document tells. */
    static DescribedRequest of(String path, String method, JsonNode operation, boolean requiredOnly) {
        String target = path;
        List<String> query = new ArrayList<>();
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode each : operation.path("parameters")) {
            boolean required = each.path("required").asBoolean(false);
            String value = valueOf(each);
            if ((requiredOnly && !required) || value == null) {
                continue;
            }
            String name = each.path("name").asString();
            String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
            switch (each.path("in").asString()) {
                case "path" -> target = target.replace("{" + name + "}", encoded);
                case "query" -> query.add(URLEncoder.encode(name, StandardCharsets.UTF_8) + "=" + encoded);
                default -> headers.put(name, value);
            }
        }
        JsonNode content = operation.path("requestBody").path("content");
        String type = content.propertyNames().stream().findFirst().orElse(null);
        return new DescribedRequest(
                method.toUpperCase(Locale.ROOT),
                query.isEmpty() ? target : target + "?" + String.join("&", query),
                headers,
                type,
                type == null ? null : bodyOf(content.path(type).path("schema")).toString(),
                operation);
    }

    /** Returns a value; null if it depends on more than a schema tells, such as a pattern. */
    private static @Nullable String valueOf(JsonNode parameter) {
        JsonNode schema = parameter.path("schema");
        for (JsonNode each : List.of(
                parameter.path("example"),
                schema.path("default"),
                schema.path("enum").path(0),
                schema.path("minimum"))) {
            if (!each.isMissingNode()) {
                return each.asString();
            }
        }
        return switch (schema.path("type").asString("")) {
            case "string" -> schema.has("pattern") ? null : "1";
            case "integer", "number", "array" -> "1";
            case "boolean" -> "true";
            default -> null;
        };
    }

    private static ObjectNode bodyOf(JsonNode schema) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        schema.path("properties").propertyNames().forEach(name -> body.put(name, 1));
        return body;
    }

    HttpRequest at(URI server) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + target))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (type != null) {
            request.header("Content-Type", type);
        }
        return request.build();
    }

    @Override
    public String toString() {
        return method + " " + target + (body == null ? "" : " " + body);
    }
}
