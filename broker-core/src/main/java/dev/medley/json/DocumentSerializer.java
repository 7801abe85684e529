package dev.medley.json;

import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonGeneratorBase;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes a document within a value byte by byte, or as its tree where the output is not text, such as another tree. */
final class DocumentSerializer extends ValueSerializer<Json> {

    /** The attribute with the map that collects what is missing in the documents. */
    static final Object MISSING = new Object();

    @Override
    public void serialize(Json document, JsonGenerator generator, SerializationContext context) {
        if (!document.missing().isEmpty()) {
            collect(document, generator.streamWriteContext(), context.getAttribute(MISSING));
        }
        if (generator instanceof JsonGeneratorBase || generator instanceof FiniteNumbers) {
            generator.writeRawValue(document.toString());
        } else {
            context.writeTree(generator, document.tree());
        }
    }

    @SuppressWarnings("unchecked")
    private static void collect(
            Json document, TokenStreamContext place, @org.jspecify.annotations.Nullable Object map) {
        if (map != null) {
            String prefix = nameOf(place, true);
            document.missing().forEach((name, reason) -> ((Map<String, String>) map).put(prefix + name, reason));
        }
    }

    /** The place as names with a dot behind each. An array counts the value that is about to be written as its last. */
    private static String nameOf(TokenStreamContext place, boolean innermost) {
        TokenStreamContext parent = place.getParent();
        if (parent == null) {
            return "";
        }
        String own = place.inArray()
                ? String.valueOf(innermost ? place.getEntryCount() : place.getCurrentIndex())
                : place.currentName();
        return nameOf(parent, false) + own + ".";
    }
}
