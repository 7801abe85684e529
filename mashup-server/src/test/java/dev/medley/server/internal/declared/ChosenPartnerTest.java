package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Exchanges whose partner an expression chooses. */
class ChosenPartnerTest {

    @Test
    void anExpressionChoosesThePartner() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {x: {partner: '{$partners[$number($request.query.at)]}', path: /one}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "\"a\"");
            rig.c.answer("GET", "/one", 200, "\"c\"");

            assertThat(rig.get("/m?at=0").body()).isEqualTo("{\"x\":\"a\"}");
            assertThat(rig.get("/m?at=2").body()).isEqualTo("{\"x\":\"c\"}");
            assertThat(rig.get("/m?at=3").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void anUnknownOneOfTheRequestIsItsFaultAndNothingElseStarts() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      x: {partner: '{$request.query.from}', path: /one}
                      b: {path: /two}
                      c: {path: '/three/{$x}'}
                """)) {
            HttpResponse<String> reply = rig.get("/m?from=n%22owhere");

            assertProblem(
                    reply,
                    400,
                    "the exchange x: partner is 'n\\\"owhere', which does not exist; the value comes from query.from of the request");
            assertThat(rig.a.recorded()).isEmpty();
            assertThat(rig.b.recorded()).isEmpty();
            assertThat(rig.c.recorded()).isEmpty();
        }
    }

    @Test
    void anUnknownOneOfAnotherPartnerIsThatPartnersFault() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one}
                      x: {partner: '{$a.from}', path: /two}
                      c: {path: '/three/{$x}'}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"from\": \"nowhere\"}");

            HttpResponse<String> reply = rig.get("/m");

            assertProblem(reply, 502, "the exchange x: partner does not exist; the value comes from the exchange a");
            assertThat(rig.c.recorded()).isEmpty();
        }
    }

    @Test
    void anUnknownOneIsMissingIfTheExchangeIsOptionalAndHasItsFallback() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      x: {partner: '{$request.query.from}', path: /one, optional: true}
                      y: {partner: '{$request.query.from}', path: /one, fallback: {exchange: z}}
                      z: {partner: b, path: /two}
                """)) {
            rig.b.answer("GET", "/two", 200, "2");

            assertThat(rig.get("/m?from=nowhere").body())
                    .isEqualTo("{\"x\":null,\"y\":2,\"missing\":{"
                            + "\"x\":\"the partner of the exchange x is 'nowhere', which does not exist\","
                            + "\"y\":\"the partner of the exchange y is 'nowhere', which does not exist\"}}");
        }
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String detail) {
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(reply.body()).contains("\"detail\":\"" + detail + "\"");
    }
}
