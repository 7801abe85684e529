package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One request asks for several elements; what becomes of each is the same as with a request of its own. */
class BatchTest {

    private static final String OPTIONAL = """
              /m:
                exchanges:
                  a:
                    for-each: $request.queries.id
                    path: '/items?ids={$join($keys, ",")}'
                    batch: {by: id, max: 2}
                    optional: true
                reply: {body: '{"a": $a.name, "missing": $missing}'}
            """;

    /** Answers what is asked for, but 4, in the opposite order. */
    private static StubAnswer items(RecordedRequest request) {
        String ids = String.valueOf(request.parameter("ids"));
        String items = Arrays.stream(ids.split(","))
                .filter(id -> !id.equals("4"))
                .map(id -> "{\"id\": \"%s\", \"name\": \"n%s\"}".formatted(id, id))
                .reduce((one, other) -> other + "," + one)
                .orElse("");
        return StubAnswer.json(200, "[" + items + "]");
    }

    @Test
    void fiveHundredElementsTakeTenRequests() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      ids: {partner: b, path: /ids}
                      a:
                        for-each: $ids
                        max-elements: 500
                        path: '/items?ids={$join($keys.$string(), ",")}'
                        batch: {by: id}
                    reply: {body: $a.name}
                """)) {
            rig.a.answer("GET", "/items", BatchTest::items);
            rig.b.answer(
                    "GET",
                    "/ids",
                    200,
                    IntStream.range(1000, 1500).mapToObj(String::valueOf).collect(Collectors.joining(",", "[", "]")));

            HttpResponse<String> reply = rig.get("/m");

            assertThat(reply.body())
                    .isEqualTo(IntStream.range(1000, 1500)
                            .mapToObj(each -> "\"n" + each + "\"")
                            .collect(Collectors.joining(",", "[", "]")));
            assertThat(rig.a.requests()).isEqualTo(10);
        }
    }

    @Test
    void equalKeysShareOneValueAndEachKeepsItsPlace() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL)) {
            rig.a.answer("GET", "/items", BatchTest::items);

            assertThat(rig.get("/m?id=3&id=1&id=3&id=2").body())
                    .isEqualTo("{\"a\":[\"n3\",\"n1\",\"n3\",\"n2\"],\"missing\":{}}");
            assertThat(rig.a.recorded())
                    .extracting(each -> each.parameter("ids"))
                    .containsExactlyInAnyOrder("3,1", "2");
        }
    }

    @Test
    void anElementThatTheResponseLacksIsMissing() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL)) {
            rig.a.answer("GET", "/items", BatchTest::items);

            HttpResponse<String> reply = rig.get("/m?id=3&id=4&id=5");

            assertThat(reply.body()).isEqualTo("{\"a\":[\"n3\",\"n5\"],\"missing\":{\"a.1\":\"not in the response\"}}");
            assertThat(reply.headers().firstValue("Medley-Manifest").orElseThrow())
                    .isEqualTo("a;completed;elements=3;incomplete=1");
        }
    }

    @Test
    void anElementThatMustBeThereFailsTheMashup() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL.replace("optional: true", "concurrency: 1"))) {
            rig.a.answer("GET", "/items", BatchTest::items);

            HttpResponse<String> reply = rig.get("/m?id=3&id=4");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("partner a: not in the response");
        }
    }

    @Test
    void aBatchThatFailsFailsItsElementsAlone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> "3,1".equals(request.parameter("ids")) ? StubAnswer.status(500) : items(request));

            assertThat(rig.get("/m?id=3&id=1&id=2").body())
                    .isEqualTo(
                            "{\"a\":\"n2\",\"missing\":{\"a.0\":\"unexpected status 500\",\"a.1\":\"unexpected status 500\"}}");
        }
    }

    @Test
    void fallbacksStandForSingleElements() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /value:
                    exchanges:
                      a:
                        for-each: '[3, 4]'
                        path: '/items?ids={$join($keys.$string(), ",")}'
                        batch: {by: id}
                        fallback: {value: '{"name": "no " & $item & " at " & $index}'}
                    reply: {body: $a.name}
                  /exchange:
                    exchanges:
                      a:
                        for-each: '[3, 4]'
                        path: '/items?ids={$join($keys.$string(), ",")}'
                        batch: {by: id}
                        fallback: {exchange: b}
                      b: {path: '/one/{$item}'}
                    reply: {body: $a.name}
                """)) {
            rig.a.answer("GET", "/items", BatchTest::items);
            rig.b.answer("GET", "/one/4", 200, "{\"name\": \"b4\"}");

            assertThat(rig.get("/value").body()).isEqualTo("[\"n3\",\"no 4 at 1\"]");
            assertThat(rig.get("/exchange").body()).isEqualTo("[\"n3\",\"b4\"]");
            assertThat(rig.b.requests()).isEqualTo(1);
        }
    }

    @Test
    void noMoreFallbacksAreInFlightThanRequestsMayBe() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a:
                        for-each: '[1..12]'
                        concurrency: 3
                        path: '/items?ids={$join($keys.$string(), ",")}'
                        batch: {by: id, max: 6}
                        fallback: {exchange: b}
                      b: {path: '/one/{$item}'}
                    reply: {body: $a}
                """)) {
            AtomicLong most = new AtomicLong();
            CompletableFuture<Void> answered = new CompletableFuture<>();
            rig.a.answer("GET", "/items", StubAnswer.status(500));
            IntStream.rangeClosed(1, 12)
                    .forEach(id -> rig.b.answer("GET", "/one/" + id, request -> {
                        most.accumulateAndGet(rig.b.inFlight(), Math::max);
                        return StubAnswer.json(200, String.valueOf(id)).after(answered);
                    }));

            CompletableFuture<HttpResponse<String>> reply =
                    rig.client.sendAsync(rig.request("/m").build(), HttpResponse.BodyHandlers.ofString());
            await().until(() -> rig.b.inFlight() >= 2);
            answered.complete(null);

            assertThat(reply.join().body()).isEqualTo("[1,2,3,4,5,6,7,8,9,10,11,12]");
            assertThat(most).hasValueLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                one twice, the first counts | [{'id':3,'name':'x'},{'id':3,'name':'y'},{'id':1,'name':'z'}] | {'a':['x','z'],'missing':{}}
                numbers as text             | [{'id':1.0,'name':'z'},{'id':'3','name':'x'}]                | {'a':['x','z'],'missing':{}}
                foreign ones                | [{'id':9},{'id':3,'name':'x'},{'id':1,'name':'z'}]           | {'a':['x','z'],'missing':{}}
                others than objects         | [1,null,{'no':3},{'id':true},{'id':1,'name':'z'}]            | {'a':'z','missing':{'a.0':'not in the response'}}
                none                        | []                                                          | {'missing':{'a.0':'not in the response','a.1':'not in the response'}}
                no array                    | {'id':3}                                                    | {'missing':{'a.0':'the response is not an array','a.1':'the response is not an array'}}
                """)
    void elementsAreFoundByTheirKeys(String title, String response, String expected) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL)) {
            rig.a.answer("GET", "/items", 200, response.replace('\'', '"'));

            assertThat(rig.get("/m?id=3&id=1").body()).isEqualTo(expected.replace('\'', '"'));
        }
    }

    @Test
    void keysAndItemsMayBeWithinObjectsAndTheKeysInABody() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      orders: {partner: b, path: /orders}
                      a:
                        for-each: $orders
                        path: /search
                        body: '{"ids": [$keys]}'
                        batch: {by: id, key: $item.product, items: $page.found}
                    reply: {body: $a.name}
                """)) {
            rig.b.answer("GET", "/orders", 200, "[{\"product\": 7}, {\"product\": 8}]");
            rig.a.answer("POST", "/search", request -> {
                assertThat(request.body()).isEqualTo("{\"ids\":[7,8]}");
                return StubAnswer.json(
                        200, "{\"found\": [{\"id\": 8, \"name\": \"h\"}, {\"id\": 7, \"name\": \"g\"}]}");
            });

            assertThat(rig.get("/m").body()).isEqualTo("[\"g\",\"h\"]");
        }
    }

    @Test
    void anElementHasAllObjectsWithItsKeyWhereManyMayHaveIt() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a:
                        for-each: $request.queries.id
                        path: '/reviews?products={$join($keys, ",")}'
                        batch: {by: product, many: true}
                    reply: {body: '{"reviews": $a, "missing": $missing}'}
                """)) {
            rig.a.answer(
                    "GET",
                    "/reviews",
                    200,
                    "[{\"product\": 7, \"stars\": 5}, {\"product\": 8, \"stars\": 3}, {\"product\": 7, \"stars\": 1}]");

            assertThat(rig.get("/m?id=7&id=8&id=9").body())
                    .contains("\"reviews\":[[{\"product\":7,\"stars\":5},{\"product\":7,\"stars\":1}],"
                            + "[{\"product\":8,\"stars\":3}],[]]")
                    .contains("\"missing\":{}");
        }
    }

    @Test
    void anElementWithoutAKeyFailsAlone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      orders: {partner: b, path: /orders}
                      a:
                        for-each: $orders
                        path: '/items?ids={$join($keys.$string(), ",")}'
                        batch: {by: id, key: $item.product}
                        optional: true
                    reply: {body: '{"a": $a.name, "missing": $missing}'}
                """)) {
            rig.b.answer("GET", "/orders", 200, "[{}, {\"product\": 8}, {\"product\": [1, 2]}]");
            rig.a.answer("GET", "/items", BatchTest::items);

            assertThat(rig.get("/m").body())
                    .isEqualTo("{\"a\":\"n8\",\"missing\":{\"a.0\":\"no key\",\"a.2\":\"no key\"}}");
        }
    }

    @Test
    void aPartnerThatDiesInTheMiddleFailsTheElements() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL, Map.of("partners.a.retries", "0"))) {
            rig.a.answer("GET", "/items", StubAnswer.misbehaviour(StubMisbehaviour.TRUNCATED_BODY));

            assertThat(rig.get("/m?id=3").body()).startsWith("{\"missing\":{\"a.0\":");
        }
    }

    @Test
    void noMoreElementsAreAskedForThanTheMost() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL.replace("optional: true", "max-elements: 2"))) {
            assertThat(rig.get("/m?id=1&id=2&id=3").statusCode()).isEqualTo(400);
            assertThat(rig.a.requests()).isZero();
        }
    }

    @Test
    void anHttp2PartnerIsAskedAsAnyOther() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL, Map.of("partners.a.protocol", "h2c"))) {
            rig.a.answer("GET", "/items", BatchTest::items);

            assertThat(rig.get("/m?id=3&id=1&id=2").body()).isEqualTo("{\"a\":[\"n3\",\"n1\",\"n2\"],\"missing\":{}}");
            assertThat(rig.a.requests()).isEqualTo(2);
        }
    }

    @Test
    void noElementsTakeNoRequest() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(OPTIONAL)) {
            assertThat(rig.get("/m").body()).isEqualTo("{\"missing\":{}}");
            assertThat(rig.a.requests()).isZero();
        }
    }
}
