package dev.medley.loadtest.report;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Numbers as JSON can have them. */
final class JsonNumber {

    /** Beyond this a double no longer holds every whole number. */
    private static final double EXACT = 1L << 53;

    private JsonNumber() {}

    /** Whole numbers without a fraction, others as they are; null for what is no number, which JSON has no word for. */
    static JsonNode of(double number) {
        if (!Double.isFinite(number)) {
            return JsonNodeFactory.instance.nullNode();
        }
        boolean whole = number == Math.rint(number) && Math.abs(number) < EXACT;
        return whole ? JsonNodeFactory.instance.numberNode((long) number) : JsonNodeFactory.instance.numberNode(number);
    }
}
