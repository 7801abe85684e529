package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which values are sent as parts of a reply, and when. */
class PartsTest {

    private static final String LINES = "application/x-ndjson";

    @Test
    void aReplyIsSentWholeUnlessItsMashupHasParts() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {path: /one}}
                    reply: {status: '403', body: '{"title": "Forbidden"}', needs: [a]}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"secret\": 1}");
            for (String type : new String[] {LINES, "text/event-stream"}) {
                HttpResponse<String> reply = rig.get("/m", "Accept", type);

                assertThat(reply.statusCode()).isEqualTo(403);
                assertThat(reply.body()).isEqualTo("{\"title\":\"Forbidden\"}");
                assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
                assertThat(reply.headers().firstValue("Vary")).isEmpty();
            }
        }
    }

    @Test
    void onlyAValueThatTheReplyPassesOnAsItIsIsAPart() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parts: true
                    exchanges:
                      a: {path: /one}
                      b: {path: /two}
                      c: {for-each: '[1, 2]', path: '/{$item}'}
                    reply: {merge: {x: $a, y: $b.shown, 'z{$index}': $c}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", 200, "{\"hidden\": 5, \"shown\": 6}");
            rig.c.answer("GET", "/{i}", 200, "7");

            HttpResponse<String> reply = rig.get("/m", "Accept", LINES);

            assertThat(reply.body().lines())
                    .contains(
                            "{\"part\":{\"exchange\":\"a\",\"outcome\":\"completed\",\"value\":1}}",
                            "{\"part\":{\"exchange\":\"c\",\"index\":1,\"outcome\":\"completed\",\"value\":7}}",
                            "{\"reply\":{\"x\":1,\"y\":6,\"z0\":7,\"z1\":7}}")
                    .hasSize(5);
            assertThat(reply.body()).doesNotContain("hidden").contains("\"b\":{\"outcome\":\"completed\"");
            assertThat(reply.headers().firstValue("Vary")).hasValue("Accept");
            assertThat(rig.get("/m").headers().firstValue("Vary")).hasValue("Accept");
        }
    }

    private static final String CHECKED = """
              /m:
                parts: true
                exchanges:
                  a: {path: /one}
                  b: {path: '/two/{$a.n}'}
                reply:
                  merge: {x: $a}
                  status: '$b.allowed ? 201 : 403'
                  headers: {X-Fixed: given, X-Of: '{$b.of}', Cache-Control: max-age=9}
            """;

    @Test
    void noPartIsSentBeforeTheStatusIsKnownAndNoneUnlessItIsASuccess() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(CHECKED)) {
            rig.a.answer("GET", "/one", 200, "{\"n\": 1}");
            rig.b.answer("GET", "/two/1", 200, "{\"allowed\": false, \"of\": \"it\"}");

            HttpResponse<String> reply = rig.get("/m", "Accept", LINES);

            assertThat(reply.statusCode()).isEqualTo(403);
            assertThat(reply.body()).isEqualTo("{\"x\":{\"n\": 1}}");
            assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(reply.headers().firstValue("X-Of")).hasValue("it");
        }
    }

    @Test
    void theStatusAndTheFieldsThatAreKnownWithItAreThoseOfTheReply() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(CHECKED)) {
            rig.a.answer("GET", "/one", 200, "{\"n\": 1}");
            rig.b.answer("GET", "/two/1", 200, "{\"allowed\": true, \"of\": \"it\"}");

            HttpResponse<String> reply = rig.get("/m", "Accept", LINES);

            assertThat(reply.statusCode()).isEqualTo(201);
            assertThat(reply.body())
                    .startsWith("{\"part\":{\"exchange\":\"a\",")
                    .contains("\"status\":201}}");
            assertThat(reply.headers().allValues("Cache-Control")).containsExactly("no-store");
            assertThat(reply.headers().firstValue("X-Fixed")).hasValue("given");
            assertThat(reply.headers().firstValue("X-Of")).hasValue("it");
        }
    }

    @Test
    void partsComeAsSoonAsTheStatusIsKnown() throws Exception {
        CountDownLatch firstPart = new CountDownLatch(1);
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parts: true
                    exchanges: {a: {path: /one}, b: {path: /two}}
                    reply:
                      merge: {x: $a, y: $b}
                      status: '$a = 1 ? 200 : 404'
                      headers: {X-A: '{$a}', X-B: '{$b}'}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", request -> {
                await(firstPart);
                return StubAnswer.json(200, "2");
            });

            HttpResponse<InputStream> reply =
                    rig.client.send(rig.request("/m", "Accept", LINES).build(), BodyHandlers.ofInputStream());
            try (Scanner lines = new Scanner(reply.body(), StandardCharsets.UTF_8)) {
                assertThat(lines.nextLine()).contains("\"exchange\":\"a\"");
                assertThat(reply.headers().firstValue("X-A")).hasValue("1");
                assertThat(reply.headers().firstValue("X-B"))
                        .as("is not known yet")
                        .isEmpty();
                firstPart.countDown();
                assertThat(lines.nextLine()).contains("\"exchange\":\"b\"");
                assertThat(lines.nextLine()).isEqualTo("{\"reply\":{\"x\":1,\"y\":2}}");
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    @Test
    void aStatusThatCannotBeEvaluatedFailsTheReplyAsForOtherClients() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {parts: true, exchanges: {a: {path: /one}}, reply: {merge: {x: $a}, status: $a.status}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{\"status\": 99}");

            HttpResponse<String> inParts = rig.get("/m", "Accept", LINES);
            HttpResponse<String> whole = rig.get("/m");

            assertThat(inParts.statusCode()).isEqualTo(whole.statusCode()).isGreaterThanOrEqualTo(500);
            assertThat(inParts.body()).isEqualTo(whole.body());
        }
    }

    @Test
    void aStatusWithoutABodyHasNoParts() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {parts: true, exchanges: {a: {path: /one}}, reply: {merge: {x: $a}, status: '$a = 1 ? 204 : 200'}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");

            assertThat(rig.get("/m", "Accept", LINES).statusCode()).isEqualTo(204);
        }
    }

    @Test
    void theFormOfTheManifestIsThatOfTheLastPart() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m: {parts: true, medley-manifest: off, exchanges: {a: {path: /one}}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> reply = rig.get("/m", "Accept", LINES);

            assertThat(reply.body()).endsWith("{\"manifest\":{\"complete\":true,\"status\":200}}\n");
            assertThat(reply.headers().firstValue("Medley-Manifest")).isEmpty();
        }
    }
}
