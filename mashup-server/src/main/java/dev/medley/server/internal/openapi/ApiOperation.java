package dev.medley.server.internal.openapi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * An operation of a partner, as its document has it. Immutable.
 *
 * @param query the parameters of the query, each with whether it is required
 * @param objects the parameters of the query that are objects, whose members are parameters such as {@code filter[name]}
 * @param otherQuery whether there may be parameters that the document does not name
 * @param requiredHeaders header fields that are required, in lower case
 * @param body whether a request has a body
 * @param bodyTypes the media types that it may have, in lower case and without parameters; empty if the document does not tell
 */
record ApiOperation(
        Map<String, Boolean> query,
        Set<String> objects,
        boolean otherQuery,
        Set<String> requiredHeaders,
        Body body,
        Set<String> bodyTypes) {

    /** Whether a request has a body. */
    enum Body {
        NONE,
        ALLOWED,
        REQUIRED
    }

    /** Header fields that are described elsewhere in a document, and not by parameters of these names. */
    private static final Set<String> OTHERWISE_DESCRIBED = Set.of("accept", "content-type", "authorization");

    /** Returns whether {@code name} is a parameter of the query, as far as the document tells. */
    boolean knows(String name) {
        int bracket = name.indexOf('[');
        return otherQuery || query.containsKey(name) || (bracket > 0 && objects.contains(name.substring(0, bracket)));
    }

    /** Returns whether a body may have the media type, as far as the document tells; it may have ranges, such as {@code text/*}. */
    boolean takes(String type) {
        return bodyTypes.isEmpty()
                || bodyTypes.contains(type)
                || bodyTypes.contains("*/*")
                || bodyTypes.contains(type.substring(0, type.indexOf('/')) + "/*");
    }

    /**
     * Reads an operation.
     *
     * @param item that of its path, which may have parameters for all its operations
     * @param security the schemes of the document by which requests are authenticated
     */
    static ApiOperation of(References references, JsonNode item, JsonNode operation, JsonNode security) {
        return new Reader(references).read(item, operation, security);
    }

    /** Reads one operation. */
    private static final class Reader {

        private final References references;
        private final Map<String, Boolean> query = new LinkedHashMap<>();
        private final Set<String> objects = new HashSet<>();
        private final Set<String> headers = new TreeSet<>();
        private boolean otherQuery;

        Reader(References references) {
            this.references = references;
        }

        ApiOperation read(JsonNode item, JsonNode operation, JsonNode security) {
            // The operation's replace the path's.
            Map<List<String>, JsonNode> parameters = new LinkedHashMap<>();
            collect(item, parameters);
            collect(operation, parameters);
            parameters.values().forEach(this::add);
            for (JsonNode each : security) {
                JsonNode scheme = references.resolve(each);
                if (scheme.path("type").asString("").equals("apiKey")
                        && scheme.path("in").asString("").equals("query")) {
                    query.putIfAbsent(scheme.path("name").asString(""), false);
                }
            }
            return new ApiOperation(query, objects, otherQuery, headers, body(operation), bodyTypes(operation));
        }

        private void collect(JsonNode owner, Map<List<String>, JsonNode> parameters) {
            for (JsonNode each : owner.path("parameters")) {
                JsonNode parameter = references.resolve(each);
                if (parameter.isObject()) {
                    String name = parameter.path("name").asString("");
                    parameters.put(List.of(parameter.path("in").asString(""), name), parameter);
                } else {
                    otherQuery = true;
                }
            }
        }

        private void add(JsonNode parameter) {
            String name = parameter.path("name").asString("");
            boolean required = parameter.path("required").asBoolean(false);
            switch (parameter.path("in").asString("")) {
                case "query" -> addQuery(parameter, name, required);
                case "querystring" -> otherQuery = true;
                case "header" -> {
                    String field = name.toLowerCase(Locale.ROOT);
                    if (required && !OTHERWISE_DESCRIBED.contains(field)) {
                        headers.add(field);
                    }
                }
                default -> {}
            }
        }

        private void addQuery(JsonNode parameter, String name, boolean required) {
            String style = parameter.path("style").asString("form");
            if (style.equals("deepObject")) {
                objects.add(name);
            } else if (style.equals("form")
                    && parameter.path("explode").asBoolean(true)
                    && parameter.has("schema")
                    && ObjectSchemas.allowObjects(parameter.path("schema"), references)) {
                otherQuery = true;
            } else {
                query.put(name, required);
            }
        }

        private Set<String> bodyTypes(JsonNode operation) {
            Set<String> types = new TreeSet<>();
            references
                    .resolve(operation.path("requestBody"))
                    .path("content")
                    .propertyNames()
                    .forEach(type -> types.add(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)));
            return types;
        }

        private Body body(JsonNode operation) {
            if (!operation.has("requestBody")) {
                return Body.NONE;
            }
            JsonNode body = references.resolve(operation.path("requestBody"));
            return body.path("required").asBoolean(false) ? Body.REQUIRED : Body.ALLOWED;
        }
    }
}
