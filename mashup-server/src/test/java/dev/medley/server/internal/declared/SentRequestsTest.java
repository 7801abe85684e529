package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people write besides: how often a request is sent, what each has, what must be there, and what comes back. */
class SentRequestsTest {

    @Test
    void anExchangeMayHaveRetriesOfItsOwn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /never: {exchanges: {a: {path: /never, retries: 0}}}
                  /twice: {exchanges: {a: {path: /twice, retries: 2}}}
                  /usual: {exchanges: {a: {path: /usual}}}
                """, Map.of("partners.a.retry.backoff", "0"))) {
            for (String path : List.of("/never", "/twice", "/usual")) {
                rig.a.answer("GET", path, StubAnswer.misbehaviour(StubMisbehaviour.RESET));
                assertThat(rig.get(path).statusCode()).isEqualTo(502);
            }
            assertThat(rig.a.requests("GET", "/never")).isEqualTo(1);
            assertThat(rig.a.requests("GET", "/twice")).isEqualTo(3);
            assertThat(rig.a.requests("GET", "/usual")).isEqualTo(2);
        }
    }

    @Test
    void anExchangeMayHaveASecondAttemptBesideTheFirst() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, hedge: {after: 20ms}, timeout: 20s}}}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.misbehaviour(StubMisbehaviour.HANG), StubAnswer.json(200, "2"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":2}");
            assertThat(rig.a.requests("GET", "/one")).isEqualTo(2);
        }
    }

    @Test
    void aPartnerHasItsFieldsInEachRequestUnlessTheExchangeSetsThem() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                """
                  /m:
                    exchanges:
                      a: {path: /one}
                      own: {partner: a, path: /two, headers: {x-key: mine}}
                """,
                Map.of(
                        "partners.a.headers.X-Key", "4711",
                        "partners.a.headers.User-Agent", "medley-test",
                        "partners.a.pass-headers", "X-Key"))) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.a.answer("GET", "/two", 200, "2");

            rig.get("/m", "X-Key", "of-the-client");

            assertThat(rig.a.recorded("GET", "/one")).singleElement().satisfies(request -> {
                assertThat(request.headers().get("x-key")).containsExactly("4711");
                assertThat(request.headers().get("user-agent")).containsExactly("medley-test");
            });
            assertThat(rig.a.recorded("GET", "/two"))
                    .extracting(request -> request.headers().get("x-key"))
                    .containsExactly(List.of("mine"));
        }
    }

    @Test
    void aBodyThatMustBeThereIsAskedFor() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [GET, POST, DELETE]
                    request-body: {required: true}
                    exchanges:
                      a: {path: /one, method: POST, body: $request.body}
                """)) {
            rig.a.answer("POST", "/one", 200, "1");

            HttpResponse<String> refused = rig.post("/m", "application/json", "");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("\"detail\":\"the body of the request is missing\"");
            assertThat(rig.client
                            .send(rig.request("/m").DELETE().build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(400);
            assertThat(rig.a.requests("POST", "/one")).isZero();

            assertThat(rig.post("/m", "application/json", "null").statusCode()).isEqualTo(200);
            assertThat(rig.get("/m").statusCode()).isEqualTo(200);
            assertThat(rig.client
                            .send(
                                    rig.request("/m")
                                            .method("HEAD", BodyPublishers.noBody())
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"400, 400", "404, 404", "499, 499", "500, 502", "503, 503", "301, 502"})
    void statusesArePassedByPattern(int status, int expected) throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {exchanges: {a: {path: /one, retries: 0, pass-status: [4xx, 503]}}}\n")) {
            rig.a.answer("GET", "/one", StubAnswer.status(status));

            assertThat(rig.get("/m").statusCode()).isEqualTo(expected);
        }
    }

    @Test
    void cookiesOfAPartnerAreAListAndAListIsAFieldForEach() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one}
                    reply:
                      headers:
                        Set-Cookie: '{$response.a.headers.`set-cookie`}'
                        X-Other: '{$response.a.headers.`x-other`}'
                      body: '$response.a.headers.`set-cookie`'
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "1")
                            .header("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT")
                            .header("Set-Cookie", "b=2")
                            .header("X-Other", "1")
                            .header("X-Other", "2"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.headers().allValues("Set-Cookie"))
                    .containsExactly("a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2");
            assertThat(reply.headers().allValues("X-Other")).containsExactly("1, 2");
            assertThat(reply.body()).isEqualTo("[\"a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\",\"b=2\"]");
        }
    }

    @Test
    void linesOfCsvMayHaveAnotherSeparatorAndAreRefusedWithAWrongOne() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /right: {exchanges: {a: {path: /one, format: csv, separator: semicolon}}}
                  /wrong: {exchanges: {a: {path: /one, format: csv}}}
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.body(200, "text/csv", "id;name\n1;Ann\n".getBytes(StandardCharsets.UTF_8)));

            assertThat(rig.get("/right").body()).isEqualTo("{\"a\":[{\"id\":\"1\",\"name\":\"Ann\"}]}");
            HttpResponse<String> wrong = rig.get("/wrong");
            assertThat(wrong.statusCode()).isEqualTo(502);
            assertThat(wrong.body()).contains("the header has one column, 'id;name'", "separator: semicolon");
        }
    }

    @Test
    void allValuesOfAQueryAreThereByTheirNames() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {reply: {body: $request.queries}}\n")) {
            assertThat(rig.get("/m?b=2&a=1&b=%C3%A4&c").body())
                    .isEqualTo("{\"b\":[\"2\",\"\u00e4\"],\"a\":[\"1\"],\"c\":[\"\"]}");
        }
    }
}
