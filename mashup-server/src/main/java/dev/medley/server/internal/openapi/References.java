package dev.medley.server.internal.openapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The references of a document to parts of itself. Those to other documents are not followed. Immutable. */
final class References {

    private static final String REFERENCE = "$ref";

    /** References that lead on to others; a cycle is longer. */
    private static final int MAX_HOPS = 32;

    private final JsonNode root;

    References(JsonNode root) {
        this.root = root;
    }

    /** Returns what a node refers to, or the node if it refers to nothing; a missing node if that is not in the document. */
    JsonNode resolve(JsonNode node) {
        JsonNode found = node;
        for (int i = 0; i < MAX_HOPS; i++) {
            JsonNode reference = found.path(REFERENCE);
            if (!reference.isString()) {
                return found;
            }
            found = at(reference.stringValue());
        }
        return JsonNodeFactory.instance.missingNode();
    }

    private JsonNode at(String reference) {
        if (reference.startsWith("#/")) {
            try {
                // A plus sign is itself in a fragment, and a space in a form.
                String pointer = URLDecoder.decode(reference.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
                return root.at(JsonPointer.compile(pointer));
            } catch (IllegalArgumentException x) {
                return JsonNodeFactory.instance.missingNode();
            }
        }
        return JsonNodeFactory.instance.missingNode();
    }
}
