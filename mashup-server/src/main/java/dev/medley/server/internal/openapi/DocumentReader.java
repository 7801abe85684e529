package dev.medley.server.internal.openapi;

import dev.medley.config.internal.document.SpareReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLSchema;

/**
 * Reads a document in JSON or YAML as a tree. An alias of YAML is the node itself that it stands for, not a copy, so that a few
 * lines cannot become a tree that fills the memory; a walk through the tree may come to a node again. An alias of a scalar is
 * null.
 */
final class DocumentReader {

    static final int MAX_BYTES = 16 << 20;
    static final int MAX_DEPTH = 200;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final JsonParser parser;
    private final Map<String, JsonNode> anchors = new HashMap<>();

    private DocumentReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads a file. */
    static JsonNode read(Path file) throws ApiDocumentException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException x) {
            throw new ApiDocumentException("does not exist", x);
        } catch (AccessDeniedException x) {
            throw new ApiDocumentException("is not readable", x);
        } catch (IOException x) {
            String fault = Files.isDirectory(file) ? "is a folder" : "cannot be read: " + x.getMessage();
            throw new ApiDocumentException(fault, x);
        }
        if (bytes.length > MAX_BYTES) {
            throw new ApiDocumentException("is larger than %d MiB".formatted(MAX_BYTES >> 20));
        }
        return parse(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Reads a text: JSON if it begins with a brace, else YAML. */
    static JsonNode parse(String document) throws ApiDocumentException {
        String text = document.startsWith(BYTE_ORDER_MARK) ? document.substring(1) : document;
        boolean isJson = text.stripLeading().startsWith("{");
        try (JsonParser parser = isJson
                ? new JsonFactory().createParser(ObjectReadContext.empty(), text)
                : yaml().createParser(ObjectReadContext.empty(), new SpareReader(text))) {
            parser.nextToken();
            return new DocumentReader(parser).value(0);
        } catch (JacksonException x) {
            throw new ApiDocumentException("is not " + (isJson ? "JSON" : "YAML") + ": " + error(x), x);
        } catch (YamlEngineException x) {
            throw new ApiDocumentException("is not YAML: " + x.getMessage(), x);
        }
    }

    private static YAMLFactory yaml() {
        return YAMLFactory.builder()
                .yamlSchema(YAMLSchema.CORE)
                .loadSettings(
                        LoadSettings.builder().setCodePointLimit(MAX_BYTES).build())
                .build();
    }

    private static String error(JacksonException failure) {
        if (failure.getCause() instanceof MarkedYamlEngineException marked
                && marked.getProblemMark().isPresent()) {
            return "%s in line %d"
                    .formatted(
                            marked.getProblem(), marked.getProblemMark().get().getLine() + 1);
        }
        int line = failure.getLocation() == null ? 0 : failure.getLocation().getLineNr();
        return failure.getOriginalMessage() + (line > 0 ? " in line " + line : "");
    }

    private JsonNode value(int depth) throws ApiDocumentException {
        if (depth > MAX_DEPTH) {
            throw new ApiDocumentException("has more than %d levels".formatted(MAX_DEPTH));
        }
        @Nullable JsonToken token = parser.currentToken();
        if (token == null) {
            return NODES.missingNode();
        }
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> scalar();
        };
    }

    private ObjectNode object(int depth) throws ApiDocumentException {
        ObjectNode object = NODES.objectNode();
        anchor(object);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.set(name, value(depth + 1));
        }
        return object;
    }

    private ArrayNode array(int depth) throws ApiDocumentException {
        ArrayNode array = NODES.arrayNode();
        anchor(array);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(depth + 1));
        }
        return array;
    }

    /** No number of a document matters here, so that all scalars are texts. The parser does not tell the anchors of scalars. */
    private JsonNode scalar() {
        String text = parser.getString();
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            return anchors.getOrDefault(text, NODES.nullNode());
        }
        return NODES.stringNode(text);
    }

    private void anchor(JsonNode node) {
        if (parser instanceof YAMLParser yaml && yaml.getObjectId() != null) {
            anchors.put(yaml.getObjectId(), node);
        }
    }
}
