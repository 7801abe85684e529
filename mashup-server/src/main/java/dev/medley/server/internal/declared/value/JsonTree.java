package dev.medley.server.internal.declared.value;

import dev.medley.format.FormatException;
import dev.medley.setting.internal.InvalidValueException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON that has been checked. The bounds of the check are those of Jackson. */
public final class JsonTree {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonTree() {}

    /**
     * Returns the tree of a document: maps and lists, which belong to the caller, texts, booleans, null, and numbers with all their
     * digits: whole ones are an {@code Integer}, {@code Long} or {@code BigInteger}, others a {@code BigDecimal}.
     *
     * @throws FormatException if it has a number whose exponent is too large
     */
    public static @Nullable Object read(byte[] document) throws FormatException {
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
            throw error(x.getLocation(), InvalidValueException.inLine(x.getOriginalMessage()));
        }
    }

    private static FormatException error(@Nullable TokenStreamLocation place, String fault) {
        return place == null
                ? new FormatException(fault)
                : new FormatException(place.getLineNr(), place.getColumnNr(), fault);
    }
}
