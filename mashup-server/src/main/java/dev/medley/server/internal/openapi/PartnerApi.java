package dev.medley.server.internal.openapi;

import dev.medley.server.internal.declaration.RequestMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The operations of a partner, from its OpenAPI document of version 3.0 or 3.1. Immutable. */
final class PartnerApi {

    private static final Pattern BEFORE_PATH = Pattern.compile("^(?:[^/?#]*//[^/]*)?");

    private final References references;
    private final List<ApiPath> paths = new ArrayList<>();
    private final PathPattern base;
    private final JsonNode security;

    private PartnerApi(JsonNode root) {
        references = new References(root);
        base = PathPattern.ofTemplate(basePath(root));
        security = root.path("components").path("securitySchemes");
        root.path("paths").properties().forEach(entry -> {
            if (entry.getKey().startsWith("/")) {
                paths.add(new ApiPath(
                        entry.getKey(), PathPattern.ofTemplate(entry.getKey()), references.resolve(entry.getValue())));
            }
        });
    }

    /**
     * Reads a document.
     *
     * @throws ApiDocumentException if it is none
     */
    static PartnerApi of(JsonNode root) throws ApiDocumentException {
        if (!root.isObject()) {
            throw new ApiDocumentException("is not an object");
        }
        if (root.has("swagger")) {
            throw new ApiDocumentException("is a document of Swagger 2");
        }
        if (!root.path("openapi").asString("").startsWith("3.")) {
            throw new ApiDocumentException("has no version in 'openapi'");
        }
        if (!root.path("paths").isObject()) {
            throw new ApiDocumentException("has no paths");
        }
        return new PartnerApi(root);
    }

    /** Returns the path of the first server's URL, without a slash at the end. */
    private static String basePath(JsonNode root) {
        String url = root.path("servers").path(0).path("url").asString("");
        String path = BEFORE_PATH.matcher(url).replaceFirst("");
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /**
     * Returns the paths that a request may have, the most similar one first. The path of the document's server, and that of
     * the partner's address, may precede both, either or none.
     *
     * @param requested the path of the request
     * @param address that of the partner's address
     */
    List<ApiPath> find(PathPattern requested, PathPattern address) {
        PathPattern whole = address.with(requested);
        for (PathPattern own : address.isEmpty() ? List.of(requested) : List.of(requested, whole)) {
            List<ApiPath> found = matching(own, false);
            if (found.isEmpty() && !base.isEmpty()) {
                found = matching(own, true);
            }
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private List<ApiPath> matching(PathPattern requested, boolean withBase) {
        Map<ApiPath, Integer> found = new LinkedHashMap<>();
        for (ApiPath each : paths) {
            PathPattern pattern = withBase ? base.with(each.pattern()) : each.pattern();
            if (pattern.meets(requested)) {
                found.put(each, pattern.differencesFrom(requested));
            }
        }
        return found.keySet().stream().sorted(Comparator.comparing(found::get)).toList();
    }

    /** Returns the operation of a method of a path. */
    Optional<ApiOperation> operation(ApiPath path, RequestMethod method) {
        return Optional.ofNullable(path.operation(method))
                .map(operation -> ApiOperation.of(references, path.item(), operation, security));
    }

    /** Returns the end of the message about a path that the document does not have. */
    String suggestion(PathPattern requested) {
        String wanted = requested.toString();
        Map<String, String> candidates = new LinkedHashMap<>();
        for (ApiPath each : paths) {
            candidates.putIfAbsent(each.pattern().toString(), each.template());
            candidates.putIfAbsent(base.with(each.pattern()).toString(), base + each.template());
        }
        return Nearest.of(wanted, candidates.keySet())
                .map(nearest -> "did you mean " + candidates.get(nearest) + "?")
                .orElseGet(() -> paths.isEmpty()
                        ? "it has no path"
                        : "expected one of its paths, such as " + paths.get(0).template());
    }
}
