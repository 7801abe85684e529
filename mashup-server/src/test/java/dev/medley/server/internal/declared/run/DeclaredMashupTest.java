package dev.medley.server.internal.declared.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What declared mashups do, over real connections. */
class DeclaredMashupTest {

    @Test
    void aMashupWithoutExchangesReplies() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /hello:
                    parameters:
                      name: {default: world}
                    reply:
                      body: '{"hello": $request.query.name}'
                """)) {
            assertThat(rig.get("/hello").body()).isEqualTo("{\"hello\":\"world\"}");
            assertThat(rig.get("/hello?name=M%C3%BCller").body()).isEqualTo("{\"hello\":\"Müller\"}");
        }
    }

    @Test
    void exchangesAreMergedByteByByteInTheOrderOfTheirDeclaration() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /both:
                    exchanges:
                      b: {path: /two}
                      a: {path: /one}
                """)) {
            rig.a.answer("GET", "/one", 200, "{ \"price\" : 1.10 }");
            rig.b.answer("GET", "/two", 200, "[12345678901234567890.123]");

            assertThat(rig.get("/both").body())
                    .isEqualTo("{\"b\":[12345678901234567890.123],\"a\":{ \"price\" : 1.10 }}");
        }
    }

    @Test
    void anExchangeUsesTheValueOfAnother() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /user/{id}:
                    exchanges:
                      orders: {partner: b, path: '/orders/{$user.name}'}
                      user: {partner: a, path: '/users/{$request.path.id}'}
                    reply:
                      body: '{"name": $user.name, "orders": $count($orders)}'
                """)) {
            rig.a.answer("GET", "/users/7", 200, "{\"name\":\"Ann Lee/x\"}");
            rig.b.answer("GET", "/orders/Ann%20Lee%2Fx", 200, "[1,2,3]");

            assertThat(rig.get("/user/7").body()).isEqualTo("{\"name\":\"Ann Lee/x\",\"orders\":3}");
        }
    }

    @Test
    void pathsAreChosenByAllTemplates() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /x/{a}/{b}: {reply: {body: '"two " & $request.path.a & $request.path.b'}}
                  /x/y/{b}: {reply: {body: '"literal " & $request.path.b'}}
                  /x/{a}: {reply: {body: '"one " & $request.path.a'}}
                  /x/y: {reply: {body: '"exact"'}}
                """)) {
            assertThat(rig.get("/x/1/2").body()).isEqualTo("\"two 12\"");
            assertThat(rig.get("/x/y/2").body()).isEqualTo("\"literal 2\"");
            assertThat(rig.get("/x/1").body()).isEqualTo("\"one 1\"");
            assertThat(rig.get("/x/y").body()).isEqualTo("\"exact\"");
            HttpResponse<String> none = rig.get("/x/1/2/3");
            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(none.body())
                    .contains("\"detail\":\"no mashup has this path\"")
                    .doesNotContain("/x");
        }
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {methods: [POST], reply: {body: $request.method}}\n")) {
            HttpResponse<String> refused = rig.get("/m");

            assertThat(refused.statusCode()).isEqualTo(405);
            assertThat(refused.headers().firstValue("Allow")).hasValue("POST, OPTIONS");
            assertThat(rig.post("/m", "text/plain", "x").body()).isEqualTo("\"POST\"");
        }
    }

    @Test
    void theBodyOfTheRequestKeepsItsDigits() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {methods: [POST], reply: {body: $request.body}}\n")) {
            assertThat(rig.post("/m", "application/json", "{\"n\":1.00000000000000000000012}")
                            .body())
                    .isEqualTo("{\"n\":1.00000000000000000000012}");
            assertThat(rig.post("/m", "application/json", "{\"n\":1e400}").body())
                    .isEqualTo("{\"n\":1E+400}");
        }
    }

    @Test
    void aBodyOfNullIsADocument() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {methods: [POST], reply: {body: '[$request.body, 1]'}}\n")) {
            assertThat(rig.post("/m", "application/json", "null").body()).isEqualTo("[null,1]");
            assertThat(rig.post("/m", "application/json", "").body()).isEqualTo("[1]");
        }
    }

    @Test
    void aNumberBeyondDoublesIsPassedOn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges: {a: {path: /a}}
                    reply: {body: '{"big": $a.big, "own": $request.body, "text": $string([$a.big])}'}
                """)) {
            rig.a.answer("GET", "/a", 200, "{\"big\":1e400}");

            assertThat(rig.post("/m", "application/json", "[1e400]").body())
                    .isEqualTo("{\"big\":1E+400,\"own\":[1E+400],\"text\":\"[1e+400]\"}");
        }
    }

    @Test
    void aBodyThatNoExpressionCanReadIsTheFaultOfTheClient() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {methods: [POST], reply: {body: $request.body}}\n")) {
            HttpResponse<String> refused = rig.post("/m", "application/json", "{\"n\":1e99999999999}");

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("the body of the request: line 1, column 6: a number whose exponent");
        }
    }

    @Test
    void textOfTheRequestIsInItsCharset() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {methods: [POST], reply: {body: $request.body}}\n")) {
            byte[] latin = "caf\u00E9".getBytes(StandardCharsets.ISO_8859_1);

            assertThat(rig.client
                            .send(
                                    rig.request("/m", "Content-Type", "text/plain; charset=iso-8859-1")
                                            .POST(BodyPublishers.ofByteArray(latin))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .isEqualTo("\"caf\u00E9\"");
            HttpResponse<String> refused = rig.client.send(
                    rig.request("/m", "Content-Type", "text/plain")
                            .POST(BodyPublishers.ofByteArray(latin))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("the body of the request: ");
        }
    }

    @Test
    @Timeout(60)
    void aPatternThatTakesTooMuchForAParameterRefusesIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    deadline: 60s
                    parameters: {q: {pattern: '(a|b)*'}, r: {pattern: '(x+x+)+y'}, s: {pattern: '(a*)*b\\1'}}
                    reply: {body: '1'}
                """)) {
            assertThat(rig.get("/m?q=" + "ab".repeat(50)).statusCode()).isEqualTo(200);
            // It goes deep for each letter, for which a thread of the pool has the stack.
            assertThat(rig.get("/m?q=" + "a".repeat(7_500)).statusCode()).isEqualTo(200);
            assertThat(rig.get("/m?r=" + "x".repeat(2_000)).statusCode()).isEqualTo(400);
            assertThat(rig.get("/m?s=" + "a".repeat(60)).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aFallbackWhoseConditionIsNotTrueIsNotSent() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      one: {partner: a, path: /one, optional: true, fallback: {exchange: other}}
                      other: {partner: b, path: /other, when: '$request.query.other = "yes"'}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));
            rig.b.answer("GET", "/other", 200, "2");

            assertThat(rig.get("/m?other=no").body()).startsWith("{\"one\":null,");
            assertThat(rig.get("/m?other=yes").body()).startsWith("{\"one\":2,");
        }
    }

    @Test
    void aFallbackOfAFallbackSeesTheElement() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      one: {partner: a, for-each: '[7]', path: '/one/{$item}', fallback: {exchange: two}}
                      two: {partner: a, path: '/two/{$item}', fallback: {exchange: three}}
                      three: {partner: b, path: '/three/{$item}'}
                """)) {
            rig.a.answer("GET", "/one/7", StubAnswer.status(500));
            rig.a.answer("GET", "/two/7", StubAnswer.status(500));
            rig.b.answer("GET", "/three/7", 200, "3");

            assertThat(rig.get("/m").body()).startsWith("{\"one\":[3],");
        }
    }

    @Test
    void anOptionalExchangeThatFailsIsMissing() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one}
                      b: {path: /two, optional: true}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.status(500));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("{\"a\":1,\"b\":null,\"missing\":{\"b\":\"unexpected status 500\"}}");
            assertThat(manifest(reply))
                    .matches(
                            "a;completed;status=200;ms=\\d+\\.\\d, b;missing;status=500;ms=\\d+\\.\\d;cause=\"unexpected"
                                    + " status 500\"");
        }
    }

    @Test
    void aRequiredExchangeThatFailsDecidesTheStatus() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, pass-status: [404]}
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.status(500),
                    StubAnswer.status(404),
                    StubAnswer.misbehaviour(StubMisbehaviour.RESET));

            HttpResponse<String> failed = rig.get("/m");
            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(failed.body()).contains("\"partner\":\"a\"");
            assertThat(manifest(failed)).startsWith("a;failed;status=500;");
            assertThat(rig.get("/m").statusCode()).isEqualTo(404);
            assertThat(rig.get("/m").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aTimeoutOfAnExchangeIsA504() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {exchanges: {a: {path: /one, timeout: 50ms}}}\n")) {
            rig.a.answer("GET", "/one", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

            assertThat(rig.get("/m").statusCode()).isEqualTo(504);
        }
    }

    @Test
    void theDeadlineOfAMashupHoldsForTheReplyWhichTellsWhatWasUnfinished() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    deadline: 100ms
                    exchanges:
                      a: {path: /one}
                      b: {path: /two}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.misbehaviour(StubMisbehaviour.HANG));
            rig.b.answer("GET", "/two", 200, "2");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(504);
            assertThat(reply.body()).contains("no reply within the deadline of 100 ms");
            assertThat(manifest(reply)).matches("a;unfinished.*, b;completed;.*");
        }
    }

    @Test
    void anotherExchangeStandsForOneThatFailsAndAValueForThat() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      price: {partner: a, path: /price, fallback: {exchange: old}}
                      old: {partner: b, path: /old, fallback: {value: '{"price": 0}'}}
                """)) {
            rig.a.answer("GET", "/price", StubAnswer.status(500));
            rig.b.answer("GET", "/old", StubAnswer.json(200, "{\"price\":3}"), StubAnswer.status(500));

            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"price\":{\"price\":3},\"missing\":{\"price\":\"unexpected status 500\"}}");
            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"price\":{\"price\":0},\"missing\":{\"price\":\"unexpected status 500\"}}");
        }
    }

    @Test
    void aFallbackStartsOnlyWhenItIsNeeded() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      price: {partner: a, path: /price, fallback: {exchange: old}}
                      old: {partner: b, path: /old}
                """)) {
            rig.a.answer("GET", "/price", 200, "1");

            assertThat(rig.get("/m").body()).isEqualTo("{\"price\":1}");
            assertThat(rig.b.recorded()).isEmpty();
        }
    }

    @Test
    void aStoredResponseThatIsStaleStandsForAFailure() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {exchanges: {a: {path: /price, fallback: {stale: 10m}}}}\n",
                Map.of("partners.a.cache.enabled", "true", "partners.a.retries", "0"))) {
            rig.a.answer(
                    "GET",
                    "/price",
                    StubAnswer.json(200, "3")
                            .header("Cache-Control", "max-age=0")
                            .header("ETag", "\"x\""),
                    StubAnswer.status(500));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":3}");
            HttpResponse<String> stale = rig.get("/m");

            assertThat(stale.body()).isEqualTo("{\"a\":3}");
            assertThat(manifest(stale)).matches("a;completed;status=200;ms=[0-9.]+;stale");
            assertThat(rig.a.recorded()).hasSize(2);
        }
    }

    @Test
    void aConditionSkipsAnExchange() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one}
                      b: {path: /two, when: $a.premium}
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "{\"premium\":false}"),
                    StubAnswer.json(200, "{\"premium\":true}"));
            rig.b.answer("GET", "/two", 200, "2");

            HttpResponse<String> skipped = rig.get("/m");
            assertThat(skipped.body()).isEqualTo("{\"a\":{\"premium\":false}}");
            assertThat(manifest(skipped)).endsWith(", b;skipped");
            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":{\"premium\":true},\"b\":2}");
        }
    }

    @Test
    void eachElementHasAnExchange() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      ids: {partner: a, path: /ids}
                      users: {partner: b, for-each: $ids, path: '/users/{$item}?at={$index}', optional: true}
                    reply:
                      merge:
                        users: $users
                        'user{$index}': $users
                """)) {
            rig.a.answer("GET", "/ids", 200, "[7,8,9]");
            rig.b.answer("GET", "/users/7?at=0", 200, "\"seven\"");
            rig.b.answer("GET", "/users/8?at=1", StubAnswer.status(404));
            rig.b.answer("GET", "/users/9?at=2", 200, "\"nine\"");

            assertThat(rig.get("/m").body())
                    .isEqualTo(
                            "{\"users\":[\"seven\",null,\"nine\"],\"user0\":\"seven\",\"user1\":null,\"user2\":\"nine\","
                                    + "\"missing\":{\"users.1\":\"unexpected status 404\",\"user1\":\"unexpected status 404\"}}");
        }
    }

    @Test
    void moreElementsThanAllowedAreRefusedBeforeTheFirstRequest() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      ids: {partner: a, path: /ids}
                      users: {partner: b, for-each: $ids, max-elements: 2, path: '/users/{$item}'}
                """)) {
            rig.a.answer("GET", "/ids", 200, "[7,8,9]");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("the exchange users: for-each has 3 elements, expected at most 2");
            assertThat(rig.b.recorded()).isEmpty();
        }
    }

    @Test
    void aBodyGoesToSeveralPartners() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /quote:
                    methods: [POST]
                    exchanges:
                      a: {path: /quote, body: $request.body}
                      b: {path: /quote, method: PUT, body: '{"items": $count($request.body.items)}'}
                """)) {
            rig.a.answer("POST", "/quote", request -> StubAnswer.json(200, request.body()));
            rig.b.answer("PUT", "/quote", request -> StubAnswer.json(200, request.body()));

            assertThat(rig.post("/quote", "application/json", "{\"items\": [1, 2]}")
                            .body())
                    .isEqualTo("{\"a\":{\"items\": [1, 2]},\"b\":{\"items\":2}}");
            assertThat(rig.post("/quote", "application/json", "{\"items\": ").statusCode())
                    .isEqualTo(400);
            assertThat(rig.post("/quote", "image/png", "x").statusCode()).isEqualTo(415);
        }
    }

    @Test
    void aValueThatTheRequestLacksIsItsFaultAndOneThatAPartnerLacksIsNot() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /request: {exchanges: {a: {path: '/one/{$request.query.id}'}}}
                  /partner: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.id}'}}}
                  /query: {exchanges: {a: {path: /one, query: {id: '{$request.query.id}', all: '{[1,2]}'}}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{}");
            rig.a.answer("GET", "/one?all=1&all=2", 200, "\"without id\"");

            HttpResponse<String> request = rig.get("/request");
            assertThat(request.statusCode()).isEqualTo(400);
            assertThat(request.body())
                    .contains("the exchange a: path has no value, which depends on query.id of the request");
            assertThat(rig.get("/partner").statusCode()).isEqualTo(502);
            assertThat(rig.get("/query").body()).isEqualTo("{\"a\":\"without id\"}");
        }
    }

    @Test
    void bracketsInTheNameOfAParameterAreEncoded() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one, query: {'id[]': '{[1, 2]}'}}}, reply: {body: $a}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/m").statusCode()).isEqualTo(200);
            assertThat(rig.a.recorded().get(0).query()).isEqualTo("id%5B%5D=1&id%5B%5D=2");
        }
    }

    @Test
    void statusFieldsAndCacheLifetimeComeFromExpressions() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, accept: [404], optional: true}
                    reply:
                      body: '{"found": $response.a.status = 200}'
                      status: '$response.a.status = 404 ? 404 : 200'
                      max-age: '$response.a.status = 200 ? 60 : 0'
                      headers:
                        X-Tag: 'is {$response.a.headers.etag}'
                        X-None: '{$response.a.headers.nothing}'
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "1").header("ETag", "\"x\""),
                    StubAnswer.json(404, "1"),
                    StubAnswer.status(500));

            HttpResponse<String> found = rig.get("/m");
            assertThat(found.statusCode()).isEqualTo(200);
            assertThat(found.headers().map()).containsEntry("cache-control", List.of("max-age=60"));
            assertThat(found.headers().firstValue("X-Tag")).hasValue("is \"x\"");
            assertThat(found.headers().firstValue("X-None")).isEmpty();
            HttpResponse<String> lacking = rig.get("/m");
            assertThat(lacking.statusCode()).isEqualTo(404);
            assertThat(lacking.body()).isEqualTo("{\"found\":false}");
            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue("no-store");
        }
    }

    @Test
    void aBodyOfTextIsInTheCharsetOfItsType() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /text: {exchanges: {a: {path: /one}}, reply: {body: $a, type: text/plain; charset=iso-8859-1}}
                """)) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "\"Jürgen\""),
                    StubAnswer.json(200, "1e3"),
                    StubAnswer.json(200, "null"),
                    StubAnswer.json(200, "\"€\""));

            HttpResponse<byte[]> reply = rig.client.send(rig.request("/text").build(), BodyHandlers.ofByteArray());
            assertThat(reply.body()).isEqualTo("Jürgen".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(reply.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).containsIgnoringCase("iso-8859-1"));
            assertThat(rig.get("/text").body()).isEqualTo("1000");
            assertThat(rig.get("/text").body()).isEmpty();
            assertThat(rig.get("/text").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void aBodyThatIsNoTextIsTheFaultOfWhomItIs() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one}}, reply: {body: $a, type: text/plain}}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.json(200, "{\"a\":{\"b\":1}}"), StubAnswer.json(200, "[1]"));

            for (int i = 0; i < 2; i++) {
                HttpResponse<String> refused = rig.get("/m");
                assertThat(refused.statusCode()).isEqualTo(502);
                assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            }
        }
    }

    @Test
    void anExpressionThatFailsOnDataIsTheFaultOfWhomTheDataAreUnlessItsExchangeIsOptional() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /required: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.x * 2}'}}}
                  /optional: {exchanges: {a: {path: /one}, b: {path: '/two/{$a.x * 2}', optional: true}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"x\":\"text\"}");

            HttpResponse<String> required = rig.get("/required");
            assertThat(required.statusCode()).isEqualTo(502);
            assertThat(required.body()).doesNotContain("text", "medley.yaml", "$");
            assertThat(rig.get("/optional").body())
                    .isEqualTo("{\"a\":{\"x\":\"text\"},\"b\":null,\"missing\":{\"b\":\"an expression failed\"}}");
        }
    }

    @Test
    void neededExchangesEndBefore() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      audit: {partner: b, path: /audit, needs: [a]}
                      a: {path: /one}
                    reply:
                      body: $a
                      needs: [audit]
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.json(200, "1").delay(Duration.ofMillis(50)));
            rig.b.answer("GET", "/audit", request -> {
                assertThat(rig.a.recorded()).hasSize(1);
                return StubAnswer.json(200, "2");
            });

            assertThat(rig.get("/m").body()).isEqualTo("1");
            assertThat(rig.b.recorded()).hasSize(1);
        }
    }

    @Test
    void theManifestMayBeInTheBody() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /merged: {exchanges: {a: {path: /one}}, reply: {manifest: completeness}}
                  /computed: {exchanges: {a: {path: /one}}, reply: {body: '{"x": $a}', manifest: completeness}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/merged").body())
                    .matches("\\{\"a\":1,\"completeness\":\\{\"complete\":true,\"exchanges\":\\{\"a\":\\{\"outcome\":"
                            + "\"completed\",\"partner\":\"a\",\"status\":200,\"ms\":\\d+\\.\\d,\"attempts\":1}}}}");
            assertThat(rig.get("/computed").body()).startsWith("{\"x\":1,\"completeness\":{\"complete\":true,");
        }
    }

    private static String manifest(HttpResponse<String> reply) {
        return reply.headers().firstValue("Medley-Manifest").orElse("none");
    }
}
