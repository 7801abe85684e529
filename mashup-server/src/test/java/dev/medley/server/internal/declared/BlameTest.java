package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The status of a mashup that fails by a value tells where the value came from: 400 for the inbound request alone, 502 for an
 * exchange, 500 for the configuration. The detail names the exchange, its key and the source, and has nothing of an expression.
 */
class BlameTest {

    private static final String JSON = "application/json";

    /** Two steps: b uses what a replied. */
    private static String twoSteps(String ofB) {
        return "  /m: {exchanges: {a: {path: /one}, b: {%s}}}\n".formatted(ofB);
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String... parts) {
        assertThat(reply.body()).contains(parts).doesNotContain("{$", "$", "medley.yaml");
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    // ---- What an exchange sends. --------------------------------------------------------------------------------

    @Test
    void aPathThatAPartnerSpoilsIsA502ThatNamesExchangeKeyAndSource() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(twoSteps("path: '/two/{$a.id}'"))) {
            rig.a.answer("GET", "/one", 200, "{\"id\": \"..\"}");

            assertProblem(rig.get("/m"), 502, "the exchange b: path", "segment . or ..", "from the exchange a");
        }
    }

    @Test
    void aPathThatAClientSpoilsIsA400ThatNamesItsParameter() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: '/one/{$request.query.id}/{$request.query.other}'}}}
                """)) {
            assertProblem(
                    rig.get("/m?id=..&other=1"),
                    400,
                    "the exchange a: path",
                    "segment . or ..",
                    "from query.id of the request");
            assertProblem(rig.get("/m?id=1&other="), 400, "query.other", "is empty");
        }
    }

    @Test
    void theDetailNamesTheExchangeOfOneMethodOfSeveral() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods:
                      GET: {exchanges: {a: {path: '/one/{$request.query.id}'}}}
                      POST: {reply: {status: $request.query.id}}
                """)) {
            assertProblem(rig.get("/m?id=.."), 400, "the exchange a: path");
            assertProblem(rig.post("/m?id=x", JSON, "1"), 400, "the reply: status");
        }
    }

    @Test
    void aPathThatTheConfigurationSpoilsIsA500() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {exchanges: {a: {path: '/one/{\".\" & \".\"}'}}}\n")) {
            assertProblem(rig.get("/m"), 500, "the mashup failed");
        }
    }

    @Test
    void thePartOfAPathIsBlamedThatSpoilsIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(twoSteps("path: '/two/{$a.id}/{$request.query.q}'"))) {
            rig.a.answer("GET", "/one", 200, "{\"id\": \"..\"}");
            assertProblem(rig.get("/m?q=1"), 502, "from the exchange a");

            rig.a.answer("GET", "/one", 200, "{\"id\": \"7\"}");
            assertProblem(rig.get("/m?q=.."), 400, "from query.q of the request");
        }
    }

    @Test
    void aPathWithoutAValueHasNothingOfItsExpressionInTheReply() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /client: {exchanges: {a: {path: '/one/{$request.query.id}'}}}
                  /partner: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.id}'}}}
                  /nobody: {exchanges: {a: {path: '/one/{null}'}}}
                  /optional: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.id}', optional: true}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{}");

            assertProblem(rig.get("/client"), 400, "the exchange a: path has no value", "query.id of the request");
            assertProblem(rig.get("/partner"), 502, "the exchange b: path has no value", "the exchange a");
            assertProblem(rig.get("/nobody"), 500, "the mashup failed");
            HttpResponse<String> optional = rig.get("/optional");
            assertThat(optional.body())
                    .isEqualTo("{\"a\":{},\"b\":null,\"missing\":{\"b\":\"the path of the exchange b has no value\"}}");
            assertThat(optional.headers().firstValue("Medley-Manifest").orElseThrow())
                    .doesNotContain("$");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"v\": \"a\\nb\"}', '{}', 502, from the exchange a",
        "'{}', '{\"v\": \"a\\nb\"}', 400, from body of the request",
        "'{\"v\": \"€\"}', '{\"v\": 1}', 502, from the exchange a",
        "'{\"v\": {\"k\": 1}}', '{}', 502, from the exchange a",
        "'{}', '{\"v\": {\"k\": 1}}', 400, from body of the request",
    })
    void aValueThatNoFieldCanHave(String ofPartner, String ofClient, int status, String source) throws Exception {
        String tag = "headers: {X-Tag: 'is {$a.v ? $a.v : \"\"} {$request.body.v ? $request.body.v : \"\"}'}";
        try (DeclaredRig rig = new DeclaredRig(
                "  /exchange: {methods: [POST], exchanges: {a: {path: /one}, b: {path: /two, %s}}}\n".formatted(tag)
                        + "  /reply: {methods: [POST], exchanges: {a: {path: /one}}, reply: {%s}}\n".formatted(tag))) {
            rig.a.answer("GET", "/one", 200, ofPartner);

            assertProblem(rig.post("/exchange", JSON, ofClient), status, "the exchange b: headers.X-Tag", source);
            assertProblem(rig.post("/reply", JSON, ofClient), status, "the reply: headers.X-Tag", source);
        }
    }

    @Test
    void aTargetThatIsTooLongIsOfWhomItsLongestValueIs() throws Exception {
        String b =
                "path: '/two/{$a.id}', query: {q: '{$request.query.q}'}, headers: {X-B: '{$request.body.b}', X-H: '{$request.headers.h}'}";
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {methods: [GET, POST], exchanges: {a: {path: /one}, b: {" + b + "}}}\n",
                Map.of("partners.b.limits.max-request-head", "1KiB"))) {
            String large = "x".repeat(1_000);
            rig.a.answer("GET", "/one", 200, "{\"id\": 1}");

            assertProblem(
                    rig.get("/m?q=" + large), 414, "the exchange b: query.q", "too long", "query.q of the request");
            assertProblem(rig.get("/m", "h", large), 431, "the exchange b: headers.X-H", "headers.h of the request");
            assertProblem(
                    rig.post("/m", JSON, "{\"b\": \"" + large + "\"}"),
                    413,
                    "the exchange b: headers.X-B",
                    "body of the request");
            rig.a.answer("GET", "/one", 200, "{\"id\": \"" + large + "\"}");
            assertProblem(rig.get("/m?q=short"), 502, "the exchange b: path", "too long", "the exchange a");
        }
    }

    @Test
    void aPartnerThatDoesNotExistIsNamedToTheClientThatHasNamedItAlone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /client: {exchanges: {a: {partner: '{$request.query.p}', path: /one}}}
                  /partner: {exchanges: {a: {path: /one}, b: {partner: '{$a.secret}', path: /one}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"secret\": \"s3cret\"}");

            assertProblem(
                    rig.get("/client?p=nobody"), 400, "the exchange a: partner is 'nobody', which does not exist");
            HttpResponse<String> ofPartner = rig.get("/partner");
            assertProblem(ofPartner, 502, "the exchange b: partner", "the exchange a");
            assertThat(ofPartner.body()).doesNotContain("s3cret");
        }
    }

    @Test
    void tooManyElementsAreOfWhomTheArrayIs() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges:
                      a: {path: /one}
                      b: {path: /two, for-each: '$a.ids ? $a.ids : $request.body', max-elements: 2}
                  /client: {methods: [POST], exchanges: {b: {path: /two, for-each: $request.body, max-elements: 2}}}
                  /partner: {exchanges: {a: {path: /one}, b: {path: /two, for-each: $a.ids, max-elements: 2}}}
                  /nobody: {exchanges: {b: {path: /two, for-each: $partners, max-elements: 2}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"ids\": [1, 2, 3]}");

            String fault = "the exchange b: for-each has 3 elements, expected at most 2";
            assertProblem(rig.post("/client", JSON, "[1, 2, 3]"), 400, fault, "body of the request");
            assertProblem(rig.get("/partner"), 502, fault, "the exchange a");
            assertProblem(rig.post("/m", JSON, "[1]"), 502, fault, "the exchange a");
            assertProblem(rig.get("/nobody"), 500, "the mashup failed");
        }
    }

    @Test
    void anElementIsOfWhomItsArrayIs() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /client: {methods: [POST], exchanges: {b: {path: '/two/{$item}', for-each: $request.body.ids}}}
                  /partner: {exchanges: {a: {path: /one}, b: {path: '/two/{$item}', for-each: $a}}}
                  /fallback:
                    methods: [POST]
                    exchanges:
                      b: {path: /two, for-each: $request.body.ids, fallback: {exchange: c}}
                      c: {path: '/three/{$item}'}
                """)) {
            rig.a.answer("GET", "/one", 200, "[\"..\"]");

            assertProblem(rig.post("/client", JSON, "{\"ids\": [\"..\"]}"), 400, "the exchange b: path", "body of");
            assertProblem(rig.get("/partner"), 502, "the exchange b: path", "the exchange a");
            assertThat(rig.post("/fallback", JSON, "{\"ids\": [\"..\"]}").statusCode())
                    .as("the exchange that failed first decides")
                    .isEqualTo(502);
        }
    }

    // ---- Expressions that fail. ---------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$toMillis($request.query.t) | 400 | query.t of the request",
                "$toMillis($a.t) | 502 | the exchange a",
                "$toMillis(\"x\") | 500 | the mashup failed",
                "$a.n * $request.query.t | 400 | query.t of the request",
                "$request.query.t * $a.n | 400 | query.t of the request",
                "$a.t * $number($request.query.n) | 502 | the exchange a",
                "$keys($request.query.t) ~> $map(function($k) { $k * 2 }) | 200 | null",
                "$merge([$a, $request.query.t]) | 502 | the exchange a and query.t of the request",
                "$a[n = $toMillis($request.query.t)] | 400 | query.t of the request",
                "$a.list.($toMillis(t) > $number($request.query.n)) | 502 | the exchange a",
                "$a.list[$toMillis(t) > $number($request.query.n)] | 502 | the exchange a",
                "$map($a.list, function($x) { $x.t * $number($request.query.n) }) | 502 | the exchange a",
                "$map($a.list, function($x) { $x.n * $request.query.t }) | 400 | query.t of the request",
                "($t := $request.query.t; $n := $a.n; $n * $t) | 400 | query.t of the request",
                "($f := function($x) { $toMillis($x) }; $f($request.query.t)) | 400 | query.t of the request",
                "$request.query.t ~> $toMillis() | 400 | query.t of the request",
                "$substring($a.t, $request.query.t) | 502 | the exchange a and query.t of the request",
                "$request.query.n = \"1\" ? $toMillis($a.t) : 0 | 502 | the exchange a",
                "$a.n = 1 ? $toMillis($request.query.t) : 0 | 400 | query.t of the request",
                "$error($request.query.t) | 400 | query.t of the request",
                "$response.a.headers.`content-type` * 2 | 502 | the exchange a",
                "$partners[0] * 2 | 500 | the mashup failed",
            })
    void anExpressionThatFailsIsOfWhomTheValueIsThatItFailsOn(String expression, int status, String detail)
            throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m:\n    exchanges: {a: {path: /one}}\n    reply:\n      needs: [a]\n"
                + "      body: |-\n        " + expression + "\n")) {
            rig.a.answer("GET", "/one", 200, "{\"n\": 1, \"t\": \"x\", \"list\": [{\"n\": 1, \"t\": \"x\"}]}");

            HttpResponse<String> reply = rig.get("/m?t=x&n=1");

            if (status == 200) {
                assertThat(reply.statusCode()).isEqualTo(200);
            } else {
                assertProblem(reply, status, detail);
            }
        }
    }

    @Test
    void whatAnExchangeComputesIsOfWhomTheValueIs() throws Exception {
        String[] keys = {
            "path: '/two/{$toMillis(%s)}'",
            "path: /two, query: {q: '{$toMillis(%s)}'}",
            "path: /two, headers: {X-Q: '{$toMillis(%s)}'}",
            "path: /two, partner: '{$toMillis(%s)}'",
            "path: /two, when: '$toMillis(%s) > 0'",
            "path: /two, for-each: '$toMillis(%s)'",
            "path: /two, method: POST, body: '$toMillis(%s)'",
            "path: /none, fallback: {value: '$toMillis(%s)'}"
        };
        String[] names = {"path", "query.q", "headers.X-Q", "partner", "when", "for-each", "body", "fallback.value"};
        for (int i = 0; i < keys.length; i++) {
            try (DeclaredRig rig = new DeclaredRig("  /client: {exchanges: {b: {"
                    + keys[i].formatted("$request.query.t") + "}}}\n  /partner: {exchanges: {a: {path: /one}, b: {"
                    + keys[i].formatted("$a") + "}}}\n")) {
                rig.a.answer("GET", "/one", 200, "\"x\"");

                String key = "the exchange b: " + names[i];
                assertProblem(rig.get("/client?t=x"), 400, key, "from query.t of the request");
                assertProblem(rig.get("/partner"), 502, key, "from the exchange a");
            }
        }
    }

    @Test
    void aFallbackAppliesWhoseeverTheValueIs() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /optional: {exchanges: {b: {path: '/{$toMillis($request.query.t)}', optional: true}}}
                  /value: {exchanges: {b: {path: '/{$toMillis($request.query.t)}', fallback: {value: '1'}}}}
                  /invalid: {exchanges: {b: {path: '/{$request.query.t}', optional: true}}}
                  /other:
                    exchanges:
                      b: {path: '/{$toMillis($request.query.t)}', fallback: {exchange: a}}
                      a: {path: /one}
                """)) {
            rig.a.answer("GET", "/one", 200, "2");

            assertThat(rig.get("/optional?t=x").body())
                    .isEqualTo("{\"b\":null,\"missing\":{\"b\":\"an expression failed\"}}");
            assertThat(rig.get("/invalid?t=..").body())
                    .isEqualTo("{\"b\":null,\"missing\":{\"b\":\"invalid request\"}}");
            assertThat(rig.get("/value?t=x").body())
                    .isEqualTo("{\"b\":1,\"missing\":{\"b\":\"an expression failed\"}}");
            assertThat(rig.get("/other?t=x").body())
                    .isEqualTo("{\"b\":2,\"missing\":{\"b\":\"an expression failed\"}}");
        }
    }

    // ---- The reply. ---------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status: '%s.v' | the reply: status | {\"v\": \"x\"}",
                "max-age: '%s.v' | the reply: max-age | {\"v\": \"x\"}",
                "type: text/plain, body: '%s.v' | the reply: body | {\"v\": {\"a\": 1}}",
                "type: text/plain; charset=iso-8859-1, body: '%s.v' | the reply: body | {\"v\": \"€\"}",
                "body: '%s.v', manifest: about | the reply: manifest | {\"v\": \"x\"}",
                "merge: {m: '%s.v * 2'} | the reply: merge.m | {\"v\": \"x\"}",
                "headers: {X-V: '{%s.v}'} | the reply: headers.X-V | {\"v\": \"€\"}",
            })
    void aReplyThatCannotBeMadeIsOfWhomItsValueIs(String reply, String place, String document) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /client: {methods: [POST], reply: {%s}}\n".formatted(reply.formatted("$request.body"))
                        + "  /partner: {exchanges: {a: {path: /one}}, reply: {needs: [a], %s}}\n"
                                .formatted(reply.formatted("$a")))) {
            rig.a.answer("GET", "/one", 200, document);

            assertProblem(rig.post("/client", JSON, document), 400, place, "from body of the request");
            assertProblem(rig.get("/partner"), 502, place, "from the exchange a");
        }
    }

    @Test
    void aBodyThatIsNoObjectWhereOneIsNeededIsTheFaultOfTheClient() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /each: {methods: [POST], reply: {body: '$each($request.body, function($v) { $v })'}}
                  /member: {methods: [POST], exchanges: {a: {path: '/one/{$request.body.id}'}}}
                  /merge: {methods: [POST], reply: {body: '$merge([$request.body])'}}
                """)) {
            for (String path : new String[] {"/each", "/member", "/merge"}) {
                for (String body : new String[] {"5", "\"x\"", "true"}) {
                    assertProblem(rig.post(path, JSON, body), 400, "body of the request");
                }
            }
        }
    }

    // ---- What administrators see. -------------------------------------------------------------------------------

    @Test
    void whatAClientMaySpoilIsNotAmongTheIncompleteReplies() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /client: {exchanges: {a: {path: '/one/{$toMillis($request.query.t)}'}}}
                  /mixed: {exchanges: {a: {path: /one}, b: {path: '/two/{$merge([$a, $request.query.t])}'}}}
                  /optional: {exchanges: {a: {path: '/one/{$toMillis($request.query.t)}', optional: true}}}
                  /partner: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.x * 2}'}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"x\": \"text\"}");

            assertThat(rig.get("/client?t=x").statusCode()).isEqualTo(400);
            assertThat(rig.get("/mixed?t=x").statusCode()).isEqualTo(502);
            assertThat(rig.get("/optional?t=x").statusCode()).isEqualTo(200);
            assertThat(rig.get("/partner").statusCode()).isEqualTo(502);

            URI page = rig.server.adminUri().resolve("/manifests");
            org.awaitility.Awaitility.await().untilAsserted(() -> {
                String kept = rig.client
                        .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                        .body();
                assertThat(Json.parse(kept.getBytes(StandardCharsets.UTF_8))
                                .tree()
                                .path("replies")
                                .valueStream()
                                .map(each -> each.path("mashup").stringValue()))
                        .containsExactly("/partner");
            });
        }
    }
}
