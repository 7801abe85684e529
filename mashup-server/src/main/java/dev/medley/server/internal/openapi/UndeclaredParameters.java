package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declaration.ParameterType;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.declared.run.RequestReads;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The query parameters and header fields that expressions read and no declaration names. */
final class UndeclaredParameters {

    /** A field that a document describes by a security scheme. */
    static final String AUTHORIZATION = "authorization";

    /** Fields that a document describes by media types. */
    private static final Set<String> DESCRIBED_BY_CONTENT = Set.of("accept", "content-type");

    private UndeclaredParameters() {}

    /** Adds them. */
    static void addTo(ArrayNode parameters, MashupOutline mashup) {
        RequestReads reads = mashup.reads();
        Set<String> declared = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        declared.addAll(mashup.places().keySet());
        boolean isOpen = mashup.places().values().stream().noneMatch(ParameterPlace.QUERY::equals);
        if (isOpen) {
            reads.query()
                    .forEach(name -> text(
                            parameters,
                            name,
                            ParameterPlace.QUERY,
                            reads.required().contains(name)));
        }
        reads.lists().stream()
                .filter(name -> !reads.query().contains(name) && !declared.contains(name))
                .forEach(name -> parameter(parameters, name, ParameterPlace.QUERY)
                        .set(
                                "schema",
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put("type", "array")
                                        .set("items", text())));
        reads.headers().stream()
                .filter(name -> !declared.contains(name))
                .filter(name -> !name.equals(AUTHORIZATION) && !DESCRIBED_BY_CONTENT.contains(name))
                .forEach(name -> text(
                        parameters,
                        name,
                        ParameterPlace.HEADER,
                        reads.requiredHeaders().contains(name)));
        if (isOpen && reads.anyQuery()) {
            // An object in a query is one parameter for each of its members.
            ObjectNode schema = parameter(parameters, "query", ParameterPlace.QUERY)
                    .put("description", "Any parameters")
                    .putObject("schema");
            schema.put("type", "object").set("additionalProperties", text());
        }
    }

    /** Returns whether expressions read the field {@code Authorization}, and no declaration names it. */
    static boolean readsAuthorization(MashupOutline mashup) {
        return mashup.reads().headers().contains(AUTHORIZATION)
                && mashup.places().keySet().stream()
                        .noneMatch(name -> name.toLowerCase(Locale.ROOT).equals(AUTHORIZATION));
    }

    /** Returns whether no request without the field {@code Authorization} is answered. */
    static boolean requiresAuthorization(MashupOutline mashup) {
        return mashup.reads().requiredHeaders().contains(AUTHORIZATION);
    }

    private static void text(ArrayNode parameters, String name, ParameterPlace place, boolean required) {
        ObjectNode parameter = parameter(parameters, name, place);
        if (required) {
            parameter.put("required", true);
        }
        parameter.set("schema", text());
    }

    private static ObjectNode parameter(ArrayNode parameters, String name, ParameterPlace place) {
        return parameters.addObject().put("name", name).put("in", place.configured());
    }

    private static ObjectNode text() {
        return JsonNodeFactory.instance.objectNode().put("type", ParameterType.STRING.configured());
    }
}
