package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That a reply says what is missing in it, also where its members depend on that by way of other exchanges only. */
class MissingPartsTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                elements that could not be computed | for-each: $orders, path: '/x/{$item}'         | products: $products           | {'products':[],M}
                a count of such                     | for-each: $orders, path: '/x/{$item}'         | count: $count($products)      | {'count':0,M}
                a condition that is not true so     | when: $orders.open, path: /x                  | products: $products           | {M}
                an expression over a skipped one    | when: $orders.open, path: /x                  | n: $count($products)          | {'n':0,M}
                a member for each element           | for-each: $orders, path: '/x/{$item}'         | 'p{$index}': $products        | {M}
                a parameter that was left out       | path: /x, query: {id: '{$orders.id}'}         | products: $products           | {'products':1,M}
                a field that was left out           | path: /x, headers: {X-Id: '{$orders.id}'}     | products: $products           | {'products':1,M}
                a body that was left out            | path: /x, method: POST, body: $orders         | products: $products           | {'products':1,M}
                the status of another response      | path: '/x/{$response.orders.outcome}'         | products: $products           | {'products':1,M}
                an order of exchanges               | path: /x, needs: [orders]                     | products: $products           | {'products':1,M}
                """)
    void aMemberListsWhatItDependsOnByWayOfOthers(String title, String exchange, String member, String expected)
            throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      orders: {partner: a, path: /orders, optional: true}
                      products: {partner: b, %s}
                    reply: {merge: {%s}}
                """.formatted(exchange, member))) {
            rig.a.answer("GET", "/orders", StubAnswer.status(500));
            rig.b.answerAll(request -> StubAnswer.json(200, "1"));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body())
                    .isEqualTo(expected.replace('\'', '"')
                            .replace("M", "\"missing\":{\"orders\":\"unexpected status 500\"}"));
        }
    }

    @Test
    void elementsBeyondTheMostAreMissing() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      all: {partner: b, path: /all}
                      p: {partner: a, for-each: $all, max-elements: 2, path: '/{$item}', optional: true}
                    reply: {merge: {'p{$index}': $p}}
                """)) {
            rig.b.answer("GET", "/all", 200, "[1, 2, 3]");

            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"missing\":{\"p\":\"the exchange p has 3 elements, expected at most 2\"}}");
        }
    }

    @Test
    void theReplyListsWhatItsStatusAndItsFieldsDependOn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /status:
                    exchanges: {a: {path: /one}, b: {path: /two, optional: true}}
                    reply: {merge: {a: $a}, status: '$b ? 201 : 200'}
                  /field:
                    exchanges: {a: {path: /one}, b: {path: /two, optional: true}}
                    reply: {merge: {a: $a}, headers: {X-B: '{$b}'}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.status(500));

            String expected = "{\"a\":1,\"missing\":{\"b\":\"unexpected status 500\"}}";
            assertThat(rig.get("/status").body()).isEqualTo(expected);
            assertThat(rig.get("/field").body()).isEqualTo(expected);
        }
    }

    @Test
    void whatTheReplyOnlyWaitsForIsNoPartOfItButKeepsCachesOut() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {path: /one}, b: {path: /two, optional: true}}
                    reply: {merge: {a: $a}, needs: [b], max-age: '60'}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.status(500), StubAnswer.json(200, "2"));

            HttpResponse<String> incomplete = rig.get("/m");
            assertThat(incomplete.body()).isEqualTo("{\"a\":1}");
            assertThat(incomplete.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(rig.get("/m").headers().firstValue("Cache-Control")).hasValue("max-age=60");
        }
    }

    @Test
    void aMemberListsWhatAFallbackInItsChainDependsOn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      ids: {partner: a, path: /ids, optional: true}
                      price: {partner: b, path: /price, fallback: {exchange: old}}
                      old: {partner: c, path: /old, query: {id: '{$ids}'}}
                    reply: {merge: {p: $price}}
                """)) {
            rig.a.answer("GET", "/ids", StubAnswer.status(500));
            rig.b.answer("GET", "/price", StubAnswer.status(503));
            rig.c.answer("GET", "/old", 200, "3");

            assertThat(rig.get("/m").body())
                    .isEqualTo(
                            "{\"p\":3,\"missing\":{\"p\":\"unexpected status 503\",\"ids\":\"unexpected status 500\"}}");
        }
    }

    @Test
    void thePartsOfAReplyEndWithTheSame() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parts: true
                    exchanges:
                      orders: {partner: a, path: /orders, optional: true}
                      products: {partner: b, for-each: $orders, path: '/x/{$item}'}
                    reply: {merge: {products: $products}}
                """)) {
            rig.a.answer("GET", "/orders", StubAnswer.status(500));

            assertThat(rig.get("/m", "Accept", "application/x-ndjson").body())
                    .contains("{\"reply\":{\"products\":[],\"missing\":{\"orders\":\"unexpected status 500\"}}}");
        }
    }

    @Test
    void aPathThatNeedsAMissingExchangeNamesIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /required:
                    exchanges:
                      user: {partner: a, path: /user, optional: true}
                      orders: {partner: b, path: '/orders/{$user.id}'}
                  /optional:
                    exchanges:
                      user: {partner: a, path: /user, optional: true}
                      orders: {partner: b, path: '/orders/{$user.id}', optional: true}
                  /through:
                    exchanges:
                      user: {partner: a, path: /user, optional: true}
                      friends: {partner: b, for-each: $user.friends, path: '/user/{$item}'}
                      first: {partner: b, path: '/first/{$friends[0].id}', optional: true}
                    reply: {merge: {first: $first}}
                  /element:
                    exchanges:
                      users: {partner: a, for-each: '[1, 2]', path: '/users/{$item}', optional: true}
                      orders: {partner: b, for-each: $users, path: '/orders/{$item.id}', optional: true}
                    reply: {merge: {orders: $orders}}
                  /partner:
                    exchanges:
                      user: {partner: a, path: /user, optional: true}
                      orders: {partner: '{$user.shard}', path: /orders}
                """)) {
            rig.a.answer("GET", "/user", StubAnswer.status(500));
            rig.a.answer("GET", "/users/1", 200, "{\"id\":7}");
            rig.a.answer("GET", "/users/2", StubAnswer.status(404));
            rig.b.answer("GET", "/orders/7", 200, "7");

            HttpResponse<String> required = rig.get("/required");
            assertThat(required.statusCode()).isEqualTo(502);
            String cause =
                    "the path of the exchange orders needs the exchange user, which is missing: unexpected status 500";
            assertThat(required.body()).contains(cause);
            assertThat(rig.get("/optional").body())
                    .isEqualTo(
                            "{\"user\":null,\"orders\":null,\"missing\":{\"user\":\"unexpected status 500\",\"orders\":\""
                                    + cause + "\"}}");
            assertThat(rig.get("/through").body())
                    .isEqualTo(
                            "{\"first\":null,\"missing\":{\"first\":\"the path of the exchange first needs the exchange"
                                    + " user, which is missing: unexpected status 500\",\"user\":\"unexpected status 500\"}}");
            assertThat(rig.get("/element").body())
                    .isEqualTo(
                            "{\"orders\":[7,null],\"missing\":{\"orders.1\":\"the path of the exchange orders needs the"
                                    + " exchange users, of which values are missing: unexpected status 404\","
                                    + "\"users.1\":\"unexpected status 404\"}}");
            assertThat(rig.get("/partner").body())
                    .contains("the partner of the exchange orders needs the exchange user, which is missing");
        }
    }

    @Test
    void aCauseDoesNotNameAnExchangeThatClientsDoNotSee() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      token: {partner: a, path: /token, optional: true, internal: true}
                      orders: {partner: b, path: '/orders/{$token.user}', optional: true}
                    reply: {merge: {orders: $orders}}
                """)) {
            rig.a.answer("GET", "/token", StubAnswer.status(500));

            HttpResponse<String> reply = rig.get("/m");

            String cause = "the path of the exchange orders needs a value that is missing";
            assertThat(reply.body())
                    .isEqualTo("{\"orders\":null,\"missing\":{\"orders\":\"" + cause
                            + "\",\"token\":\"unexpected status 500\"}}");
            assertThat(reply.headers().firstValue("Medley-Manifest"))
                    .hasValue("orders;missing;cause=\"" + cause + "\"");
        }
    }

    @Test
    void whatIsMissingIsSeenBesideAnExchangeThatStandsForAnother() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      price: {partner: a, path: /price, fallback: {exchange: old}}
                      old: {partner: b, path: /old}
                    reply: {merge: {p: $price, names: $keys($missing)}}
                """)) {
            rig.a.answer("GET", "/price", StubAnswer.json(200, "1"), StubAnswer.status(500));
            rig.b.answer("GET", "/old", 200, "3");

            assertThat(rig.get("/m").body()).isEqualTo("{\"p\":1}");
            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"p\":3,\"names\":\"price\",\"missing\":{\"p\":\"unexpected status 500\","
                            + "\"price\":\"unexpected status 500\"}}");
        }
    }
}
