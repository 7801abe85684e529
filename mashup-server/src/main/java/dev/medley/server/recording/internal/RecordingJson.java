package dev.medley.server.recording.internal;

import java.util.Arrays;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of recordings: members in the order of the records, numbers as they were written. */
public final class RecordingJson {

    /** Indented; numbers keep their digits, and no scalar is read as one of another type. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPrettyPrinter(new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER)))
            .build();

    /** In one line. */
    public static final JsonMapper COMPACT =
            MAPPER.rebuild().disable(SerializationFeature.INDENT_OUTPUT).build();

    private RecordingJson() {}

    /** Returns a document without the blanks and line ends between its tokens. */
    public static byte[] withoutBlanks(byte[] document) {
        byte[] kept = new byte[document.length];
        int length = 0;
        boolean quoted = false;
        for (int i = 0; i < document.length; i++) {
            byte each = document[i];
            if (quoted && each == '\\' && i + 1 < document.length) {
                kept[length++] = each;
                each = document[++i];
            } else if (each == '"') {
                quoted = !quoted;
            } else if (!quoted && (each == ' ' || each == '\t' || each == '\n' || each == '\r')) {
                continue;
            }
            kept[length++] = each;
        }
        return Arrays.copyOf(kept, length);
    }
}
