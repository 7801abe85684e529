package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import org.jsoup.nodes.Document;

/** Whatever bytes a partner sends, they are a tree that is written as a JSON document, or refused with a message. */
class FormatFuzzTest {

    @FuzzTest
    void xmlIsReadOrRefused(byte[] body) throws MalformedJsonException {
        isReadOrRefused(Format.XML, body);
    }

    @FuzzTest
    void csvIsReadOrRefused(byte[] body) throws MalformedJsonException {
        isReadOrRefused(Format.CSV, body);
    }

    @FuzzTest
    void aFeedIsReadOrRefused(byte[] body) throws MalformedJsonException {
        isReadOrRefused(Format.FEED, body);
    }

    @FuzzTest
    void aPageIsReadOrRefused(byte[] body) {
        try {
            Document page = (Document) Bodies.tree(Format.HTML, body, null, JsonLimits.DEFAULT);
            assertThat(page.text()).isNotNull();
        } catch (FormatException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(200).doesNotContainPattern("\\p{Cntrl}");
        }
    }

    private static void isReadOrRefused(Format<?> format, byte[] body) throws MalformedJsonException {
        Object tree;
        try {
            tree = Bodies.tree(format, body, null, JsonLimits.DEFAULT);
        } catch (FormatException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(200).doesNotContainPattern("\\p{Cntrl}");
            return;
        }
        byte[] written = Json.of(tree).bytes();
        assertThat(Json.parse(written).bytes()).isEqualTo(written);
    }
}
