package dev.medley.server.internal.declared.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.DeclaredRig;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Replies of declared mashups that are sent part by part. */
class ProgressiveReplyTest {

    private static final String TWO = """
              /m:
                parts: true
                exchanges:
                  a: {path: /one}
                  b: {path: /two, optional: true}
            """;

    @Test
    void theFirstPartComesBeforeTheSlowestPartnerResponds() throws Exception {
        CountDownLatch firstPart = new CountDownLatch(1);
        try (DeclaredRig rig = new DeclaredRig(TWO)) {
            rig.a.answer("GET", "/one", 200, "{\n \"n\": 1\n}");
            rig.b.answer("GET", "/two", request -> {
                await(firstPart);
                return StubAnswer.json(200, "2");
            });

            HttpResponse<InputStream> reply = rig.client.send(
                    rig.request("/m", "Accept", "text/event-stream").build(), BodyHandlers.ofInputStream());
            try (Scanner lines = new Scanner(reply.body(), StandardCharsets.UTF_8)) {
                assertThat(lines.nextLine()).isEqualTo("event: part");
                assertThat(lines.nextLine())
                        .isEqualTo("data: {\"exchange\":\"a\",\"outcome\":\"completed\",\"value\":{  \"n\": 1 }}");
                firstPart.countDown();
                assertThat(lines.nextLine()).isEmpty();
                assertThat(lines.nextLine()).isEqualTo("event: part");
                assertThat(lines.nextLine())
                        .isEqualTo("data: {\"exchange\":\"b\",\"outcome\":\"completed\",\"value\":2}");
                assertThat(lines.nextLine()).isEmpty();
                assertThat(lines.nextLine()).isEqualTo("event: reply");
                assertThat(lines.nextLine()).isEqualTo("data: {\"a\":{  \"n\": 1 },\"b\":2}");
                assertThat(lines.nextLine()).isEmpty();
                assertThat(lines.nextLine()).isEqualTo("event: manifest");
                assertThat(lines.nextLine()).startsWith("data: {\"complete\":true,\"exchanges\":{\"a\":{");
                assertThat(lines.nextLine()).isEmpty();
                assertThat(lines.hasNextLine()).isFalse();
            }
            assertThat(reply.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(reply.headers().firstValue("X-Accel-Buffering")).hasValue("no");
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("no-store");
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
    void linesHaveADocumentEach() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(TWO)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.status(500).delay(Duration.ofMillis(100)));

            String[] lines = rig.get("/m", "Accept", "text/html;q=0.5, application/x-ndjson")
                    .body()
                    .split("\n", -1);

            assertThat(lines).hasSize(5);
            assertThat(lines[0]).isEqualTo("{\"part\":{\"exchange\":\"a\",\"outcome\":\"completed\",\"value\":1}}");
            assertThat(lines[1])
                    .isEqualTo(
                            "{\"part\":{\"exchange\":\"b\",\"outcome\":\"missing\",\"cause\":\"unexpected status 500\"}}");
            assertThat(lines[2])
                    .isEqualTo("{\"reply\":{\"a\":1,\"b\":null,\"missing\":{\"b\":\"unexpected status 500\"}}}");
            assertThat(lines[3]).startsWith("{\"manifest\":{\"complete\":false,");
            assertThat(lines[4]).isEmpty();
        }
    }

    @Test
    void aMashupThatFailsBeforeTheFirstPartHasAStatus() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {parts: true, exchanges: {a: {path: /one}}}\n")) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));

            HttpResponse<String> reply = rig.get("/m", "Accept", "text/event-stream");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
    }

    @Test
    void aMashupThatFailsThereafterEndsWithTheProblem() throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {parts: true, exchanges: {a: {path: /one}, b: {path: '/two/{$a}'}}}\n")) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two/1", StubAnswer.status(500));

            String body = rig.get("/m", "Accept", "text/event-stream").body();

            assertThat(body)
                    .endsWith("event: problem\ndata: {\"title\":\"Bad Gateway\",\"status\":502,\"detail\":\"partner b:"
                            + " unexpected status 500\",\"partner\":\"b\",\"phase\":\"body\"}\n\n");
        }
    }

    @Test
    void theDeadlineEndsItWithTheProblem() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    parts: true
                    deadline: 200ms
                    exchanges: {a: {path: /one}, b: {path: /two}}
                """)) {
            rig.a.answer("GET", "/one", 200, "1");
            rig.b.answer("GET", "/two", StubAnswer.misbehaviour(StubMisbehaviour.HANG));

            String body = rig.get("/m", "Accept", "application/x-ndjson").body();

            assertThat(body)
                    .startsWith("{\"part\":{\"exchange\":\"a\",")
                    .contains("{\"problem\":{\"title\":\"Gateway Timeout\",\"status\":504,");
        }
    }

    @Test
    void elementsArePartsOfTheirOwn() throws Exception {
        try (DeclaredRig rig = new DeclaredRig(
                "  /m: {parts: true, exchanges: {a: {for-each: '[5,6]', path: '/x/{$item}', concurrency: 1}}, reply: {body: $a}}\n")) {
            rig.a.answer("GET", "/x/{i}", request -> StubAnswer.json(200, "\"" + request.path() + "\""));

            String body = rig.get("/m", "Accept", "application/x-ndjson").body();

            assertThat(body).startsWith("""
                    {"part":{"exchange":"a","index":0,"outcome":"completed","value":"/x/5"}}
                    {"part":{"exchange":"a","index":1,"outcome":"completed","value":"/x/6"}}
                    {"reply":["/x/5","/x/6"]}
                    """);
        }
    }

    @Test
    void aTypeThatIsRefusedIsNotSent() throws Exception {
        try (DeclaredRig rig =
                new DeclaredRig("  /m: {parts: true, exchanges: {a: {path: /one}}, reply: {body: $a}}\n")) {
            rig.a.answer("GET", "/one", 200, "1");
            assertThat(rig.get("/m", "Accept", "text/event-stream;q=0, */*").body())
                    .isEqualTo("1");
            assertThat(rig.get("/m", "Accept", "application/json").body()).isEqualTo("1");
            assertThat(rig.get("/m", "Accept", "text/event-stream, text/html;q=1.5")
                            .headers()
                            .firstValue("Content-Type"))
                    .hasValue("text/event-stream");
            assertThat(rig.get("/m", "Accept", "application/json;q=0.5", "Accept", "text/event-stream")
                            .headers()
                            .firstValue("Content-Type"))
                    .hasValue("text/event-stream");
            assertThat(rig.get("/m", "Accept", "application/json, text/event-stream;q=0.5")
                            .body())
                    .isEqualTo("1");
        }
    }

    @Test
    void aHeadHasTheFieldsOfAGetAndNoPart() throws Exception {
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                DeclaredRig rig = new DeclaredRig(
                        TWO, Map.of("partners.b.url", silent.uri().toString()))) {
            rig.a.answer("GET", "/one", 200, "1");

            HttpResponse<String> reply = rig.client.send(
                    rig.request("/m", "Accept", "text/event-stream")
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEmpty();
            assertThat(reply.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(reply.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(reply.headers().firstValue("Vary")).hasValue("Accept");
            assertThat(reply.headers().firstValue("Content-Length")).isEmpty();
            Awaitility.await().untilAsserted(() -> {
                assertThat(silent.open()).as("exchanges in flight").isZero();
                assertThat(rig.server.broker().heldBodyBytes()).isZero();
                assertThat(rig.server.broker().ledger().totals().inFlight()).isZero();
            });
        }
    }

    @Test
    void aHeadOfAMashupThatFailsHasItsStatus() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("  /m: {parts: true, exchanges: {a: {path: /one}}}\n")) {
            rig.a.answer("GET", "/one", StubAnswer.status(500));

            HttpResponse<String> reply = rig.client.send(
                    rig.request("/m", "Accept", "text/event-stream")
                            .method("HEAD", HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).isEmpty();
        }
    }
}
