package dev.medley.server.internal.declared.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.RecordedRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request whose token is missing is not sent as that of nobody. */
class CredentialsTest {

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Api-Key", "cookie", "X-Session-Id"})
    void aCredentialOfTheClientThatIsMissingIsTheFaultOfTheClient(String field) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, headers: {%s: 'x {$request.query.token}'}}
                """.formatted(field))) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> refused = rig.get("/m");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("the exchange a: headers." + field + " has no value");
            assertThat(rig.a.requests("GET", "/one")).isZero();

            assertThat(rig.get("/m?token=7").body()).isEqualTo("{\"a\":1}");
            assertThat(rig.a.recorded("GET", "/one"))
                    .extracting(each -> each.header(field))
                    .containsExactly("x 7");
        }
    }

    @Test
    void aTokenThatAPartnerDoesNotGiveFailsTheExchangeThatNeedsIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /required:
                    exchanges:
                      a: {path: /token}
                      b: {path: /two, headers: {Authorization: 'Bearer {$a.token}'}}
                  /optional:
                    exchanges:
                      a: {path: /token}
                      b: {path: /two, headers: {Authorization: 'Bearer {$a.token}'}, optional: true}
                """)) {
            rig.a.answer("GET", "/token", 200, "{}");
            rig.b.answer("GET", "/two", 200, "2");

            HttpResponse<String> failed = rig.get("/required");
            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(failed.body()).contains("the exchange b: headers.Authorization has no value");
            assertThat(rig.get("/optional").body())
                    .isEqualTo(
                            "{\"a\":{},\"b\":null,\"missing\":{\"b\":\"the header field Authorization of the exchange b has no"
                                    + " value\"}}");
            assertThat(rig.b.requests("GET", "/two")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$request.headers.authorization}",
                "Bearer {$request.query.t}",
                "{$request.query.t}{$request.query.u}"
            })
    void anEmptyCredentialOfTheClientIsNone(String template) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, headers: {Authorization: '%s'}}}}
                """.formatted(template))) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> refused = rig.get("/m?t=&u=", "Authorization", "");
            assertThat(refused.body()).contains("the exchange a: headers.Authorization is empty", "of the request");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(rig.a.requests("GET", "/one")).isZero();

            assertThat(rig.get("/m?t=7&u=", "Authorization", "x").body()).isEqualTo("{\"a\":1}");
        }
    }

    @Test
    void anEmptyTokenOfAPartnerIsNone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /token, internal: true}
                      b: {path: /two, headers: {Authorization: 'Bearer {$a.token}'}}
                """)) {
            rig.a.answer("GET", "/token", 200, "{\"token\": \"\"}");
            rig.b.answer("GET", "/two", 200, "2");

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.body()).contains("the exchange b: headers.Authorization is empty", "from an exchange");
            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(rig.b.requests("GET", "/two")).isZero();
        }
    }

    @Test
    void aRequestThatIsPassedOnIsNotOneOfNobodyEither() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /api/*:
                    exchanges: {a: {path: /token, internal: true}}
                    pass: {partner: b, headers: {Authorization: 'Bearer {$a.token}', Cookie: ''}}
                """)) {
            rig.b.answer("GET", "/two", 200, "2");
            for (String token : new String[] {"{}", "{\"token\": \"\"}"}) {
                rig.a.answer("GET", "/token", 200, token);
                assertThat(rig.get("/api/two", "Authorization", "x").statusCode())
                        .isEqualTo(502);
            }
            assertThat(rig.b.requests("GET", "/two")).isZero();

            rig.a.answer("GET", "/token", 200, "{\"token\": \"t\"}");
            assertThat(rig.get("/api/two", "Cookie", "c=1").body()).isEqualTo("2");
            assertThat(rig.b.recorded("GET", "/two"))
                    .extracting(each -> each.header("Authorization") + each.header("Cookie"))
                    .containsExactly("Bearer tnull");
        }
    }

    @Test
    void anyOtherFieldWithoutAValueIsLeftOut() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, headers: {Accept-Language: '{$request.headers.`accept-language`}'}}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":1}");
            assertThat(rig.a.recorded("GET", "/one"))
                    .extracting((RecordedRequest each) -> each.header("Accept-Language"))
                    .containsOnlyNulls();
        }
    }
}
