package dev.medley.setting;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Parser of one kind of value. Immutable. */
public interface ValueParser<T> {

    /**
     * Parses a value.
     *
     * @throws InvalidValueException if {@code text} is not such a value, or out of bounds
     */
    T parse(String text);

    /** Returns what to write, as the end of a message. */
    String expected();

    /** Returns unit and bounds, as the tables of the documentation show them. */
    String unit();

    /** Returns the fault of a value that has another JSON type, as the middle of a message. */
    default String typeFault() {
        return "is not text";
    }

    /** Adds the keywords of the JSON Schema that constrain such a value. */
    void describe(ObjectNode schema);

    /** Returns the text that {@link #parse} reads as {@code value}. */
    default String format(T value) {
        return String.valueOf(value);
    }

    /**
     * Checks the bounds of a value that was not parsed.
     *
     * @throws InvalidValueException if it is out of bounds
     */
    default void check(T value) {
        parse(format(value));
    }

    /**
     * Reads a value of a document.
     *
     * @throws InvalidValueException if it is not such a value, or out of bounds
     */
    default T read(JsonNode value) {
        return parse(value.asString());
    }

    /** Returns the parser of the items, if the value is a list. Environment variables and flags separate them by commas. */
    default Optional<ValueParser<?>> item() {
        return Optional.empty();
    }
}
