package dev.medley.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;

/** Refuses numbers that are too large for the type that they are read into. Jackson would read them as infinite. */
final class NumberBounds extends JsonParserDelegate {

    private static final int LONGEST_SHOWN = 64;

    NumberBounds(JsonParser parser) {
        super(parser);
    }

    /** A number is too large. */
    static final class TooLargeException extends StreamReadException {

        private static final long serialVersionUID = 1L;

        private final String pointer;

        private TooLargeException(JsonParser parser, String number, String type) {
            super(parser, "the number %s is too large for %s".formatted(number, type));
            pointer = parser.streamReadContext().pathAsPointer().toString();
        }

        /** The place in the document (RFC 6901). */
        String pointer() {
            return pointer;
        }
    }

    @Override
    public double getDoubleValue() {
        double value = super.getDoubleValue();
        if (Double.isInfinite(value)) {
            throw tooLarge("double");
        }
        return value;
    }

    @Override
    public float getFloatValue() {
        float value = super.getFloatValue();
        if (Float.isInfinite(value)) {
            throw tooLarge("float");
        }
        return value;
    }

    private TooLargeException tooLarge(String type) {
        String text = getString();
        return new TooLargeException(
                this, text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text, type);
    }
}
