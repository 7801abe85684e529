package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declaration.ParameterType;
import dev.medley.server.internal.script.Script;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The operations of scripts: methods, and variables of paths. What a script reads and replies, its code decides. For one thread. */
final class ScriptOperations {

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final CallerSchemes callers;
    private final OperationIds ids;

    ScriptOperations(CallerSchemes callers, OperationIds ids) {
        this.callers = callers;
        this.ids = ids;
    }

    /** Adds those of a script to the paths of a document. */
    void addTo(ObjectNode paths, Script script) {
        String path = OpenApiDocument.templateOf(script.path());
        ObjectNode item = paths.withObjectProperty(path);
        for (String method : script.methods()) {
            item.set(method.toLowerCase(Locale.ROOT), operation(script, method, ids.of(method, path)));
        }
    }

    private ObjectNode operation(Script script, String method, String id) {
        ObjectNode operation = JsonNodeFactory.instance.objectNode().put("operationId", id);
        ArrayNode parameters = parameters(script);
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
        OpenApiDocument.addSecurity(operation, callers.requirements(script.path()));
        if (WITH_BODY.contains(method)) {
            operation.putObject("requestBody").putObject("content").putObject("*/*");
        }
        ObjectNode response =
                operation.putObject("responses").putObject("default").put("description", "The reply, or a problem");
        response.putObject("headers").set(Components.MANIFEST_FIELD, Components.reference("headers/Manifest"));
        return operation;
    }

    private static ArrayNode parameters(Script script) {
        ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
        for (String variable : MashupRoute.variables(script.path())) {
            ObjectNode parameter =
                    parameters.addObject().put("name", variable).put("in", ParameterPlace.PATH.configured());
            if (variable.equals(MashupPath.REST) && script.path().endsWith("/*")) {
                parameter.put("description", ParameterObjects.REST);
            }
            parameter.put("required", true).putObject("schema").put("type", ParameterType.STRING.configured());
        }
        return parameters;
    }
}
