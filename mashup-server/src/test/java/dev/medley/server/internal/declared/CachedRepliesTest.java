package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What replies with {@code max-age} say to caches. */
class CachedRepliesTest {

    private static final String ONE = "  /m: {exchanges: {a: {path: /one}}, reply: {max-age: '60'}}\n";

    // ---- Vary. --------------------------------------------------------------------------------------------------

    @Test
    void theFieldsThatAReplyMayDependOnAreInVary() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parameters: {X-Tenant: {in: header}}
                    exchanges:
                      a: {path: /one, when: '$request.headers.`x-flag` != "off"'}
                      b: {path: /two, headers: {X-User: '{$request.headers.`x-user`}'}}
                    reply: {merge: {a: $a, b: $b}, max-age: '60'}
                """, Map.of("partners.a.pass-headers", "Accept-Language, X-Flag"))) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", 200, "2");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.headers().allValues("Vary")).hasSize(1);
            assertThat(reply.headers().firstValue("Vary").orElseThrow().split(", "))
                    .extracting(name -> name.toLowerCase(Locale.ROOT))
                    .containsExactly("accept-language", "x-flag", "x-tenant", "x-user");
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("max-age=60");
        }
    }

    @Test
    void aReplyThatDependsOnNoFieldHasNoVary() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE)) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> reply = rig.get("/m", "User-Agent", "me", "Cookie", "a=b");

            assertThat(reply.headers().firstValue("Vary")).isEmpty();
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("max-age=60");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Api-Key"})
    void aReplyThatAFilterMayHaveGivenForACredentialIsPrivate(String credential) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE)) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> reply = rig.get("/m", credential, "x");

            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("private, max-age=60");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"$count($keys($request.headers))", "$lookup($request.headers, \"x-user\")", "$request.*.`x-user`"})
    void aReplyThatMayDependOnAnyFieldIsNotStored(String expression) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {reply: {body: '%s', max-age: '60'}}\n".formatted(expression))) {
            HttpResponse<String> reply = rig.get("/m", "X-User", "me");

            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(reply.headers().firstValue("Vary")).hasValue("*");
        }
    }

    @Test
    void aPartnerThatIsChosenMayBeAnyOfThem() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {partner: '{$request.query.p}', path: /one}}
                    reply: {max-age: '60'}
                """, Map.of("partners.c.pass-headers", "Cookie"))) {
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/m?p=a").headers().firstValue("Vary")).hasValue("Cookie");
        }
    }

    @Test
    void theBodyOfAGetIsNothingThatCachesCompare() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {methods: [GET, POST], reply: {body: '{\"b\": $request.body}', max-age: '60'}}\n")) {
            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(rig.post("/m", "application/json", "1").headers().firstValue("Cache-Control"))
                    .hasValue("max-age=60");
        }
    }

    // ---- Whom it is for. ----------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({"Authorization", "Cookie", "X-Api-Key"})
    void aReplyWithCredentialsIsPrivate(String field) throws Exception {
        String read = "  /read: {reply: {body: '$request.headers.`%s`', max-age: '60'}}\n"
                .formatted(field.toLowerCase(Locale.ROOT));
        String passed = "  /passed: {exchanges: {a: {path: /one}}, reply: {max-age: '60'}}\n";
        try (DeclaredRig rig = new DeclaredRig(read + passed, Map.of("partners.a.pass-headers", field))) {
            rig.a.answer("GET", "/one", 200, "1");
            for (String path : new String[] {"/read", "/passed"}) {
                HttpResponse<String> personal = rig.get(path, field, "mine");
                HttpResponse<String> anonymous = rig.get(path);

                assertThat(personal.headers().firstValue("Cache-Control")).hasValue("private, max-age=60");
                assertThat(anonymous.headers().firstValue("Cache-Control")).hasValue("max-age=60");
                assertThat(anonymous.headers().firstValue("Vary"))
                        .hasValueSatisfying(vary -> assertThat(vary).isEqualToIgnoringCase(field));
            }
        }
    }

    @Test
    void aReplyThatSetsACookieIsPrivate() throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {reply: {body: '1', max-age: '60', headers: {Set-Cookie: 'a=b'}}}\n")) {
            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue("private, max-age=60");
        }
    }

    // ---- What the parts say. ------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Cache-Control; private; private, max-age=60",
                "Cache-Control; private, max-age=10; private, max-age=10",
                "Set-Cookie; a=b; private, max-age=60",
                "Cache-Control; no-store; no-store",
                "Cache-Control; no-cache; no-store",
                "Cache-Control; max-age=0; no-store",
                "Cache-Control; max-age=20; max-age=20",
                "Cache-Control; 's-maxage=15, max-age=100'; max-age=15",
                "Cache-Control; max-age=100; max-age=60",
                "Cache-Control; public; max-age=60",
                "Expires; 0; no-store",
                "Vary; *; no-store",
                "X-Other; max-age=1; max-age=60"
            })
    void aReplyIsKeptNoLongerThanItsPartsAndForNoOthers(String name, String value, String expected) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {path: /one}, b: {path: /two}}
                    reply: {max-age: '60'}
                  /each:
                    exchanges: {a: {for-each: '[1]', path: /one}}
                    reply: {max-age: '60'}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.json(200, "1").header(name, value));
            rig.b.answer("GET", "/two", 200, "2");

            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue(expected);
            assertThat(rig.get("/each").headers().firstValue("Cache-Control")).hasValue(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "headers: {Authorization: 'Bearer {$token.key}'}; private, max-age=60",
                "headers: {X-Of: '{$token.key}'}; no-store",
                "path: '/one?key={$token.key}'; no-store"
            })
    void aTokenIsNoPartOfTheReplyThatItHasOpened(String use, String expected) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      token: {partner: b, method: POST, path: /token, internal: true}
                      a: {path: /one, %s}
                    reply: {body: $a, max-age: '60'}
                """.formatted(use).replace("path: /one, path", "path"))) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer(
                    "POST", "/token", StubAnswer.json(200, "{\"key\":\"t\"}").header("Cache-Control", "no-store"));

            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue(expected);
        }
    }

    @Test
    void theAgeOfAPartIsOver() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(ONE, Map.of("partners.a.cache.enabled", "true"))) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "1")
                            .header("Cache-Control", "max-age=50")
                            .header("Age", "20"));

            for (int i = 0; i < 2; i++) {
                assertThat(seconds(rig.get("/m")))
                        .as("of the partner, then of the cache")
                        .isBetween(20, 30);
            }
            assertThat(rig.a.requests()).isOne();
        }
    }

    @Test
    void aStalePartIsNotKept() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {exchanges: {a: {path: /one, fallback: {stale: 1h}}}, reply: {max-age: '60'}}\n",
                Map.of("partners.a.cache.enabled", "true"))) {
            rig.a.answer(
                    "GET",
                    "/one",
                    StubAnswer.json(200, "1")
                            .header("Cache-Control", "max-age=0")
                            .header("ETag", "\"1\""));
            rig.get("/m");
            rig.a.answer("GET", "/one", StubAnswer.status(500));

            HttpResponse<String> stale = rig.get("/m");

            assertThat(stale.body()).isEqualTo("{\"a\":1}");
            assertThat(stale.headers().firstValue("Cache-Control")).hasValue("no-store");
        }
    }

    private static int seconds(HttpResponse<String> reply) {
        String control = reply.headers().firstValue("Cache-Control").orElseThrow();
        assertThat(control).startsWith("max-age=");
        return Integer.parseInt(control.substring("max-age=".length()));
    }

    // ---- A cache in front. --------------------------------------------------------------------------------------

    /** Medley with the cache of a partner, in front of Medley: a cache that all clients share. */
    @Test
    void aSharedCacheGivesNobodyTheReplyOfAnother() throws Exception {
        String back = """
                  /m:
                    exchanges: {me: {partner: a, path: /me}}
                    reply: {body: '{"name": $me.name, "language": $request.headers.`accept-language`}', max-age: '60'}
                """;
        try (DeclaredRig behind = new DeclaredRig(back, Map.of("partners.a.pass-headers", "Authorization, Cookie"))) {
            behind.a.answer(
                    "GET",
                    "/me",
                    request -> StubAnswer.json(
                            200,
                            "{\"name\": \"%s%s\"}"
                                    .formatted(request.header("Authorization"), request.header("Cookie"))));
            try (DeclaredRig front = new DeclaredRig(
                    "  /f: {exchanges: {all: {partner: back, path: /m}}, reply: {body: $all}}\n",
                    Map.of(
                            "partners.back.url", behind.server.uri().toString(),
                            "partners.back.cache.enabled", "true",
                            "partners.back.pass-headers", "Authorization, Cookie, Accept-Language"))) {
                for (String field : new String[] {"Authorization", "Cookie"}) {
                    for (String user : new String[] {"ada", "bob", "ada"}) {
                        assertThat(front.get("/f", field, user).body()).contains(user);
                    }
                }
                long before = behind.a.requests();
                for (String language : new String[] {"de", "en", "de", "en"}) {
                    assertThat(front.get("/f", "Accept-Language", language).body())
                            .isEqualTo("{\"name\":\"nullnull\",\"language\":\"%s\"}".formatted(language));
                }
                assertThat(behind.a.requests() - before)
                        .as("requests of which the cache has answered the others")
                        .isEqualTo(2);
                assertThat(front.get("/f", "Cookie", "eve").body()).contains("eve");
            }
        }
    }

    // ---- Problems, and the caches of partners. ------------------------------------------------------------------

    @Test
    void aProblemIsForNobodyElse() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parameters: {X-Size: {in: header, type: integer}}
                    exchanges:
                      a: {path: /one, headers: {X-User: '{$request.headers.`x-user`}'}, pass-status: [404]}
                    reply: {max-age: '60'}
                """)) {
            rig.a.answer("GET", "/one", 404, "");

            HttpResponse<String> notFound = rig.get("/m", "X-User", "me");
            assertThat(notFound.statusCode()).isEqualTo(404);
            assertThat(notFound.headers().allValues("Cache-Control")).containsExactly("no-store");

            HttpResponse<String> refused = rig.get("/m", "X-Size", "large");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.headers().allValues("Cache-Control")).containsExactly("no-store");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"headers: {X-Api-Key: '{$request.headers.`x-api-key`}'}", "retries: 0"})
    void theCacheOfAPartnerGivesNobodyWhatTheKeyOfAnotherHasOpened(String key) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {exchanges: {a: {path: /one, %s}}}\n".formatted(key),
                Map.of("partners.a.cache.enabled", "true", "partners.a.pass-headers", "X-Api-Key"))) {
            rig.a.answer(
                    "GET",
                    "/one",
                    request -> StubAnswer.json(200, "\"" + request.header("x-api-key") + "\"")
                            .header("Cache-Control", "max-age=60"));

            for (int i = 0; i < 2; i++) {
                assertThat(rig.get("/m", "X-Api-Key", "mine").body()).contains("mine");
                assertThat(rig.get("/m", "X-Api-Key", "yours").body()).contains("yours");
            }
            assertThat(rig.a.requests()).isEqualTo(2);
        }
    }
}
