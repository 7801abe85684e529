package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table "what fails | status of the reply" of docs/declared-mashups.md, row by row; its last three rows are {@link BlameTest}. */
class FailureStatusTest {

    private static void assertProblem(HttpResponse<String> reply, int status, String detail) {
        assertThat(reply.body()).contains(detail);
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void aParameterThatIsMissingOrNotAllowedAndABodyThatIsNotValidAre400() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [GET, POST]
                    parameters: {n: {type: integer, max: 9, required: true}}
                    reply: {body: '[$request.query.n, $request.body]'}
                """)) {
            assertProblem(rig.get("/m"), 400, "the parameter n is missing");
            assertProblem(rig.get("/m?n=10"), 400, "the parameter n is '10', expected a whole number");
            assertProblem(rig.post("/m?n=1", "application/json", "{"), 400, "the body of the request");
        }
    }

    @Test
    void aBodyOfAnotherMediaTypeIs415WhereExpressionsUseIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /used: {methods: [POST], reply: {body: $request.body}}
                  /unused: {methods: [POST], reply: {body: '1'}}
                """)) {
            assertProblem(rig.post("/used", "image/png", "x"), 415, "the media type of the body is image/png");
            assertThat(rig.post("/unused", "image/png", "x").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aStatusThatIsPassedIsThatOfTheReplyAndOthersAre502() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, pass-status: [404]}}}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.status(404), StubAnswer.status(410));

            assertProblem(rig.get("/m"), 404, "partner a: unexpected status 404");
            assertProblem(rig.get("/m"), 502, "partner a: unexpected status 410");
        }
    }

    @Test
    void aFailedConnectAndABodyOfAnotherFormatAre502() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /format: {exchanges: {a: {path: /one, format: xml}}}
                  /json: {exchanges: {a: {path: /one}}}
                  /connect: {exchanges: {b: {path: /two}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "no document");
            rig.b.close();

            assertProblem(rig.get("/format"), 502, "partner a: the response is not xml");
            assertProblem(rig.get("/json"), 502, "partner a");
            assertProblem(rig.get("/connect"), 502, "partner b");
        }
    }

    @Test
    void anExchangeThatTheLimitsOfItsPartnerRefuseIs503() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {exchanges: {x: {partner: c, path: /one}, y: {partner: c, path: /two}}}\n",
                Map.of("partners.c.max-connections", "1", "partners.c.limits.max-queued", "0"))) {
            rig.c.answer("GET", "/one", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)));
            rig.c.answer("GET", "/two", 200, "2");

            assertProblem(rig.get("/m"), 503, "partner c: no capacity");
        }
    }

    @Test
    void anExchangeThatTheBreakerOfItsPartnerRefusesIs503AndDataOfAClientDoNotOpenIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {exchanges: {b: {path: '/{$request.query.p}'}}}\n",
                Map.of(
                        "partners.b.breaker.enabled",
                        "true",
                        "partners.b.breaker.min-attempts",
                        "1",
                        "partners.b.breaker.open-for",
                        "60s"))) {
            rig.b.answer("GET", "/one", StubAnswer.status(500));
            rig.b.answer("GET", "/two", 200, "2");

            for (int i = 0; i < 3; i++) {
                assertProblem(rig.get("/m?p=.."), 400, "the exchange b: path");
            }
            assertThat(rig.get("/m?p=two").statusCode()).isEqualTo(200);
            assertProblem(rig.get("/m?p=one"), 502, "partner b: unexpected status 500");
            assertProblem(rig.get("/m?p=two"), 503, "partner b");
        }
    }

    @Test
    void anExchangeWhoseTimeIsOverAndTheDeadlineAre504() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /timeout: {deadline: 30s, exchanges: {a: {path: /one, timeout: 50ms}}}
                  /deadline: {deadline: 50ms, exchanges: {a: {path: /one, timeout: 30s}}}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

            assertProblem(rig.get("/timeout"), 504, "partner a: timeout");
            assertProblem(rig.get("/deadline"), 504, "no reply within the deadline of 50 ms");
        }
    }
}
