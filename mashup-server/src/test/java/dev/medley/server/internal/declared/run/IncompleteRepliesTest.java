package dev.medley.server.internal.declared.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.json.Json;
import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Administrators see why replies were not complete, and clients do not. */
class IncompleteRepliesTest {

    @Test
    void administratorsSeeTheEndpointAndTheMessagesOfAFailure() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m/{x}:
                    exchanges:
                      a: {path: /one}
                      b: {path: '/two/{$request.path.x}', optional: true}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            String endpoint = rig.b.uri().getAuthority();
            rig.b.close();

            HttpResponse<String> reply = rig.get("/m/7", "X-Request-Id", "id-of-this");

            assertThat(reply.body()).contains("\"missing\"").doesNotContain(endpoint, "Exception");
            assertThat(reply.headers().map().toString()).doesNotContain(endpoint, "Exception");
            JsonNode kept = awaitReplies(rig, 1).get(0);
            assertThat(kept.path("request").stringValue()).isEqualTo("id-of-this");
            assertThat(kept.path("mashup").stringValue()).isEqualTo("/m/{x}");
            assertThat(kept.path("method").stringValue()).isEqualTo("GET");
            assertThat(kept.path("path").stringValue()).isEqualTo("/m/7");
            assertThat(kept.path("status").intValue()).isEqualTo(200);
            assertThat(kept.path("ms").doubleValue()).isPositive();
            JsonNode a = line(kept, "a");
            assertThat(a.path("outcome").stringValue()).isEqualTo("completed");
            assertThat(a.path("status").intValue()).isEqualTo(200);
            assertThat(a.has("failure")).isFalse();
            JsonNode b = line(kept, "b");
            assertThat(b.path("outcome").stringValue()).isEqualTo("missing");
            assertThat(b.path("partner").stringValue()).isEqualTo("b");
            assertThat(b.path("endpoints").get(0).stringValue()).isEqualTo(endpoint);
            assertThat(b.path("phase").stringValue()).isEqualTo("connecting");
            assertThat(b.path("cause").stringValue()).isNotEmpty();
            assertThat(b.path("failure").toString()).contains("ExchangeException", "ConnectException");
        }
    }

    @Test
    void aCompleteReplyIsNotKept() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: /one}, b: {path: /two, when: $request.query.two}}}
                  /n: {exchanges: {a: {path: /none, optional: true}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.a.answer("GET", "/none", StubAnswer.status(404));

            rig.get("/m");
            rig.get("/n");
            rig.get("/m");
            rig.get("/n");

            assertThat(awaitReplies(rig, 2))
                    .extracting(each -> each.path("mashup").stringValue())
                    .containsOnly("/n");
        }
    }

    /** Anyone could have the others forgotten by them. */
    @Test
    void whatFailsByTheRequestOfTheClientIsNotKept() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {exchanges: {a: {path: '/one/{$request.query.x}'}, b: {path: /two}}}
                  /n: {exchanges: {a: {path: '/one/{$request.query.x}', optional: true}, b: {path: /two, when: $request.query.b}}}
                """)) {
            rig.b.answer("GET", "/two", 200, "2");

            assertThat(rig.get("/m").statusCode()).isEqualTo(400);
            assertThat(rig.get("/n").statusCode()).isEqualTo(200);
            rig.b.close();
            assertThat(rig.get("/n?b=1").statusCode()).isEqualTo(502);

            JsonNode kept = awaitReplies(rig, 1).get(0);
            assertThat(line(kept, "b").path("outcome").stringValue()).isEqualTo("failed");
        }
    }

    @Test
    void nothingOfTheQueryIsKept() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: '/one/{$request.query.city}?key={$request.query.key}', optional: true, format: xml}
                      b: {partner: '{$request.query.city}', path: /two, optional: true}
                      c: {path: '/three?key={$request.headers.token}', optional: true}
                """)) {
            rig.a.answer("GET", "/one/San%20Jose", 200, "no XML");
            rig.c.answer("GET", "/three", StubAnswer.status(500));

            HttpResponse<String> reply = rig.get("/m?city=San%20Jose&key=secret-1", "token", "secret-2");

            assertThat(reply.statusCode()).isEqualTo(200);
            awaitReplies(rig, 1);
            String page = manifests(rig).body();
            assertThat(page).doesNotContain("San", "Jose", "secret", "key=");
            assertThat(line(awaitReplies(rig, 1).get(0), "b").path("cause").stringValue())
                    .isEqualTo("the partner of the exchange b is '***', which does not exist");
        }
    }

    @Test
    void aFallbackIsListedBesideTheExchangeThatItStandsFor() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {path: /one, fallback: {exchange: b}}
                      b: {path: /two}
                """)) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));
            rig.b.answer("GET", "/two", 200, "2");

            assertThat(rig.get("/m").body()).contains("\"a\":2");

            JsonNode kept = awaitReplies(rig, 1).get(0);
            assertThat(line(kept, "a").path("outcome").stringValue()).isEqualTo("fallback");
            assertThat(line(kept, "a").path("status").intValue()).isEqualTo(500);
            assertThat(line(kept, "a").path("fallback").stringValue()).isEqualTo("b");
            assertThat(line(kept, "b").path("outcome").stringValue()).isEqualTo("completed");
        }
    }

    @Test
    void theDeadlineShowsWhatWasAwaited() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {deadline: 200ms, exchanges: {a: {path: /one}}}\n")) {
            rig.a.answer("GET", "/one", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

            assertThat(rig.get("/m").statusCode()).isEqualTo(504);

            JsonNode kept = awaitReplies(rig, 1).get(0);
            assertThat(kept.path("status").intValue()).isEqualTo(504);
            JsonNode a = line(kept, "a");
            assertThat(a.path("outcome").stringValue()).isEqualTo("unfinished");
            assertThat(a.path("endpoints").get(0).stringValue())
                    .isEqualTo(rig.a.uri().getAuthority());
            assertThat(a.path("phase").stringValue()).isEqualTo("waiting");
        }
    }

    @Test
    void theElementsThatAreListedAreBounded() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      a: {for-each: '[1..150]', path: '/one/{$item}', optional: true}
                """)) {
            rig.a.answerAll(
                    request -> request.path().endsWith("/1") ? StubAnswer.json(200, "1") : StubAnswer.status(500));

            rig.get("/m");

            JsonNode kept = awaitReplies(rig, 1).get(0);
            assertThat(kept.path("exchanges").size()).isEqualTo(1 + FullManifest.MAX_LISTED);
            assertThat(kept.path("more").intValue()).isEqualTo(149 - FullManifest.MAX_LISTED);
            assertThat(line(kept, "a").path("elements").intValue()).isEqualTo(150);
            assertThat(line(kept, "a").path("incomplete").intValue()).isEqualTo(149);
            assertThat(line(kept, "a[1]").path("status").intValue()).isEqualTo(500);
        }
    }

    @Test
    void theOldestLeave() throws Exception {
        IncompleteReplies replies = new IncompleteReplies();
        for (int i = 0; i <= IncompleteReplies.CAPACITY; i++) {
            replies.add(Map.of("number", i));
        }

        JsonNode document = Json.parse(replies.toReply().body()).tree();

        assertThat(document.path("total").intValue()).isEqualTo(IncompleteReplies.CAPACITY + 1);
        assertThat(document.path("replies").size()).isEqualTo(IncompleteReplies.CAPACITY);
        assertThat(document.path("replies").get(0).path("number").intValue()).isEqualTo(IncompleteReplies.CAPACITY);
        assertThat(document.path("replies")
                        .get(IncompleteReplies.CAPACITY - 1)
                        .path("number")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void longTextsAreCut() {
        String text = new Redaction(List.of()).of("x".repeat(10_000));

        assertThat(text).hasSize(Redaction.MAX_LENGTH + 3).endsWith("x...");
    }

    private static JsonNode line(JsonNode kept, String exchange) {
        for (JsonNode each : kept.path("exchanges")) {
            if (each.path("exchange").stringValue().equals(exchange)) {
                return each;
            }
        }
        throw new AssertionError(exchange + " is not in " + kept);
    }

    /** A reply is kept once it is out, which its client may know before. */
    private static JsonNode awaitReplies(DeclaredRig rig, int count) {
        return await().until(
                        () -> Json.parse(manifests(rig).body().getBytes(StandardCharsets.UTF_8))
                                .tree()
                                .path("replies"),
                        replies -> replies.size() == count);
    }

    private static HttpResponse<String> manifests(DeclaredRig rig) throws Exception {
        URI page = rig.server.adminUri().resolve("/manifests");
        return rig.client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
    }
}
