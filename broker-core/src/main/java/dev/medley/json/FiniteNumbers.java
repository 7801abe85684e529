package dev.medley.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.util.JsonGeneratorDelegate;

/** Refuses numbers that JSON does not have (RFC 8259, section 6). Jackson would write them as texts, such as {@code "NaN"}. */
final class FiniteNumbers extends JsonGeneratorDelegate {

    FiniteNumbers(JsonGenerator generator) {
        super(generator, false);
    }

    @Override
    public JsonGenerator writeNumber(double number) {
        check(number);
        return super.writeNumber(number);
    }

    @Override
    public JsonGenerator writeNumber(float number) {
        check(number);
        return super.writeNumber(number);
    }

    @Override
    public JsonGenerator writeArray(double[] numbers, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            check(numbers[i]);
        }
        return super.writeArray(numbers, offset, length);
    }

    private void check(double number) {
        if (!Double.isFinite(number)) {
            throw new StreamWriteException(this, number + " is not a JSON number; expected a finite one, or null");
        }
    }
}
