package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON may have half of a surrogate pair, as an escape. Where UTF-8 has no form for it, nothing else takes its place. */
class HalfCharacterTest {

    private static final String JSON = "application/json";

    @ParameterizedTest
    @CsvSource({
        "'path: \"/two/{$request.body.v}\"', path",
        "'path: \"/two?q={$request.body.v}\"', path",
        "'path: /two, query: {q: \"x{$request.body.v}\"}', query.q",
        "'path: /two, method: POST, headers: {Content-Type: text/plain}, body: $request.body.v', body",
        "'path: /two, method: POST, headers: {Content-Type: text/plain; charset=iso-8859-1}, body: $request.body.v', body",
        "'path: /two, method: POST, headers: {Content-Type: application/x-www-form-urlencoded}, body: $request.body', body",
    })
    void aPartnerIsNotAskedForAnotherText(String exchange, String key) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {methods: [POST], exchanges: {a: {%s}}}
                """.formatted(exchange))) {
            HttpResponse<String> refused = rig.post("/m", JSON, "{\"v\": \"\\ud800\"}");

            assertThat(refused.body()).contains("the exchange a: " + key + " ", "from body of the request");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(rig.a.requests()).isZero();
        }
    }

    @Test
    void theHalfOfAPartnerIsTheFaultOfThatPartner() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.id}'}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"id\": \"x\\udc00\"}");

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.body()).contains("half of a surrogate pair", "from the exchange a");
            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(rig.b.requests()).isZero();
        }
    }

    @Test
    void aReplyOfTextHasNoQuestionMarkInItsPlaceAndOneOfJsonHasTheEscape() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /text: {exchanges: {a: {path: /one}}, reply: {body: $a, type: text/plain}}
                  /json: {exchanges: {a: {path: /one}}, reply: {body: '{"v": $a}'}}
                """)) {
            rig.a.answer("GET", "/one", 200, "\"\\ud800\"");

            assertThat(rig.get("/text").statusCode()).isEqualTo(502);
            assertThat(rig.get("/json").body()).isEqualToIgnoringCase("{\"v\":\"\\ud800\"}");

            rig.a.answer("GET", "/one", 200, "\"\\ud83d\\ude00\"");
            assertThat(rig.get("/text").body()).isEqualTo("\ud83d\ude00");
        }
    }
}
