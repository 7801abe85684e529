package dev.medley.config;

import java.math.BigInteger;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Makes nodes of values that are written without quotes. */
final class Scalars {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,99}");

    private Scalars() {}

    /** A number, if it is a whole one in decimal digits; a boolean; otherwise text. */
    static JsonNode of(String text) {
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return NODES.numberNode(new BigInteger(text));
        }
        return switch (text) {
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            default -> NODES.stringNode(text);
        };
    }
}
