package dev.medley.config.internal.document;

import dev.medley.config.internal.document.SourceLocation.Source;
import dev.medley.setting.internal.ValueParser;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;
import tools.jackson.dataformat.yaml.YAMLSchema;

/**
 * Reads YAML and notes the place of every key and value. Works on the parser's tokens, since no tree has places. Refuses
 * aliases, which therefore cannot multiply the nodes that they stand for.
 */
public final class YamlReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[^\\t\\n\\r\\x20-\\x7E\\x85\\xA0-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");
    private static final Pattern MISLEADING_ADVICE = Pattern.compile("\\. \\(Do not use .*\\)$");

    private static final String QUOTES =
            "; expected quotes around a value that has any of { } [ ] , or a # after a space";
    /** What is expected where the parser's words do not say it, by their beginnings. */
    private static final Map<String, String> EXPECTED = Map.of(
            "found character '\\t(TAB)'", "; expected spaces",
            "found character '", "; expected quotes around a value that begins so",
            "mapping values are not allowed here",
                    "; expected the key in the column of those beside it, or quotes around a value that has a colon before a space",
            "found unknown escape character", "; expected single quotes, in which \\ is an ordinary character",
            "unexpected character found", "; expected quotes around a value that begins with * or &");

    private final String name;
    private final String text;
    private final JsonParser parser;
    private final Document document;
    /** The place of the last scalar, as the parser counts; that of the next one in {@link #text} is found from there. */
    private int codePoints;

    private int chars;
    /** The sections of other files that this one has, too. */
    private final Map<Key, SourceLocation> continued = new HashMap<>();

    /** Whether the keys that are read are below one that is given twice, which says it for all of them. */
    private boolean isRepeated;

    private YamlReader(Document document, String name, String text, JsonParser parser) {
        this.document = document;
        this.name = name;
        this.text = text;
        this.parser = parser;
    }

    /** Reads the text of the file {@code name}; the document has its problems. */
    public static Document read(String name, String text) {
        Document document = new Document(name);
        read(document, name, text);
        return document;
    }

    /** Reads the text of the file {@code name} into the document of another one, whose sections it continues. */
    public static void read(Document document, String name, String text) {
        YAMLFactory factory = YAMLFactory.builder().yamlSchema(YAMLSchema.CORE).build();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), new SpareReader(text))) {
            new YamlReader(document, name, text, parser).read();
        }
    }

    private void read() {
        Matcher unprintable = UNPRINTABLE.matcher(text);
        if (unprintable.find()) {
            String character = "U+%04X".formatted(text.codePointAt(unprintable.start()));
            refuse(
                    SourceLocation.file(name, text, unprintable.start()),
                    "has the control character " + character + "; expected text");
            return;
        }
        try {
            readRoot();
        } catch (JacksonException x) {
            if (x.getCause() instanceof MarkedYamlEngineException fault
                    && fault.getProblemMark().isPresent()) {
                refuse(fault, fault.getProblemMark().get());
            } else {
                refuse(location(), faultOf(x));
            }
        }
    }

    private static String faultOf(JacksonException x) {
        return x.getOriginalMessage().startsWith("Invalid base-8 number")
                ? "is a number that begins with 0, which is octal in YAML, and has an 8 or 9; expected it in quotes, or without the 0"
                : "is not YAML: " + x.getOriginalMessage();
    }

    /** Refuses a text that is not YAML. The location of Jackson's exception is that of the last token, so not used. */
    private void refuse(MarkedYamlEngineException fault, Mark mark) {
        String problem = MISLEADING_ADVICE.matcher(fault.getProblem()).replaceFirst("");
        String context = fault.getContextMark()
                .map(begin -> ", %s that begins in line %d".formatted(fault.getContext(), begin.getLine() + 1))
                .orElse("");
        refuse(
                location(mark.getLine() + 1, mark.getColumn() + 1),
                "is not YAML: " + problem + context + expected(fault, problem));
    }

    private static String expected(MarkedYamlEngineException fault, String problem) {
        return EXPECTED.entrySet().stream()
                .filter(each -> problem.startsWith(each.getKey()))
                .max(Comparator.comparingInt(each -> each.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(isInBraces(fault) ? QUOTES : "");
    }

    /** Whether it is within a list or a section in brackets or braces, which a template without quotes has, too. */
    private static boolean isInBraces(MarkedYamlEngineException fault) {
        String context = fault.getContext();
        return context != null && context.contains("flow ");
    }

    private void refuse(SourceLocation location, String fault) {
        document.addProblem(location, Key.ROOT, fault);
    }

    private void readRoot() {
        @Nullable JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            readProperties(Key.ROOT, document.root());
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            SourceLocation begin = location();
            parser.skipChildren();
            refuse(begin, "does not begin with a key; expected the sections server and partners");
        }
        if (first != null && parser.nextToken() != null) {
            refuse(location(), "a second document begins; expected one in a file");
        }
    }

    private void readProperties(Key section, ObjectNode node) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Key key = section.child(parser.currentName());
            SourceLocation location = location();
            @Nullable Place known = document.find(key);
            @Nullable SourceLocation before = known == null ? null : continued.getOrDefault(key, known.key());
            parser.nextToken();
            if (before != null && continues(before, node.get(key.name()))) {
                continued.put(key, location);
                readProperties(key, (ObjectNode) node.get(key.name()));
                continue;
            }
            if (before != null && !isRepeated) {
                document.addProblem(
                        location, key, "is given twice; expected once, and it is already in " + placeOf(before));
            }
            document.note(key, place(location));
            boolean outer = isRepeated;
            isRepeated |= before != null;
            node.set(key.name(), readValue(key));
            isRepeated = outer;
        }
    }

    /** Whether the section that begins here is that of another file, too. */
    private boolean continues(SourceLocation before, @Nullable JsonNode value) {
        return parser.currentToken() == JsonToken.START_OBJECT
                && value instanceof ObjectNode
                && !before.name().equals(name);
    }

    private String placeOf(SourceLocation before) {
        return before.name().equals(name) ? "line " + before.line() : before.label(Key.ROOT);
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
                    document.note(item, place(location()));
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
        String value = parser.getString();
        if (((YAMLParser) parser).isCurrentAlias()) {
            document.addProblem(location(), key, "*" + value + " is an alias; expected the value itself");
        }
        return NODES.stringNode(value);
    }

    /** Returns the place of a key that was given at {@code key}, and of its value, which the current token begins. */
    private Place place(SourceLocation key) {
        SourceLocation value = location();
        JsonToken token = parser.currentToken();
        return token.isScalarValue() && token != JsonToken.VALUE_NULL
                ? new Place(key, value, new ScalarSource(text, position(), value, parser.getString()))
                : new Place(key, value, null);
    }

    private SourceLocation location() {
        TokenStreamLocation token = parser.currentTokenLocation();
        return location(Math.max(0, token.getLineNr()), Math.max(0, token.getColumnNr()));
    }

    private SourceLocation location(int line, int column) {
        return new SourceLocation(Source.FILE, name, line, column);
    }

    /** Returns where the current token begins in {@link #text}. */
    private int position() {
        int next = (int) parser.currentTokenLocation().getCharOffset();
        chars = text.offsetByCodePoints(chars, next - codePoints);
        codePoints = next;
        return chars;
    }
}
