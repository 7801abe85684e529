package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Partners that have done what they were asked, and have nothing to say about it. */
class EmptyResponseTest {

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 205})
    void aResponseWithoutABodyCompletesTheExchangeWithoutAValue(int status) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /merged:
                    exchanges:
                      a: {path: /one, method: DELETE}
                  /computed:
                    exchanges:
                      a: {path: /one, method: DELETE}
                    reply:
                      body: '{"value": $a, "none": $not($exists($a)), "outcome": $response.a.outcome,
                        "status": $response.a.status, "missing": $missing}'
                """)) {
            rig.a.answer("DELETE", "/one", StubAnswer.status(status));

            HttpResponse<String> merged = rig.get("/merged");
            assertThat(merged.statusCode()).isEqualTo(200);
            assertThat(merged.body()).isEqualTo("{\"a\":null}");
            assertThat(merged.headers().firstValue("Medley-Manifest").orElse(""))
                    .startsWith("a;completed;status=" + status + ";");
            assertThat(rig.get("/computed").body())
                    .isEqualTo("{\"none\":true,\"outcome\":\"completed\",\"status\":" + status + ",\"missing\":{}}");
            assertThat(rig.a.requests("DELETE", "/one")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "xml, 204, null",
        "xml, 200, null",
        "csv, 204, null",
        "csv, 205, null",
        "csv, 200, []",
        "text, 204, null",
        "text, 205, null",
        "text, 200, '\"\"'"
    })
    void anotherFormatHasNoValueEitherUnlessItsEmptyDocumentIsOne(String format, int status, String value)
            throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {exchanges: {a: {path: /one, format: %s}}}\n".formatted(format))) {
            rig.a.answer("GET", "/one", StubAnswer.status(status));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("{\"a\":" + value + "}");
        }
    }

    @Test
    void anElementWithoutABodyIsNullAndNotMissing() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {for-each: '[1, 2]', path: '/one/{$item}', method: PUT, body: $item, optional: true}
                """)) {
            rig.a.answer("PUT", "/one/1", StubAnswer.status(204));
            rig.a.answer("PUT", "/one/2", 200, "2");

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[null,2]}");
        }
    }

    @Test
    void nothingStandsForAValueThatAPartnerDoesNotHave() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /value: {exchanges: {a: {path: /none, fallback: {value: '"other"'}}}}
                  /exchange:
                    exchanges:
                      a: {path: /none, fallback: {exchange: b}}
                      b: {path: /two}
                """)) {
            rig.a.answer("GET", "/none", StubAnswer.status(204));
            rig.b.answer("GET", "/two", 200, "2");

            assertThat(rig.get("/value").body()).isEqualTo("{\"a\":null}");
            assertThat(rig.get("/exchange").body()).isEqualTo("{\"a\":null}");
            assertThat(rig.b.requests("GET", "/two")).isZero();
        }
    }

    @Test
    void anExchangeWithoutAValueStandsForOneThatFails() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, fallback: {exchange: b}}
                      b: {path: /two}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));
            rig.b.answer("GET", "/two", StubAnswer.status(204));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("{\"a\":null,\"missing\":{\"a\":\"unexpected status 500\"}}");
        }
    }

    @Test
    void aStoredResponseWithoutABodyHasNoValueEither() throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {exchanges: {a: {path: /one}}}\n", Map.of("partners.a.cache.enabled", "true"))) {
            rig.a.answer("GET", "/one", StubAnswer.status(204).header("Cache-Control", "max-age=60"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":null}");
            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":null}");
            assertThat(rig.a.requests("GET", "/one")).isEqualTo(1);
        }
    }
}
