package dev.medley.format;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a response of GraphQL (its specification, section 7.1): {@code data}, or the first of its {@code errors}. Used once. */
final class GraphQlTree {

    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] body;
    private boolean hasData;
    private int dataBegin;
    private int dataEnd;
    private long errors;
    private String message = "";
    private String code = "";

    private GraphQlTree(byte[] body) {
        this.body = body;
    }

    /**
     * Reads a response.
     *
     * @throws FormatException if it is none, or has errors
     */
    static Json read(Content content) throws FormatException {
        try {
            GraphQlTree tree = parsed(content);
            PartnerFault fault = tree.fault();
            if (fault != null) {
                throw new FaultException(fault);
            }
            if (!tree.hasData) {
                throw new FormatException("it has neither data nor errors");
            }
            return Json.parse(Arrays.copyOfRange(tree.body, tree.dataBegin, tree.dataEnd), content.limits());
        } catch (MalformedJsonException x) {
            throw new FormatException(String.valueOf(x.getMessage()));
        }
    }

    /** Returns the first error in a body; null if it is no response, or has none. */
    static @Nullable PartnerFault faultOf(Content content) {
        try {
            return parsed(content).fault();
        } catch (MalformedJsonException x) {
            return null;
        }
    }

    private static GraphQlTree parsed(Content content) throws MalformedJsonException {
        // What follows has been checked, and is in UTF-8.
        Json.parse(content.bytes(), content.limits());
        GraphQlTree tree = new GraphQlTree(content.bytes());
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), content.bytes())) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    tree.member(parser);
                }
            }
        } catch (JacksonException x) {
            throw new IllegalStateException("a document that has been checked cannot be read", x);
        }
        return tree;
    }

    private @Nullable PartnerFault fault() {
        if (errors == 0) {
            return null;
        }
        return new PartnerFault(
                code, errors == 1 ? message : "%s (and %d more)".formatted(shortened(), errors - 1), false);
    }

    /** So that the number of the others is not cut. */
    private String shortened() {
        return Faults.shortened(message, 200);
    }

    private void member(JsonParser parser) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("data")) {
            hasData = true;
            dataBegin = (int) parser.currentTokenLocation().getByteOffset();
            skip(parser, value);
            dataEnd = (int) parser.currentLocation().getByteOffset();
        } else if (name.equals("errors") && value == JsonToken.START_ARRAY) {
            for (JsonToken each = parser.nextToken(); each != JsonToken.END_ARRAY; each = parser.nextToken()) {
                if (errors++ == 0 && each == JsonToken.START_OBJECT) {
                    error(parser);
                } else {
                    parser.skipChildren();
                }
            }
        } else {
            parser.skipChildren();
        }
    }

    /** A text is read when it is asked for. */
    private static void skip(JsonParser parser, JsonToken value) {
        if (value == JsonToken.VALUE_STRING) {
            parser.finishToken();
        } else {
            parser.skipChildren();
        }
    }

    private void error(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("message") && value == JsonToken.VALUE_STRING) {
                message = parser.getString();
            } else if (name.equals("extensions") && value == JsonToken.START_OBJECT) {
                extensions(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void extensions(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean isCode = parser.currentName().equals("code");
            if (parser.nextToken() == JsonToken.VALUE_STRING && isCode) {
                code = parser.getString();
            } else {
                parser.skipChildren();
            }
        }
    }
}
