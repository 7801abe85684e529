package dev.medley.server.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.recording.internal.RecordingJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedBodyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":[true,null,\"é\\n\"]}",
                "2.50",
                "1000000000000000000000000001",
                "0.1000000000000000055511151231257827",
                "null",
                "\"a \\\" b\""
            })
    void aDocumentIsWrittenAsOneAndIsTheSameThereafter(String document) {
        RecordedBody body = RecordedBody.of(document.getBytes(UTF_8));

        assertThat(body.form().json()).isNotNull();
        assertThat(read(body)).asString(UTF_8).isEqualTo(document);
    }

    @Test
    void blanksBetweenTheTokensOfADocumentAreLost() {
        RecordedBody body = RecordedBody.of("{ \"a b\" :\t[ 1 ,\r\n2 ] }".getBytes(UTF_8));

        assertThat(body.form().json()).isNotNull();
        assertThat(read(body)).asString(UTF_8).isEqualTo("{\"a b\":[1,2]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e2000", "1e3", "\"\\u0041\"", "{\"a\":1,\"a\":2}", "{\"a\":1} {}", "1.", "plain\r\ntext", "\\"
            })
    void otherTextIsWrittenAsText(String text) {
        RecordedBody body = RecordedBody.of(text.getBytes(UTF_8));

        assertThat(body.form().text()).isEqualTo(text);
        assertThat(read(body)).asString(UTF_8).isEqualTo(text);
    }

    @Test
    void bytesThatAreNoTextAreWrittenAsBase64() {
        byte[] bytes = {(byte) 0xff, 0, 1, (byte) 0x80};
        RecordedBody body = RecordedBody.of(bytes);

        assertThat(body.form().base64()).isEqualTo("/wABgA==");
        assertThat(read(body)).isEqualTo(bytes);
    }

    @Test
    void theBeginningOfABodyKnowsTheLengthOfTheWhole() {
        RecordedBody body = RecordedBody.startOf("abc".getBytes(UTF_8), 10);

        RecordedBody read =
                RecordingJson.MAPPER.readValue(RecordingJson.MAPPER.writeValueAsString(body), RecordedBody.class);

        assertThat(read.isWhole()).isFalse();
        assertThat(read.length()).isEqualTo(10);
        assertThat(read.bytes()).hasSize(3);
    }

    private static byte[] read(RecordedBody body) {
        String written = RecordingJson.MAPPER.writeValueAsString(body);
        return RecordingJson.MAPPER.readValue(written, RecordedBody.class).bytes();
    }
}
