package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The body of an inbound request is read as it comes, up to a limit. */
class RequestBodyTest {

    private static final int LIMIT = 100_000;

    @InEachContainer
    void aJsonBodyWithACharsetThatTheJvmDoesNotHaveIsRead(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        for (String charset : new String[] {"none", "\"x", "a b"}) {
            try (CapturedLog log = new CapturedLog();
                    MashupRig rig = MashupRig.in(mode)
                            .container(kind)
                            .serve(mashup -> mashup.body(Object.class).thenApply(Reply::json))) {
                HttpResponse<String> reply = rig.send(rig.request("/")
                        .header("Content-Type", "application/json;charset=" + charset)
                        .POST(BodyPublishers.ofString("{}")));

                assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
                assertThat(log.ofMedley()).isEmpty();
            }
        }
    }

    @InEachMode
    void theBodyOfAPostIsRead(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)) {
            HttpResponse<String> reply = post(rig, BodyPublishers.ofString("{\"city\":\"Zürich\"}"));

            assertThat(reply.body()).isEqualTo("POST 18 {\"city\":\"Zürich\"}");
        }
    }

    @InEachMode
    void aRequestWithoutABodyHasAnEmptyOne(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)) {
            assertThat(rig.get("/").body()).isEqualTo("GET 0 ");
        }
    }

    @InEachMode
    void aBodyOfExactlyTheLimitIsRead(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)) {
            assertThat(post(rig, announced(LIMIT)).body()).startsWith("POST " + LIMIT + " ");
            assertThat(post(rig, unannounced(LIMIT)).body()).startsWith("POST " + LIMIT + " ");
        }
    }

    @InEachMode
    void aLargerBodyIsRefusedWhenItIsAnnounced(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode);
                RawClient client = new RawClient(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + (LIMIT + 1) + "\r\n\r\n");

            assertThat(client.readHead()).startsWith("HTTP/1.1 413 ");
            assertThat(client.readUntil("}"))
                    .contains("\"title\":\"Content Too Large\"", "\"the body is larger than " + LIMIT + " bytes\"");
        }
    }

    @InEachMode
    void aLargerBodyIsRefusedWhenItIsThere(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)) {
            assertThat(post(rig, unannounced(LIMIT + 1)).statusCode()).isEqualTo(413);
        }
    }

    /** In a WAR no connector tells clients apart: all share the budget, and none has a part of it. */
    @InEachContainer
    void bodiesThatAreReadWholeShareTheBudget(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        int budget = 50_000;
        try (MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .maxRequestBody(LIMIT)
                        .maxHeldBytes(budget)
                        .serve(RequestBodyTest::echo);
                RawClient slow = new RawClient(rig.port())) {
            slow.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40000\r\n\r\n" + "x".repeat(39_999));
            Soon.until("what has come of it is held", () -> rig.broker().heldBodyBytes() >= 39_999);
            HttpResponse<String> other = post(rig, announced(20_000));

            assertThat(other.statusCode()).isEqualTo(503);
            assertThat(other.body()).contains("max-held-bytes is " + budget);
            slow.send("x");
            assertThat(slow.readHead()).startsWith("HTTP/1.1 200 ");
            Soon.until("it is given back", () -> rig.broker().heldBodyBytes() == 0);
            assertThat(post(rig, announced(20_000)).statusCode()).isEqualTo(200);
        }
    }

    @InEachMode
    void aBodyMayComeSlowly(ExecutionMode mode) throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> {
                    reading.countDown();
                    return echo(mashup);
                });
                RawClient client = new RawClient(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n")
                    .send("one ");
            Soon.down(reading);
            client.send("two.");

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.readUntil(".")).isEqualTo("POST 8 one two.");
        }
    }

    @InEachMode
    void aBodyThatDoesNotArriveWholeIsABadRequest(ExecutionMode mode) throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> {
            reading.countDown();
            return echo(mashup);
        })) {
            RawClient client = new RawClient(rig.port());
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n")
                    .send("one ");
            Soon.down(reading);
            client.close();

            assertThat(rig.onlyReplied().status()).isBetween(400, 499);
        }
    }

    @InEachMode
    void aBodyThatDripsExpiresAndHoldsNoThread(ExecutionMode mode) throws Exception {
        assertExpiresWhileTheBodyDrips(MashupRig.in(mode), RequestBodyTest::echo);
    }

    @InEachMode(except = ExecutionMode.ASYNC)
    void aMashupThatItselfWaitsForABodyThatDripsIsLetGoWhenItExpires(ExecutionMode mode) throws Exception {
        assertExpiresWhileTheBodyDrips(
                MashupRig.in(mode),
                mashup -> CompletableFuture.completedStage(Reply.bytes(
                        "text/plain",
                        mashup.inbound().body().toCompletableFuture().join())));
    }

    @Test
    void aBodyThatDripsExpiresOnAVirtualThreadOfTheContainer() throws Exception {
        assumeTrue(BrokerPool.virtualThreadsAvailable());
        assertExpiresWhileTheBodyDrips(MashupRig.in(ExecutionMode.VIRTUAL).virtualRequests(), RequestBodyTest::echo);
    }

    @InEachMode
    void theBodyMayBeAskedForAgain(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .serve(mashup -> mashup.inbound()
                        .body()
                        .thenCompose(first -> mashup.inbound()
                                .body()
                                .thenApply(again ->
                                        Reply.text(new String(first, UTF_8) + " = " + new String(again, UTF_8)))))) {
            assertThat(post(rig, BodyPublishers.ofString("so")).body()).isEqualTo("so = so");
            assertThat(rig.get("/").body()).isEqualTo(" = ");
        }
    }

    @InEachMode
    void aBodyThatIsAskedForAfterTheReplyDoesNotCome(ExecutionMode mode) throws Exception {
        CompletableFuture<Mashup> answered = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> {
            answered.complete(mashup);
            return CompletableFuture.completedStage(Reply.text("unread"));
        })) {
            assertThat(post(rig, BodyPublishers.ofString("so")).body()).isEqualTo("unread");
            rig.onlyReplied();

            assertThat(answered.get().inbound().body())
                    .failsWithin(Soon.PATIENCE)
                    .withThrowableThat()
                    .withMessageContaining("the mashup was over");
        }
    }

    @Test
    void aBodyIsReadThoughNoRequestMayWaitForAThread() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING).maxWaiting(0).serve(RequestBodyTest::echo)) {
            assertThat(post(rig, BodyPublishers.ofString("so")).body()).isEqualTo("POST 2 so");
        }
    }

    @InEachMode
    void aFormIsLeftForTheMashupToRead(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .serve(mashup -> mashup.inbound()
                        .body()
                        .thenApply(body -> Reply.text(mashup.parameter("a") + " " + new String(body, UTF_8))))) {
            HttpResponse<String> reply = rig.send(rig.request("/?a=1")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("a=2&b=3")));

            assertThat(reply.body()).isEqualTo("1 a=2&b=3");
        }
    }

    private static void assertExpiresWhileTheBodyDrips(
            MashupRig.Builder builder, Function<Mashup, CompletionStage<Reply>> composer) throws Exception {
        Duration deadline = Duration.ofSeconds(60);
        CountDownLatch reading = new CountDownLatch(1);
        try (MashupRig rig = builder.manualTime().deadline(deadline).serve(mashup -> {
                    reading.countDown();
                    return composer.apply(mashup);
                });
                RawClient client = new RawClient(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n");
            Soon.down(reading);
            client.send("x");
            rig.clock().advance(deadline.dividedBy(2));
            client.send("x");
            rig.clock().advance(deadline.dividedBy(2));

            assertThat(client.readHead()).startsWith("HTTP/1.1 504 ");
            assertThat(client.readUntil("}")).contains("no reply within the deadline of 60000 ms");
            assertThat(rig.onlyReplied().status()).isEqualTo(504);
            rig.awaitSuspended();
        }
    }

    private static MashupRig rig(ExecutionMode mode) throws Exception {
        return MashupRig.in(mode).maxRequestBody(LIMIT).serve(RequestBodyTest::echo);
    }

    private static CompletionStage<Reply> echo(Mashup mashup) {
        return mashup.inbound()
                .body()
                .thenApply(body ->
                        Reply.text(mashup.inbound().method() + " " + body.length + " " + new String(body, UTF_8)));
    }

    private static HttpResponse<String> post(MashupRig rig, BodyPublisher body) throws Exception {
        return rig.send(rig.request("/").POST(body));
    }

    private static BodyPublisher announced(int length) {
        return BodyPublishers.ofByteArray("x".repeat(length).getBytes(UTF_8));
    }

    /** Sent in chunks. */
    private static BodyPublisher unannounced(int length) {
        return BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream("x".repeat(length).getBytes(UTF_8)));
    }
}
