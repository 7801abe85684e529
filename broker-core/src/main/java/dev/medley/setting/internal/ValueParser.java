package dev.medley.setting.internal;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parser of one kind of value. Immutable.
 *
 * @param parsing parses the items of a list, or the only text of another value, or throws {@link InvalidValueException}
 * @param formatting returns a text that {@code parsing} accepts
 * @param bounds checks a value that was not parsed, or throws {@link InvalidValueException}
 * @param expected what to write, as the end of a message
 * @param unit unit and bounds, as the tables of the documentation show them
 * @param typeFault the fault of a value that has another JSON type, as the middle of a message
 * @param keywords adds the keywords of the JSON Schema that constrain such a value
 * @param item the parser of the items, if the value is a list
 */
public record ValueParser<T>(
        Function<List<String>, T> parsing,
        Function<T, String> formatting,
        Consumer<T> bounds,
        String expected,
        String unit,
        String typeFault,
        Consumer<ObjectNode> keywords,
        Optional<ValueParser<?>> item) {

    /** A list without items, as text. */
    static final String EMPTY_LIST = "[]";

    static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,99}");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * Parses a value.
     *
     * @throws InvalidValueException if {@code text} is not such a value, or out of bounds
     */
    public T parse(String text) {
        return read(node(text));
    }

    /** Reads a value of a document that its schema permits. */
    public T read(JsonNode value) {
        Stream<JsonNode> texts = value.isArray() ? value.valueStream() : Stream.of(value);
        return parsing.apply(texts.map(JsonNode::asString).toList());
    }

    /** Returns the text that {@link #parse} reads as {@code value}. */
    public String format(T value) {
        return formatting.apply(value);
    }

    /**
     * Checks the bounds of a value that was not parsed.
     *
     * @throws InvalidValueException if it is out of bounds
     */
    public void check(T value) {
        bounds.accept(value);
    }

    /** Returns the text of an environment variable, a flag or a default as a value of a document; lists have commas. */
    public JsonNode node(String text) {
        if (item.isEmpty()) {
            return scalar(text);
        }
        ArrayNode list = NODES.arrayNode();
        if (!text.isEmpty() && !text.equals(EMPTY_LIST)) {
            Stream.of(text.split(",", -1)).forEach(part -> list.add(scalar(part.strip())));
        }
        return list;
    }

    /** Returns a number, if it is a whole one in decimal digits; a boolean; otherwise text. */
    public static JsonNode scalar(String text) {
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return NODES.numberNode(new BigInteger(text));
        }
        return text.equals("true") || text.equals("false")
                ? NODES.booleanNode(text.equals("true"))
                : NODES.stringNode(text);
    }
}
