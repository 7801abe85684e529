package dev.medley.server.internal.declared.format;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON that has been checked. The bounds of the check are those of Jackson. */
final class JsonTree {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonTree() {}

    static @Nullable Object read(byte[] document) throws FormatException {
        try (JsonParser parser = MAPPER.createParser(document)) {
            return read(parser);
        }
    }

    private static @Nullable Object read(JsonParser parser) throws FormatException {
        try {
            return MAPPER.readValue(parser, Object.class);
        } catch (NumberFormatException x) {
            // The check admits any exponent; a BigDecimal does not.
            throw error(parser.currentTokenLocation(), "a number whose exponent is too large");
        } catch (JacksonException x) {
            throw error(x.getLocation(), FormatException.error(x.getOriginalMessage()));
        }
    }

    private static FormatException error(@Nullable TokenStreamLocation place, String fault) {
        return place == null
                ? new FormatException(fault)
                : new FormatException(place.getLineNr(), place.getColumnNr(), fault);
    }
}
