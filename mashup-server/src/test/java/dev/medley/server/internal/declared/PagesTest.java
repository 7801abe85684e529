package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value of an exchange with pages is the array of the items of all of them, or none. */
class PagesTest {

    private static final String BY_LINK = """
              /m:
                exchanges:
                  a: {path: /items, headers: {X-Tenant: blue}, pages: {next: $page.next, items: $page.data, max: 3}}
                reply: {body: '{"items": $a, "more": $response.a.more, "pages": $response.a.pages}'}
            """;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                a path                  | /items?at=2
                a query alone           | ?at=2
                a path from the last /  | items?at=2
                a path with dots        | ./x/../items?at=2
                letters beyond ASCII    | /items?at=2&q=ü
                a URL                   | URL/items?at=2
                a URL with a fragment   | URL/items?at=2#top
                a URL without a scheme  | //HOST/items?at=2
                brackets, as JSON:API   | /items?at=2&page[size]=1
                what no URI has         | /items?at=2&q={a b|c}^
                blanks around it        | "  /items?at=2 "
                """)
    void aLinkIsFollowedWithinThePartner(String title, String link) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK)) {
            String next = link.replace("URL", rig.a.uri().toString())
                    .replace("HOST", rig.a.uri().getAuthority());
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> "2".equals(request.parameter("at"))
                            ? StubAnswer.json(200, "{\"data\": [3], \"next\": null}")
                            : StubAnswer.json(200, "{\"data\": [1, 2], \"next\": \"" + next + "\"}"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.body()).isEqualTo("{\"items\":[1,2,3],\"more\":false,\"pages\":2}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .contains("a;completed;status=200", ";pages=2")
                    .doesNotContain("more");
            assertThat(rig.a.recorded())
                    .extracting(each -> each.header("X-Tenant"))
                    .containsExactly("blue", "blue");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                another host           | "http://partner.example/items"
                another port           | "http://127.0.0.1:1/items"
                another scheme         | "ftp://127.0.0.1/items"
                a user in it           | "http://user@HOST/items"
                hidden dots            | "/x/%2e%2e/items"
                two slashes            | "/x/..//other.example/items"
                no URI                 | "http://[/"
                the page itself        | "/items"
                a number               | 7
                an object              | {}
                """)
    void anyOtherLinkFailsTheExchangeAndIsNotShown(String title, String link) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK)) {
            String next = (title.equals("a number") || title.equals("an object")) ? link : "\"" + link + "\"";
            rig.a.answer(
                    "GET",
                    "/items",
                    200,
                    "{\"data\": [1], \"next\": "
                            + next.replace("HOST", rig.a.uri().getAuthority()) + "}");

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("the exchange a: pages.next").doesNotContain("example", "user", "%2e");
            assertThat(rig.a.recorded()).hasSize(1);
        }
    }

    @Test
    void aLinkIsRelativeToWhereRedirectsHaveLedTo() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK, Map.of("partners.a.redirects", "3"))) {
            rig.a.answer("GET", "/items", StubAnswer.status(302).header("Location", "/v2/list?x=1"));
            rig.a.answer(
                    "GET",
                    "/v2/list",
                    StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}"),
                    StubAnswer.json(200, "{\"data\": [2], \"next\": \"more\"}"));
            rig.a.answer("GET", "/v2/more", 200, "{\"data\": [3]}");

            assertThat(rig.get("/m").body()).isEqualTo("{\"items\":[1,2,3],\"more\":false,\"pages\":3}");
        }
    }

    @Test
    void linksOfAPageForPeopleAreRelativeToWhereRedirectsHaveLedTo() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {path: /old, format: html}}
                    reply: {body: "$link($select($a, 'a'))"}
                """, Map.of("partners.a.redirects", "3"))) {
            rig.a.answer("GET", "/old", StubAnswer.status(302).header("Location", "/v2/list"));
            rig.a.answer(
                    "GET",
                    "/v2/list",
                    StubAnswer.body(200, "text/html", "<a href=one>".getBytes(StandardCharsets.UTF_8)));

            assertThat(rig.get("/m").body()).isEqualTo("\"%s/v2/one\"".formatted(rig.a.uri()));
        }
    }

    @Test
    void theClientIsNotToBlameForALinkThatIsTooLong() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                BY_LINK.replace("path: /items", "path: '/items?of={$request.query.of}'"),
                Map.of("partners.a.limits.max-request-head", "1KiB"))) {
            rig.a.answer("GET", "/items", 200, "{\"data\": [1], \"next\": \"?at=%s\"}".formatted("x".repeat(1024)));

            HttpResponse<String> reply = rig.get("/m?of=" + "y".repeat(200));

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("pages.next is a link that is not followed");
        }
    }

    @Test
    void aLinkStaysBelowThePathOfThePartner() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {below: {path: /items, pages: {next: $page.next}, optional: true}}}
                """, Map.of("partners.below.url", "http://127.0.0.1:1/api"))) {
            assertThat(rig.get("/m").statusCode()).isEqualTo(200);
        }
        try (DeclaredRig stubs = new DeclaredRig("  /none: {reply: {body: '1'}}\n");
                DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {below: {path: '/{$request.query.from}', pages: {next: $page.next, items: $page.n}}}}
                """, Map.of("partners.below.url", stubs.a.uri() + "/api"))) {
            stubs.a.answer("GET", "/api/out", 200, "{\"n\": 1, \"next\": \"/other\"}");
            stubs.a.answer("GET", "/api/up", 200, "{\"n\": 1, \"next\": \"../other\"}");
            stubs.a.answer("GET", "/api/beside", 200, "{\"n\": 1, \"next\": \"/apis\"}");
            stubs.a.answer("GET", "/api/in", 200, "{\"n\": 1, \"next\": \"/api/last\"}");
            stubs.a.answer("GET", "/api/last", 200, "{\"n\": 2}");

            assertThat(Stream.of("out", "up", "beside").map(from -> status(rig, from)))
                    .containsOnly(502);
            assertThat(rig.get("/m?from=in").body()).isEqualTo("{\"below\":[1,2]}");
        }
    }

    private static int status(DeclaredRig rig, String from) {
        try {
            return rig.get("/m?from=" + from).statusCode();
        } catch (Exception x) {
            throw new AssertionError(x);
        }
    }

    @Test
    void anHttp2PartnerIsReadAsAnyOther() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK, Map.of("partners.a.protocol", "h2c"))) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> request.query() == null
                            ? StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}")
                            : StubAnswer.json(200, "{\"data\": [2]}"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"items\":[1,2],\"more\":false,\"pages\":2}");
        }
    }

    @Test
    void nothingMoreIsReadForAClientThatLeaves() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK)) {
            CompletableFuture<Void> never = new CompletableFuture<>();
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> request.query() == null
                            ? StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}")
                            : StubAnswer.json(200, "{\"data\": [2], \"next\": \"?at=3\"}")
                                    .after(never));

            CompletableFuture<?> client =
                    rig.client.sendAsync(rig.request("/m").build(), HttpResponse.BodyHandlers.ofString());
            rig.a.awaitRecorded(2, "GET", "/items", Duration.ofSeconds(20));
            client.cancel(true);

            await().until(() -> rig.server.broker().exchangesInFlight() == 0);
            never.complete(null);
            assertThat(rig.a.recorded()).hasSize(2);
        }
    }

    @Test
    void theFieldLinkLeadsOn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /items, pages: {next: $head.links.next}}}}
                """)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    StubAnswer.json(200, "[1]")
                            .header("Link", "</first>; rel=first; title=\"a, b\", </items?at=2>; rel=\"last next\""),
                    StubAnswer.json(200, "[2]").header("Link", "</first>;rel=first"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[1,2]}");
            assertThat(rig.a.recorded().get(1).query()).isEqualTo("at=2");
        }
    }

    @Test
    void aCursorIsAParameterOfTheNextRequest() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /items, query: {after: '{$cursor.id}'}, pages: {next: $page.cursor, items: $page.data}}
                """)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    StubAnswer.json(200, "{\"data\": [1], \"cursor\": {\"id\": 7}}"),
                    StubAnswer.json(200, "{\"data\": 2, \"cursor\": {\"id\": 8}}"),
                    StubAnswer.json(200, "{\"cursor\": \"\"}"));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[1,2]}");
            assertThat(rig.a.recorded()).extracting(RecordedRequest::query).containsExactly(null, "after=7", "after=8");
        }
    }

    @Test
    void aCursorThatComesAgainFailsTheExchange() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /items, query: {after: '{$cursor}'}, optional: true, pages: {next: $page.cursor, max: 1000}}
                    reply: {body: '{"a": $a, "missing": $missing}'}
                """)) {
            rig.a.answer("GET", "/items", 200, "{\"cursor\": 7}");

            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"missing\":{\"a\":\"the link to the next page is not followed\"}}");
            assertThat(rig.a.recorded()).hasSize(2);
        }
    }

    @Test
    void noMorePagesAreReadThanTheMostAndTheReplySaysSo() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}"),
                    StubAnswer.json(200, "{\"data\": [2], \"next\": \"?at=3\"}"),
                    StubAnswer.json(200, "{\"data\": [3], \"next\": \"?at=4\"}"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.body()).isEqualTo("{\"items\":[1,2,3],\"more\":true,\"pages\":3}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .contains(";pages=3;more");
            assertThat(rig.a.recorded()).hasSize(3);
        }
    }

    @Test
    void aPageThatFailsFailsTheWholeList() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /items, pages: {next: $page.next, items: $page.data}}}}
                  /optional:
                    exchanges: {a: {path: /items, optional: true, pages: {next: $page.next, items: $page.data}}}
                    reply: {body: '{"a": $a, "missing": $missing}'}
                  /fallback:
                    exchanges:
                      a: {path: /items, fallback: {exchange: b}, pages: {next: $page.next, items: $page.data}}
                      b: {path: /all}
                    reply: {body: $a}
                """)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> request.query() == null
                            ? StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}")
                            : StubAnswer.status(500));
            rig.b.answer("GET", "/all", 200, "[9]");

            assertThat(rig.get("/m").statusCode()).isEqualTo(502);
            assertThat(rig.get("/optional").body()).isEqualTo("{\"missing\":{\"a\":\"unexpected status 500\"}}");
            assertThat(rig.get("/fallback").body()).isEqualTo("[9]");
        }
    }

    @Test
    void aListThatReplacesAnotherSaysWhetherThereIsMore() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /items, fallback: {exchange: b}}
                      b: {path: /all, pages: {next: $page.next, items: $page.data, max: 2}}
                    reply: {body: '{"items": $a, "more": $response.a.more}'}
                """)) {
            rig.a.answer("GET", "/items", StubAnswer.status(500));
            rig.b.answer(
                    "GET",
                    "/all",
                    StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}"),
                    StubAnswer.json(200, "{\"data\": [2], \"next\": \"?at=3\"}"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.body()).isEqualTo("{\"items\":[1,2],\"more\":true}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .contains("a;fallback", ";pages=2;more");
        }
    }

    @Test
    void aPartnerThatDiesInTheMiddleFailsTheWholeList() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK, Map.of("partners.a.retries", "0"))) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> request.query() == null
                            ? StubAnswer.json(200, "{\"data\": [1], \"next\": \"?at=2\"}")
                            : StubAnswer.misbehaviour(StubMisbehaviour.TRUNCATED_BODY));

            assertThat(rig.get("/m").statusCode()).isEqualTo(502);
        }
    }

    @Test
    void allPagesTogetherAreBounded() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(BY_LINK, Map.of("partners.a.limits.max-body", "1000B"))) {
            String data = "x".repeat(600);
            rig.a.answer(
                    "GET",
                    "/items",
                    StubAnswer.json(200, "{\"data\": \"%s\", \"next\": \"?at=2\"}".formatted(data)),
                    StubAnswer.json(200, "{\"data\": \"%s\", \"next\": \"?at=3\"}".formatted(data)));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("the pages have more than limits.max-body, 1000 bytes");
        }
    }

    @Test
    void eachElementHasItsPages() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {for-each: '["x", "y"]', path: '/of/{$item}', pages: {next: $page.next, items: $page.n}}
                    reply: {body: '{"a": $a, "pages": $response.a.pages}'}
                """)) {
            rig.a.answer("GET", "/of/x", 200, "{\"n\": 1, \"next\": \"y\"}");
            rig.a.answer("GET", "/of/y", 200, "{\"n\": 2}");

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[[1,2],[2]],\"pages\":[2,1]}");
        }
    }

    @Test
    void pagesOfOtherFormatsAreRead() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /items, format: csv, pages: {next: $head.links.next}}}}
                """)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    StubAnswer.body(200, "text/csv", "id\n1\n".getBytes(StandardCharsets.UTF_8))
                            .header("Link", "<?at=2>; rel=next"),
                    StubAnswer.body(200, "text/csv", "id\n2\n".getBytes(StandardCharsets.UTF_8)));

            assertThat(rig.get("/m").body()).isEqualTo("{\"a\":[{\"id\":\"1\"},{\"id\":\"2\"}]}");
        }
    }

    @Test
    void aThousandPagesFromTheCacheAreReadWithoutEnd() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /items, query: {at: '{$cursor}'}, pages: {next: $page.next, items: $page.n, max: 1000}}
                    reply: {body: '{"count": $count($a), "more": $response.a.more}'}
                """, Map.of("partners.a.cache.enabled", "true"))) {
            rig.a.answer("GET", "/items", request -> {
                String at = request.parameter("at");
                int number = at == null ? 1 : Integer.parseInt(at);
                return StubAnswer.json(200, "{\"n\": %d, \"next\": %d}".formatted(number, number + 1))
                        .header("Cache-Control", "max-age=600");
            });

            List<String> replies = List.of(rig.get("/m").body(), rig.get("/m").body());

            assertThat(replies).containsOnly("{\"count\":1000,\"more\":true}");
            assertThat(rig.a.requests()).isEqualTo(1000);
        }
    }
}
