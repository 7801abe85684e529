package dev.medley.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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
 * Reads YAML, and so JSON, and notes the line of every key. Works on the parser's tokens, since no tree has lines; an
 * alias is refused and so cannot multiply what it stands for.
 */
final class YamlReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[^\\t\\n\\r\\x20-\\x7E\\x85\\xA0-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private final String name;
    private final JsonParser parser;
    private final Problems problems;
    private final Document document;

    private YamlReader(String name, JsonParser parser, Problems problems) {
        this.name = name;
        this.parser = parser;
        this.problems = problems;
        this.document = new Document(Origin.file(name, 0));
    }

    /**
     * Reads a file's text.
     *
     * @param name of the file, for messages
     * @param text what is in it
     * @param problems collects what is wrong with it
     */
    static Document read(String name, String text, Problems problems) {
        YAMLFactory factory = YAMLFactory.builder().yamlSchema(YAMLSchema.CORE).build();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            YamlReader reader = new YamlReader(name, parser, problems);
            reader.read(text);
            return reader.document;
        }
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
            YamlFault fault = YamlFault.of(x, parser.currentTokenLocation());
            problems.add(Origin.file(name, fault.line()), Key.ROOT, fault.text());
        }
    }

    /** Refuses a character of which the parser would not tell where it is. */
    private void refuse(String text, int position) {
        int line = 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        String character = "U+%04X".formatted(text.codePointAt(position));
        problems.add(Origin.file(name, line), Key.ROOT, "has the control character " + character + "; expected text");
    }

    private void readRoot() {
        @Nullable JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readProperties(Key.ROOT, document.root());
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            Origin begin = here();
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
            Origin origin = here();
            @Nullable Origin before = document.note(key, origin);
            if (before != null) {
                problems.add(origin, key, "is given twice; expected once, and it is already in line " + before.line());
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
                    node.add(readValue(key));
                }
                yield node;
            }
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NUMBER_INT -> Scalars.of(parser.getString());
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

    private Origin here() {
        return Origin.file(name, parser.currentTokenLocation().getLineNr());
    }
}
