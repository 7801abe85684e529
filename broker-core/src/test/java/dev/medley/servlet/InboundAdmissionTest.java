package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.QueueOrder;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.Priorities;
import dev.medley.servlet.internal.admission.Refusal;
import dev.medley.thread.internal.Soon;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fault 40 and 43: beyond a limit requests wait in a bounded queue, and beyond that they are refused; priorities hold. */
class InboundAdmissionTest {

    private static final Duration AGE = Duration.ofMillis(100);
    private static final String FIELD = "X-Priority";
    private static final String BODY = "x".repeat(100_000);
    private static final int PARTS = 200;

    private final HeldReplies mashup = new HeldReplies();

    @InEachMode
    void requestsBeyondTheLimitWaitAndBeyondTheQueueAreRefusedWithRetryAfter(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode, 2)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second = queued(rig, "2", 1);
            CompletableFuture<HttpResponse<String>> third = queued(rig, "3", 2);
            HttpResponse<String> refused = rig.get("/?id=4");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refused.body()).contains("too many requests are in flight");
            assertThat(rig.admission().used()).isOne();
            mashup.end("1");
            mashup.end("2");
            mashup.end("3");
            assertThat(first.get().body()).isEqualTo("1");
            assertThat(second.get().body()).isEqualTo("2");
            assertThat(third.get().body()).isEqualTo("3");
            assertThat(mashup.hasRun("4")).isFalse();
            assertThat(rig.admission().refused(Refusal.QUEUE_FULL, Priority.NORMAL))
                    .isOne();
        }
    }

    @Test
    void aStreamedReplyThatIsReadOnTakesNoPermitWhereNoneIsFree() throws Exception {
        AtomicInteger left = new AtomicInteger(PARTS);
        CompletableFuture<Flow.Subscriber<? super ByteBuffer>> streaming = new CompletableFuture<>();
        try (MashupRig rig = limited(ExecutionMode.ASYNC, 0)
                        .serve(inbound -> "stream".equals(inbound.parameter("id"))
                                ? CompletableFuture.completedStage(Reply.stream("text/plain", to -> {
                                    streaming.complete(to);
                                    send(left, to);
                                }))
                                : mashup.apply(inbound));
                Socket reader = new Socket(InetAddress.getLoopbackAddress(), rig.port())) {
            reader.getOutputStream()
                    .write("GET /?id=stream HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Soon.until(
                    "the reply waits",
                    () -> left.get() < PARTS && rig.admission().used() == 0);
            CompletableFuture<HttpResponse<String>> other = running(rig, "1");
            assertThat(rig.admission().used()).isOne();

            reader.getInputStream().skipNBytes((long) PARTS * BODY.length());
            assertThat(rig.admission().used()).isOne();
            mashup.end("1");
            assertThat(other.get().body()).isEqualTo("1");
            streaming.join().onComplete();
        }
    }

    /** More than the buffers of two sockets take, and then nothing. */
    private static void send(AtomicInteger left, Flow.Subscriber<? super ByteBuffer> reader) {
        reader.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long parts) {
                if (left.getAndDecrement() > 0) {
                    reader.onNext(ByteBuffer.wrap(BODY.getBytes(StandardCharsets.US_ASCII)));
                }
            }

            @Override
            public void cancel() {}
        });
    }

    @ParameterizedTest
    @EnumSource(WebContainer.Kind.class)
    void theLimitHoldsInEachContainer(WebContainer.Kind container) throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .container(container)
                .admission(admission -> admission.maxConcurrent(1).maxQueued(1).maxQueueAge(Duration.ZERO))
                .serve(mashup)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second = queued(rig, "2", 1);
            assertThat(rig.get("/?id=3").statusCode()).isEqualTo(503);
            mashup.end("1");
            mashup.end("2");
            assertThat(first.get().body()).isEqualTo("1");
            assertThat(second.get().body()).isEqualTo("2");
        }
    }

    @InEachMode
    void aRequestIsRefusedOnceItHasWaitedForTheMaximumAge(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode, 2)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second = queued(rig, "2", 1);
            rig.clock().advance(AGE);

            assertThat(second.get().statusCode()).isEqualTo(503);
            assertThat(second.get().headers().firstValue("Retry-After")).contains("1");
            assertThat(second.get().body()).contains("the request has waited too long for others in flight");
            mashup.end("1");
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(mashup.hasRun("2")).isFalse();
            assertThat(rig.admission().refused(Refusal.QUEUE_AGE, Priority.NORMAL))
                    .isOne();
        }
    }

    @InEachMode
    void theDeadlineHoldsForARequestThatWaitsForAdmission(ExecutionMode mode) throws Exception {
        Duration deadline = Duration.ofSeconds(2);
        try (MashupRig rig = MashupRig.in(mode)
                .manualTime()
                .deadline(deadline)
                .admission(admission -> admission.maxConcurrent(1).maxQueueAge(Duration.ZERO))
                .serve(mashup)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second = queued(rig, "2", 1);
            Soon.until("both deadlines", () -> rig.clock().alarms() == 2);
            rig.clock().advance(deadline);

            assertThat(first.get().statusCode()).isEqualTo(504);
            assertThat(second.get().statusCode()).isEqualTo(504);
        }
    }

    @InEachMode
    void theHighPriorityIsAdmittedFirstAndTakesThePlaceOfTheLowInAFullQueue(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode, 2)) {
            CompletableFuture<HttpResponse<String>> running = running(rig, "running");
            CompletableFuture<HttpResponse<String>> low = queued(rig, "low", 1, "low");
            CompletableFuture<HttpResponse<String>> normal = queued(rig, "normal", 2);
            CompletableFuture<HttpResponse<String>> high = begin(rig, "high", "HIGH");

            assertThat(low.get().statusCode()).isEqualTo(503);
            assertThat(low.get().body()).contains("others have precedence");
            mashup.end("running");
            mashup.end("high");
            mashup.end("normal");
            assertThat(running.get().statusCode()).isEqualTo(200);
            assertThat(high.get().statusCode()).isEqualTo(200);
            assertThat(normal.get().statusCode()).isEqualTo(200);
            assertThat(rig.admission().refused(Refusal.DISPLACED, Priority.LOW)).isOne();
        }
    }

    @Test
    void thePathGivesThePriorityThatNoFieldGives() {
        assertThat(Priorities.of(null, Priority.HIGH)).isEqualTo(Priority.HIGH);
        assertThat(Priorities.of("urgent", Priority.LOW)).isEqualTo(Priority.LOW);
        assertThat(Priorities.of(" Normal ", Priority.LOW)).isEqualTo(Priority.NORMAL);
    }

    @InEachMode
    void whenTheNewestIsFirstTheOldestLeavesAFullQueue(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .admission(admission -> admission.maxConcurrent(1).maxQueued(1).queueOrder(QueueOrder.NEWEST_FIRST))
                .manualTime()
                .serve(mashup)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> oldest = queued(rig, "2", 1);
            CompletableFuture<HttpResponse<String>> newest = rig.begin("/?id=3");

            assertThat(oldest.get().statusCode()).isEqualTo(503);
            mashup.end("1");
            mashup.end("3");
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(newest.get().body()).isEqualTo("3");
        }
    }

    /** The mashup reads the body: a container may reset a connection whose body is unread, and the client then loses the reply. */
    @InEachMode
    void aRequestWithABodyIsAdmittedAfterItsWait(ExecutionMode mode) throws Exception {
        try (MashupRig rig = limited(mode, 1).maxRequestBody(BODY.length()).serve(this::withLength)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            CompletableFuture<HttpResponse<String>> second =
                    rig.begin(rig.request("/?id=2").POST(HttpRequest.BodyPublishers.ofString(BODY)));
            Soon.until("one waits", () -> rig.admission().queued() == 1);
            mashup.end("1");
            mashup.end("2");
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(second.get().body()).isEqualTo("2 of 100000");
        }
    }

    private CompletionStage<Reply> withLength(Mashup request) {
        return mashup.apply(request)
                .thenCombine(
                        request.requestBody(),
                        (reply, body) -> Reply.text(request.parameter("id") + " of " + body.length()));
    }

    @Test
    void aMashupThatFailsGivesItsPermitBack() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .admission(admission -> admission.maxConcurrent(1).maxQueued(0))
                .serve(failing -> {
                    throw new IllegalStateException("by the test");
                })) {
            for (int i = 0; i < 3; i++) {
                assertThat(rig.get("/").statusCode()).isEqualTo(500);
            }
        }
    }

    @Test
    void requestsThatNoMashupAnswersNeedNoPermit() throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC, 0)) {
            CompletableFuture<HttpResponse<String>> first = running(rig, "1");
            assertThat(rig.send(rig.request("/").method("OPTIONS", HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(204);
            mashup.end("1");
            assertThat(first.get().body()).isEqualTo("1");
        }
    }

    @Test
    void withoutALimitAllAreAdmitted() throws Exception {
        try (MashupRig rig =
                MashupRig.in(ExecutionMode.ASYNC).serve(any -> CompletableFuture.completedStage(Reply.text("")))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
            assertThat(rig.admission().isLimited()).isFalse();
            assertThat(rig.admission().limit()).isZero();
        }
    }

    private MashupRig rig(ExecutionMode mode, int maxQueued) throws Exception {
        return limited(mode, maxQueued).serve(mashup);
    }

    private static MashupRig.Builder limited(ExecutionMode mode, int maxQueued) {
        return MashupRig.in(mode)
                .manualTime()
                .admission(admission -> admission
                        .maxConcurrent(1)
                        .maxQueued(maxQueued)
                        .maxQueueAge(AGE)
                        .priorityField(FIELD));
    }

    private CompletableFuture<HttpResponse<String>> running(MashupRig rig, String id) {
        CompletableFuture<HttpResponse<String>> response = rig.begin("/?id=" + id);
        mashup.awaitRunning(id);
        return response;
    }

    private static CompletableFuture<HttpResponse<String>> queued(MashupRig rig, String id, int waiting) {
        return queued(rig, id, waiting, "");
    }

    private static CompletableFuture<HttpResponse<String>> queued(
            MashupRig rig, String id, int waiting, String priority) {
        CompletableFuture<HttpResponse<String>> response = begin(rig, id, priority);
        Soon.until(waiting + " wait", () -> rig.admission().queued() == waiting);
        return response;
    }

    private static CompletableFuture<HttpResponse<String>> begin(MashupRig rig, String id, String priority) {
        return rig.begin(rig.request("/?id=" + id).header(FIELD, priority));
    }
}
