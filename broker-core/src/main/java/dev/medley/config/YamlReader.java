package dev.medley.config;

import dev.medley.config.SourceLocation.Source;
import dev.medley.setting.ValueParser;
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
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[^\\t\\n\\r\\x20-\\x7E\\x85\\xA0-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");
    private static final Pattern MISLEADING_ADVICE = Pattern.compile("\\. \\(Do not use .*\\)$");

    private final String name;
    private final JsonParser parser;
    private final Document document;

    private YamlReader(String name, JsonParser parser) {
        this.name = name;
        this.parser = parser;
        this.document = new Document(name);
    }

    /** Reads the text of the file {@code name}; the document has its problems. */
    static Document read(String name, String text) {
        YAMLFactory factory = YAMLFactory.builder().yamlSchema(YAMLSchema.CORE).build();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
            YamlReader reader = new YamlReader(name, parser);
            reader.read(text);
            return reader.document;
        }
    }

    private void read(String text) {
        Matcher unprintable = UNPRINTABLE.matcher(text);
        if (unprintable.find()) {
            String character = "U+%04X".formatted(text.codePointAt(unprintable.start()));
            refuse(line(text, unprintable.start()), "has the control character " + character + "; expected text");
            return;
        }
        try {
            readRoot();
        } catch (JacksonException x) {
            if (x.getCause() instanceof MarkedYamlEngineException fault
                    && fault.getProblemMark().isPresent()) {
                refuse(fault, fault.getProblemMark().get());
            } else {
                refuse(line(), "is not YAML: " + x.getOriginalMessage());
            }
        }
    }

    /** Refuses a text that is not YAML. The location of Jackson's exception is that of the last token, so not used. */
    private void refuse(MarkedYamlEngineException fault, Mark mark) {
        String problem = MISLEADING_ADVICE.matcher(fault.getProblem()).replaceFirst("");
        String context = fault.getContextMark()
                .map(begin -> ", %s that begins in line %d".formatted(fault.getContext(), begin.getLine() + 1))
                .orElse("");
        refuse(mark.getLine() + 1, "is not YAML: %s (column %d)%s".formatted(problem, mark.getColumn() + 1, context));
    }

    private void refuse(int line, String text) {
        document.addProblem(location(line), Key.ROOT, text);
    }

    private void readRoot() {
        @Nullable JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readProperties(Key.ROOT, document.root());
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            int begin = line();
            parser.skipChildren();
            refuse(begin, "does not begin with a key; expected the sections server and partners");
        }
        if (first != null && parser.nextToken() != null) {
            refuse(line(), "a second document begins; expected one in a file");
        }
    }

    private void readProperties(Key section, ObjectNode node) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Key key = section.child(parser.currentName());
            @Nullable SourceLocation before = document.note(key, location(line()));
            if (before != null) {
                document.addProblem(key, "is given twice; expected once, and it is already in line " + before.line());
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
                    document.note(item, location(line()));
                    node.add(readValue(item));
                }
                yield node;
            }
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NUMBER_INT -> ValueParser.scalar(parser.getString());
            default -> readText(key);
        };
    }

    private JsonNode readText(Key key) {
        String text = parser.getString();
        if (((YAMLParser) parser).isCurrentAlias()) {
            document.addProblem(location(line()), key, "*" + text + " is an alias; expected the value itself");
        }
        return NODES.stringNode(text);
    }

    private SourceLocation location(int line) {
        return new SourceLocation(Source.FILE, name, line);
    }

    private int line() {
        return Math.max(0, parser.currentTokenLocation().getLineNr());
    }

    /** Returns the line in which a character is. */
    static int line(CharSequence text, int position) {
        return 1 + (int) text.chars().limit(position).filter(c -> c == '\n').count();
    }
}
