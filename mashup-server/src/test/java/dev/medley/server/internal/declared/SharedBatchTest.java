package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inbound requests that come at the same time share a request to the partner, if that would be the same for each. */
@Timeout(120)
class SharedBatchTest {

    /** A request is sent when it is full: nobody waits for so long. */
    private static final String SINGLE = """
              /m/{id}:
                exchanges:
                  a:
                    path: '/items?ids={$join($keys, ",")}'
                    headers: {X-Tenant: '{$request.query.tenant}'}
                    batch: {by: id, max: 2, wait: 1m, key: $request.path.id}
                    optional: true
                reply: {body: '{"a": $a.name, "missing": $missing}'}
            """;

    /** Each item has the credential that it was asked for with. */
    private static StubAnswer items(RecordedRequest request) {
        return StubAnswer.json(
                200,
                Arrays.stream(String.valueOf(request.parameter("ids")).split(","))
                        .map(id -> "{\"id\": \"%s\", \"name\": \"%s of %s %s\"}"
                                .formatted(id, id, request.header("Authorization"), request.header("X-Tenant")))
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private static CompletableFuture<HttpResponse<String>> ask(DeclaredRig rig, String path, String... headers) {
        return rig.client.sendAsync(rig.request(path, headers).build(), BodyHandlers.ofString());
    }

    private static List<String> bodies(List<CompletableFuture<HttpResponse<String>>> replies) {
        return replies.stream().map(each -> each.join().body()).toList();
    }

    @Test
    void twoRequestsShareOneAndEachGetsItsOwn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE)) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);

            List<String> replies = bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/2?tenant=x")));

            assertThat(replies)
                    .containsExactly(
                            "{\"a\":\"1 of null x\",\"missing\":{}}", "{\"a\":\"2 of null x\",\"missing\":{}}");
            assertThat(rig.a.requests()).isEqualTo(1);
        }
    }

    @Test
    void requestsThatSendOtherValuesOrFieldsShareNone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE, Map.of("partners.a.pass-headers", "Authorization"))) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);

            List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
            for (int id = 1; id <= 2; id++) {
                replies.add(ask(rig, "/m/%d?tenant=x".formatted(id)));
                replies.add(ask(rig, "/m/%d?tenant=y".formatted(id)));
                replies.add(ask(rig, "/m/%d?tenant=x".formatted(id), "Authorization", "Bearer one"));
                replies.add(ask(rig, "/m/%d?tenant=x".formatted(id), "Authorization", "Bearer two"));
            }

            assertThat(bodies(replies))
                    .extracting(each -> each.substring(6, each.indexOf(",") - 1))
                    .containsExactly(
                            "1 of null x",
                            "1 of null y",
                            "1 of Bearer one x",
                            "1 of Bearer two x",
                            "2 of null x",
                            "2 of null y",
                            "2 of Bearer one x",
                            "2 of Bearer two x");
            assertThat(rig.a.requests()).isEqualTo(4);
        }
    }

    @Test
    void theFirstWaitsNoLongerThanItsTime() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE.replace("1m", "2ms"))) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);

            assertThat(rig.get("/m/1?tenant=x").body()).isEqualTo("{\"a\":\"1 of null x\",\"missing\":{}}");
        }
    }

    @Test
    void aRefusalMayBeDueToOneSoThatEachAsksForItself() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE)) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> String.valueOf(request.parameter("ids")).contains("bad")
                            ? StubAnswer.status(400)
                            : items(request));

            assertThat(bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/bad?tenant=x"))))
                    .containsExactly(
                            "{\"a\":\"1 of null x\",\"missing\":{}}",
                            "{\"missing\":{\"a\":\"unexpected status 400\"}}");
            assertThat(rig.a.requests()).isEqualTo(3);
        }
    }

    @Test
    void theObjectsMayBeWithinTheResponse() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE.replace("by: id,", "by: id, items: $page.data,"))) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> StubAnswer.json(
                            200, "{\"data\": [{\"id\": 2, \"name\": \"two\"}, {\"id\": 1, \"name\": \"one\"}]}"));

            assertThat(bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/2?tenant=x"))))
                    .containsExactly("{\"a\":\"one\",\"missing\":{}}", "{\"a\":\"two\",\"missing\":{}}");
            assertThat(rig.a.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                403, which may be due to a key  | 403 | []                       | unexpected status 403
                no JSON                         | 200 | [{"id": "bad", "name":}] | broken json
                an object in place of the array | 200 | {"fault": "bad"}         | the response is not an array
                more bytes than may be          | 200 | LONG                     | body too large
                """)
    void aResponseThatIsOfNoUseBecauseOfOneKeyFailsTheOthersNot(String title, int status, String bad, String cause)
            throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE, Map.of("partners.a.limits.max-body", "1000B"))) {
            String body = bad.replace("LONG", "[\"%s\"]".formatted("x".repeat(1000)));
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> String.valueOf(request.parameter("ids")).contains("bad")
                            ? StubAnswer.json(status, body)
                            : items(request));

            assertThat(bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/bad?tenant=x"))))
                    .containsExactly(
                            "{\"a\":\"1 of null x\",\"missing\":{}}", "{\"missing\":{\"a\":\"%s\"}}".formatted(cause));
            assertThat(rig.a.requests()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400, 500})
    void aFaultOfGraphQlMayBeDueToOneKeyUnlessTheStatusIsThatOfAFailure(int status) throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m/{id}:
                    exchanges:
                      a:
                        path: /graphql
                        graphql: {query: 'query q($ids: [ID!]!) { items(ids: $ids) { id } }', variables: {ids: $keys}}
                        batch: {by: id, max: 2, wait: 1m, key: $request.path.id, items: $page.items}
                        optional: true
                    reply: {body: '{"a": $a.id, "missing": $missing}'}
                """)) {
            rig.a.answer(
                    "POST",
                    "/graphql",
                    request -> new String(request.bytes(), StandardCharsets.UTF_8).contains("bad")
                            ? StubAnswer.json(status, "{\"errors\": [{\"message\": \"no such id\"}]}")
                            : StubAnswer.json(200, "{\"data\": {\"items\": [{\"id\": \"1\"}]}}"));

            assertThat(bodies(List.of(ask(rig, "/m/1"), ask(rig, "/m/bad"))).get(0))
                    .isEqualTo(
                            status == 500 ? "{\"missing\":{\"a\":\"graphql fault\"}}" : "{\"a\":\"1\",\"missing\":{}}");
            assertThat(rig.a.requests()).isEqualTo(status == 500 ? 1 : 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"404, ''", "403, ''", "200, private", "200, no-cache"})
    void whoIsAloneAsksOnceWhateverTheAnswer(int status, String cacheControl) throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE.replace("1m", "2ms"))) {
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> StubAnswer.json(status, "[{\"id\": 1, \"name\": \"one\"}]")
                            .header("Cache-Control", cacheControl));

            assertThat(rig.get("/m/1?tenant=x").body())
                    .isEqualTo(
                            status == 200
                                    ? "{\"a\":\"one\",\"missing\":{}}"
                                    : "{\"missing\":{\"a\":\"unexpected status %d\"}}".formatted(status));
            assertThat(rig.a.requests()).isEqualTo(1);
        }
    }

    @Test
    void aFailureIsThatOfAll() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE)) {
            rig.a.answer("GET", "/items", StubAnswer.status(500));

            assertThat(bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/2?tenant=x"))))
                    .containsOnly("{\"missing\":{\"a\":\"unexpected status 500\"}}");
            assertThat(rig.a.requests()).isEqualTo(1);
        }
    }

    @Test
    void aResponseForOneUserIsSharedByNobody() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE)) {
            AtomicInteger sessions = new AtomicInteger();
            rig.a.answer(
                    "GET",
                    "/items",
                    request -> items(request).header("Set-Cookie", "session=" + sessions.incrementAndGet()));

            bodies(List.of(ask(rig, "/m/1?tenant=x"), ask(rig, "/m/2?tenant=x")));

            assertThat(rig.a.recorded())
                    .extracting(each -> each.parameter("ids"))
                    .hasSize(3)
                    .contains("1", "2");
        }
    }

    @Test
    void keysThatMakeNoRequestTogetherAreAskedForAlone() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE, Map.of("partners.a.limits.max-request-head", "2KiB"))) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);
            String one = "a".repeat(1200);
            String two = "b".repeat(1200);

            assertThat(bodies(List.of(
                            ask(rig, "/m/%s?tenant=x".formatted(one)), ask(rig, "/m/%s?tenant=x".formatted(two)))))
                    .containsExactly(
                            "{\"a\":\"%s of null x\",\"missing\":{}}".formatted(one),
                            "{\"a\":\"%s of null x\",\"missing\":{}}".formatted(two));
        }
    }

    @Test
    void whoLeavesWhileItWaitsIsNotAskedFor() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE, Map.of("server.deadline", "300ms"))) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);

            assertThat(rig.get("/m/1?tenant=x").statusCode()).isEqualTo(504);
            assertThat(bodies(List.of(ask(rig, "/m/2?tenant=x"), ask(rig, "/m/3?tenant=x"))))
                    .containsExactly(
                            "{\"a\":\"2 of null x\",\"missing\":{}}", "{\"a\":\"3 of null x\",\"missing\":{}}");
            assertThat(rig.a.recorded())
                    .extracting(each -> each.parameter("ids"))
                    .allMatch(ids -> !String.valueOf(ids).contains("1"));
        }
    }

    @Test
    void theExchangeIsCancelledWhenAllHaveLeftAndNotBefore() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(SINGLE)) {
            CompletableFuture<Void> answered = new CompletableFuture<>();
            rig.a.answer("GET", "/items", request -> items(request).after(answered));

            CompletableFuture<HttpResponse<String>> first = ask(rig, "/m/1?tenant=x");
            CompletableFuture<HttpResponse<String>> second = ask(rig, "/m/2?tenant=x");
            await().until(() -> rig.a.inFlight() == 1);
            first.cancel(true);
            await().until(() -> rig.server.broker().exchangesInFlight() >= 1);
            assertThat(rig.a.inFlight()).isEqualTo(1);

            second.cancel(true);
            await().until(() -> rig.server.broker().exchangesInFlight() == 0);
        }
    }

    @Test
    void arraysOfSeveralRequestsShareRequests() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a:
                        for-each: $request.queries.id
                        path: '/items?ids={$join($keys, ",")}'
                        batch: {by: id, max: 4, wait: 1m}
                    reply: {body: $a.id}
                """)) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);

            assertThat(bodies(List.of(ask(rig, "/m?id=1&id=2&id=3"), ask(rig, "/m?id=3&id=4&id=1"))))
                    .containsExactly("[\"1\",\"2\",\"3\"]", "[\"3\",\"4\",\"1\"]");
            assertThat(rig.a.requests()).isEqualTo(1);
        }
    }

    @Test
    void nothingOfTenThousandRequestsCrosses() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                SINGLE.replace("max: 2, wait: 1m", "max: 20, wait: 5ms"),
                Map.of("partners.a.pass-headers", "Authorization"))) {
            rig.a.answer("GET", "/items", SharedBatchTest::items);
            int count = 10_000;
            int callers = 8;
            Semaphore inFlight = new Semaphore(200);
            List<String> wrong = new ArrayList<>();
            List<CompletableFuture<?>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String id = String.valueOf(i % 50);
                String token = "Bearer caller-" + i % callers;
                String tenant = "t" + i % 3;
                String expected = "{\"a\":\"%s of %s %s\",\"missing\":{}}".formatted(id, token, tenant);
                inFlight.acquire();
                all.add(ask(rig, "/m/%s?tenant=%s".formatted(id, tenant), "Authorization", token)
                        .whenComplete((reply, failure) -> {
                            inFlight.release();
                            if (reply == null || !reply.body().equals(expected)) {
                                synchronized (wrong) {
                                    wrong.add(expected + " was " + (reply == null ? failure : reply.body()));
                                }
                            }
                        }));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();

            assertThat(wrong).isEmpty();
            assertThat(rig.a.requests()).isLessThan(count);
            assertThat(IntStream.range(0, callers)).hasSize(callers);
        }
    }
}
