package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partner that compresses a response although it was asked for none has not sent the text that the bytes spell. */
class CodedResponseTest {

    private static final String LINES = "id,name\n1,Ada\n";

    @ParameterizedTest
    @ValueSource(strings = {"text", "csv", "xml"})
    void aCodingThatNobodyAskedForIsAFailure(String format) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, format: %s}}}
                """.formatted(format))) {
            rig.a.answer("GET", "/one", request -> coded("odd".getBytes(StandardCharsets.UTF_8), "br"));

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.body())
                    .contains("partner a: the response is not " + format + ": it has a Content-Encoding");
            assertThat(failed.statusCode()).isEqualTo(502);
        }
    }

    @Test
    void oneThatIsUndoneAndIdentityAreNone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, format: csv}, b: {path: /two, format: csv}}}
                """, Map.of("partners.a.decompress", "true"))) {
            byte[] zipped = zipped();
            rig.a.answer("GET", "/one", request -> coded(zipped, "gzip"));
            rig.b.answer("GET", "/two", request -> coded(LINES.getBytes(StandardCharsets.UTF_8), "Identity"));

            String rows = "[{\"id\":\"1\",\"name\":\"Ada\"}]";
            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":" + rows + ",\"b\":" + rows + "}");
        }
    }

    private static StubAnswer coded(byte[] body, String coding) {
        return StubAnswer.body(200, "text/plain", body).header("Content-Encoding", coding);
    }

    private static byte[] zipped() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(LINES.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
