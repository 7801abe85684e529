package dev.medley.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.nio.ByteBuffer;
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
    void anEnvelopeIsReadOrRefused(byte[] body) throws MalformedJsonException {
        for (SoapVersion version : SoapVersion.values()) {
            isReadOrRefused(Format.soap(version, "item"), body);
            isReadOrRefused(Format.soap(version), enveloped(version, body));
        }
    }

    @FuzzTest
    void aResponseOfGraphQlIsReadOrRefused(byte[] body) throws MalformedJsonException {
        isReadOrRefused(Format.GRAPHQL, body);
        isReadOrRefused(Format.GRAPHQL, around("{\"data\":", body, "}"));
        isReadOrRefused(Format.GRAPHQL, around("{\"errors\":", body, ",\"data\":null}"));
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
            isShown(refused);
            assertThat(format.fault(new Content(body, null)))
                    .isEqualTo(refused instanceof FaultException fault ? fault.fault() : null);
            return;
        }
        assertThat(format.fault(new Content(body, null))).isNull();
        byte[] written = Json.of(tree).bytes();
        assertThat(Json.parse(written).bytes()).isEqualTo(written);
    }

    /** The texts of a fault are longer, and for logs alone. */
    private static void isShown(FormatException refused) {
        assertThat(refused.getMessage())
                .isNotBlank()
                .hasSizeLessThan(refused instanceof FaultException ? 500 : 200)
                .doesNotContainPattern("\\p{Cntrl}");
    }

    private static byte[] enveloped(SoapVersion version, byte[] body) {
        return around("<e:Envelope xmlns:e='" + version.namespace() + "'><e:Body>", body, "</e:Body></e:Envelope>");
    }

    private static byte[] around(String before, byte[] body, String after) {
        byte[] begin = Bodies.utf8(before);
        byte[] end = Bodies.utf8(after);
        return ByteBuffer.allocate(begin.length + body.length + end.length)
                .put(begin)
                .put(body)
                .put(end)
                .array();
    }
}
