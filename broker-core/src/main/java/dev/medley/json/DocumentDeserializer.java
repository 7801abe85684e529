package dev.medley.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a part of a document, such as a component of a record, as a document. */
final class DocumentDeserializer extends ValueDeserializer<Json> {

    @Override
    public Json deserialize(JsonParser parser, DeserializationContext context) {
        return Json.of(context.readTree(parser));
    }
}
