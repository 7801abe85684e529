package dev.medley.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import tools.jackson.databind.json.JsonMapper;

/** Whatever bytes a partner sends, they are a document that Jackson reads, or refused with a message. */
class JsonFuzzTest {

    @FuzzTest
    void bytesAreADocumentOrRefused(byte[] bytes) {
        Json json;
        try {
            json = Json.parse(bytes);
        } catch (MalformedJsonException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(1_000);
            return;
        }
        assertThat(json.bytes()).isEqualTo(bytes);
        try {
            assertThat(json.tree()).isEqualTo(JsonMapper.shared().readTree(bytes));
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("too large for double");
        }
    }
}
