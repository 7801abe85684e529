package dev.medley.server.internal.openapi;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.RequestMethod;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.schema.BodySchema;
import dev.medley.server.internal.script.Script;
import dev.medley.servlet.annotation.MashupPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** The document of the declared mashups and the scripts, as of OpenAPI 3.1.0. Immutable. */
public final class OpenApiDocument {

    /** The title of a document that is given none. */
    public static final String TITLE = "Mashups";

    private static final String OPENAPI = "3.1.0";

    /** A document must have the version of the API, which the configuration does not. */
    private static final String VERSION = "1.0.0";

    private final ObjectNode root = JsonNodeFactory.instance.objectNode();

    private OpenApiDocument() {}

    /**
     * Describes mashups.
     *
     * @param configuration that declares them
     * @param scripts of its server
     * @param title of the document
     * @param server the URL that precedes the paths; null for the document's own
     */
    public static OpenApiDocument of(
            Configuration configuration, List<Script> scripts, String title, @Nullable String server) {
        DeclaredMashups mashups = DeclaredMashups.of(configuration);
        CallerSchemes callers = new CallerSchemes(configuration);
        OpenApiDocument document = new OpenApiDocument();
        document.root.put("openapi", OPENAPI);
        document.root.putObject("info").put("title", title).put("version", VERSION);
        if (server != null) {
            document.root.putArray("servers").addObject().put("url", server);
        }
        ObjectNode paths = document.root.putObject("paths");
        OperationIds ids = new OperationIds();
        mashups.outlines().forEach(each -> addPath(paths, each, callers, ids));
        ScriptOperations operations = new ScriptOperations(callers, ids);
        scripts.forEach(each -> operations.addTo(paths, each));
        document.root.set(
                "components",
                Components.tree(
                        mashups.outlines().stream().anyMatch(UndeclaredParameters::readsAuthorization), callers));
        return document;
    }

    private static void addPath(ObjectNode paths, MashupOutline mashup, CallerSchemes callers, OperationIds ids) {
        String path = templateOf(mashup.declaration().path().text());
        ObjectNode item = paths.withObjectProperty(path);
        List<RequestMethod> methods = mashup.declaration().methods();
        for (RequestMethod method : methods.isEmpty() ? List.of(RequestMethod.values()) : methods) {
            item.set(method.name().toLowerCase(Locale.ROOT), operation(mashup, method, callers, ids.of(method, path)));
        }
    }

    /** There are no wildcards in these documents: the rest of a path is a variable, which may have slashes. */
    static String templateOf(String path) {
        return path.endsWith("/*") ? path.substring(0, path.length() - 1) + "{" + MashupPath.REST + "}" : path;
    }

    private static ObjectNode operation(MashupOutline mashup, RequestMethod method, CallerSchemes callers, String id) {
        ObjectNode operation = JsonNodeFactory.instance.objectNode();
        if (mashup.declaration().summary() != null) {
            operation.put("summary", mashup.declaration().summary());
        }
        operation.put("operationId", id);
        ArrayNode parameters = ParameterObjects.of(mashup);
        if (!parameters.isEmpty()) {
            operation.set("parameters", parameters);
        }
        addSecurity(operation, security(mashup, callers));
        boolean takesBody = method != RequestMethod.GET
                && (mashup.readsBody()
                        || mashup.passesBody()
                        || mashup.passesRequest()
                        || mashup.declaration().bodySchema() != null
                        || mashup.declaration().bodyRequired());
        if (takesBody) {
            operation.set("requestBody", requestBody(mashup));
        }
        operation.set("responses", new ResponseObjects(mashup, takesBody, callers).tree());
        return operation;
    }

    /** Adds the ways in which callers show who they are, if there are any. */
    static void addSecurity(ObjectNode operation, List<Map<String, List<String>>> security) {
        if (!security.isEmpty()) {
            ArrayNode ways = operation.putArray("security");
            security.forEach(way -> {
                ObjectNode schemes = ways.addObject();
                way.forEach((scheme, scopes) -> scopes.forEach(schemes.putArray(scheme)::add));
            });
        }
    }

    /** What callers have to show, and the field that the mashup reads itself, which are one if callers show a token. */
    private static List<Map<String, List<String>>> security(MashupOutline mashup, CallerSchemes callers) {
        List<Map<String, List<String>>> ofCallers =
                callers.requirements(mashup.declaration().path().text());
        if (!UndeclaredParameters.readsAuthorization(mashup) || (!ofCallers.isEmpty() && callers.useAuthorization())) {
            return ofCallers;
        }
        List<Map<String, List<String>>> security = new ArrayList<>();
        for (Map<String, List<String>> each :
                ofCallers.isEmpty() ? List.of(Map.<String, List<String>>of()) : ofCallers) {
            if (!UndeclaredParameters.requiresAuthorization(mashup)) {
                security.add(each);
            }
            Map<String, List<String>> with = new LinkedHashMap<>(each);
            with.put(Components.AUTHORIZATION, List.of());
            security.add(with);
        }
        return security;
    }

    /** A body that is passed on may be of any type; one that expressions read is one that they can read. */
    private static ObjectNode requestBody(MashupOutline mashup) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (mashup.declaration().bodyRequired()) {
            body.put("required", true);
        }
        ObjectNode content = body.putObject("content");
        BodySchema schema = mashup.declaration().bodySchema();
        if (schema != null) {
            content.putObject("application/json").set("schema", schema(schema, mashup));
        } else if (mashup.readsBody()) {
            ObjectNode json = content.putObject("application/json");
            if (!mashup.reads().body().isEmpty()) {
                ObjectNode members = json.putObject("schema").putObject("properties");
                mashup.reads().body().forEach(members::putObject);
            }
            content.putObject("application/x-www-form-urlencoded")
                    .putObject("schema")
                    .put("type", "object");
            content.putObject("text/*").putObject("schema").put("type", "string");
        } else {
            content.putObject("*/*");
        }
        return body;
    }

    /** A schema with references of its own is a resource of its own, so that they lead into it and not into this document. */
    private static JsonNode schema(BodySchema schema, MashupOutline mashup) {
        if (!(schema.tree() instanceof ObjectNode object)
                || object.has("$id")
                || !object.toString().contains("\"$ref\"")) {
            return schema.tree();
        }
        ObjectNode copy = object.deepCopy();
        return copy.put(
                "$id",
                "urn:medley:request-body:" + mashup.declaration().path().text().replaceAll("[^0-9A-Za-z]+", "-"));
    }

    /** Returns the document as a tree, which is not to be changed. */
    JsonNode tree() {
        return root;
    }

    /** Returns the document in JSON. */
    public String toJson() {
        return root.toPrettyString().replace("\r\n", "\n") + "\n";
    }

    /** Returns the document in YAML. */
    public String toYaml() {
        return YAMLMapper.builder()
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .disable(YAMLWriteFeature.SPLIT_LINES)
                .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .enable(YAMLWriteFeature.INDENT_ARRAYS_WITH_INDICATOR)
                .build()
                .writeValueAsString(root);
    }
}
