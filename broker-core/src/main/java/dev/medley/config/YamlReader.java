package dev.medley.config;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLSchema;

/**
 * Reads YAML and notes the line of every key. Works on the parser's tokens, since no tree has lines. Refuses aliases,
 * which therefore cannot multiply the nodes that they stand for.
 */
final class YamlReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,99}");
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[^\\t\\n\\r\\x20-\\x7E\\x85\\xA0-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");
    private static final Pattern MISLEADING_ADVICE = Pattern.compile("\\. \\(Do not use .*\\)$");

    private final String name;
    private final JsonParser parser;
    private final Problems problems;
    private final Document document;

    private YamlReader(String name, JsonParser parser, Problems problems) {
        this.name = name;
        this.parser = parser;
        this.problems = problems;
        this.document = new Document(SourceLocation.file(name, 0));
    }

    /**
     * Reads the text of a file.
     *
     * @param name of the file, for messages
     * @param text its content
     * @param problems collects its problems
     */
    static Document read(String name, String text, Problems problems) {
        YAMLFactory factory = YAMLFactory.builder().yamlSchema(YAMLSchema.CORE).build();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            YamlReader reader = new YamlReader(name, parser, problems);
            reader.read(text);
            return reader.document;
        }
    }

    /** Returns a number, if it is a whole one in decimal digits; a boolean; otherwise text. */
    static JsonNode scalar(String text) {
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return NODES.numberNode(new BigInteger(text));
        }
        return switch (text) {
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            default -> NODES.stringNode(text);
        };
    }

    private void read(String text) {
        Matcher unprintable = UNPRINTABLE.matcher(text);
        if (unprintable.find()) {
            refuse(text, unprintable.start());
            return;
        }
        try {
            readRoot();
        } catch (JacksonException x) {
            if (x.getCause() instanceof MarkedYamlEngineException marked
                    && marked.getProblemMark().isPresent()) {
                refuse(marked, marked.getProblemMark().get());
            } else {
                problems.add(here(), Key.ROOT, "is not YAML: " + x.getOriginalMessage());
            }
        }
    }

    /** Refuses a character whose position the parser does not report. */
    private void refuse(String text, int position) {
        int line = 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        String character = "U+%04X".formatted(text.codePointAt(position));
        problems.add(
                SourceLocation.file(name, line),
                Key.ROOT,
                "has the control character " + character + "; expected text");
    }

    /** Refuses a text that is not YAML. The location of Jackson's exception is that of the last token, so not used. */
    private void refuse(MarkedYamlEngineException fault, Mark mark) {
        Optional<Mark> begin = fault.getContextMark();
        String context = begin.isEmpty()
                ? ""
                : ", %s that begins in line %d"
                        .formatted(fault.getContext(), begin.get().getLine() + 1);
        String text = "is not YAML: %s (column %d)%s"
                .formatted(
                        MISLEADING_ADVICE.matcher(fault.getProblem()).replaceFirst(""), mark.getColumn() + 1, context);
        problems.add(SourceLocation.file(name, mark.getLine() + 1), Key.ROOT, text);
    }

    private void readRoot() {
        @Nullable JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readProperties(Key.ROOT, document.root());
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            SourceLocation begin = here();
            parser.skipChildren();
            problems.add(begin, Key.ROOT, "does not begin with a key; expected the sections server and partners");
        }
        if (first != null && parser.nextToken() != null) {
            problems.add(here(), Key.ROOT, "a second document begins; expected one in a file");
        }
    }

    private void readProperties(Key section, ObjectNode node) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Key key = section.child(parser.currentName());
            SourceLocation location = here();
            @Nullable SourceLocation before = document.note(key, location);
            if (before != null) {
                problems.add(
                        location, key, "is given twice; expected once, and it is already in line " + before.line());
            }
            parser.nextToken();
            node.set(key.name(), readValue(key));
        }
    }

    private JsonNode readValue(Key key) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                ObjectNode node = NODES.objectNode();
                readProperties(key, node);
                yield node;
            }
            case START_ARRAY -> {
                ArrayNode node = NODES.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    Key item = key.item(node.size());
                    document.note(item, here());
                    node.add(readValue(item));
                }
                yield node;
            }
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NUMBER_INT -> scalar(parser.getString());
            default -> readText(key);
        };
    }

    private JsonNode readText(Key key) {
        String text = parser.getString();
        if (((YAMLParser) parser).isCurrentAlias()) {
            problems.add(here(), key, "*" + text + " is an alias; expected the value itself");
        }
        return NODES.stringNode(text);
    }

    private SourceLocation here() {
        return SourceLocation.file(
                name, Math.max(0, parser.currentTokenLocation().getLineNr()));
    }
}
