package dev.medley.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A document within a value is written as the document that it is. */
class JsonAsValueTest {

    @Test
    void aDocumentInAMapIsWrittenAsItIs() throws MalformedJsonException {
        Json document = Json.parse("{\"b\": 1,  \"a\": [1.50, \"\\u00e9\"]}".getBytes(UTF_8));

        assertThat(Json.of(Map.of("u", document))).hasToString("{\"u\":" + document + "}");
    }
}
