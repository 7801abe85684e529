package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.BlockingExecution;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mashups that hold their threads leave some to the answers that they wait for. */
class BlockingExecutionTest {

    private static final int THREADS = 8;
    private static final int MAY_WAIT = 2;

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 2", "12, 10", "96, 84", "3296, 2884"})
    void aShareOfTheThreadsThatWorkIsKeptFromMashups(int working, int mashups) {
        assertThat(BlockingExecution.inboundThreads(working)).isEqualTo(mashups);
    }

    @Test
    void twoHundredRequestsOnEightThreadsAreAllAnswered() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                        .threads(THREADS)
                        .partner("shop", stubs.uri())
                        .serve(BlockingExecutionTest::fanOut)) {
            List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                responses.add(rig.begin("/"));
            }

            assertThat(responses).allSatisfy(response -> {
                assertThat(response.get().statusCode()).isEqualTo(200);
                assertThat(response.get().body())
                        .startsWith("{\"one\":{\"partner\":1,")
                        .contains("\"two\":{\"partner\":2,");
            });
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(200));
            assertThat(rig.broker().pool().threads().getThreads()).isLessThanOrEqualTo(THREADS);
        }
    }

    @Test
    void noMoreMashupsRunAtATimeThanMay() throws Exception {
        AtomicInteger running = new AtomicInteger();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                .threads(THREADS)
                .serve(mashup -> {
                    running.incrementAndGet();
                    return reply;
                })) {
            List<CompletableFuture<HttpResponse<String>>> responses = begin(rig, 20);
            awaitAllHoldingOrQueued(rig, 20);
            Soon.asserted(() -> assertThat(running).hasValue(MAY_WAIT));
            reply.complete(Reply.text("now"));

            assertThat(responses)
                    .allSatisfy(response -> assertThat(response.get().body()).isEqualTo("now"));
        }
    }

    @Test
    void aRequestBeyondMaxWaitingIsRefused() throws Exception {
        int mayQueue = 3;
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                .threads(THREADS)
                .maxWaiting(mayQueue)
                .serve(mashup -> reply)) {
            List<CompletableFuture<HttpResponse<String>>> responses = begin(rig, MAY_WAIT + mayQueue);
            awaitAllHoldingOrQueued(rig, MAY_WAIT + mayQueue);
            HttpResponse<String> refused = rig.get("/");
            reply.complete(Reply.text("now"));

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            assertThat(refused.body()).contains("too many requests are waiting for a thread");
            assertThat(responses)
                    .allSatisfy(
                            response -> assertThat(response.get().statusCode()).isEqualTo(200));
        }
    }

    @Test
    void aRequestThatWaitsForAThreadExpiresAtItsDeadline() throws Exception {
        Duration deadline = Duration.ofSeconds(1);
        AtomicInteger composed = new AtomicInteger();
        CompletableFuture<Void> letGo = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                .threads(THREADS)
                .manualTime()
                .deadline(deadline)
                .serve(mashup -> {
                    composed.incrementAndGet();
                    letGo.join();
                    return new CompletableFuture<>();
                })) {
            List<CompletableFuture<HttpResponse<String>>> holding = begin(rig, MAY_WAIT);
            Soon.until("both mashups", () -> composed.get() == MAY_WAIT);
            CompletableFuture<HttpResponse<String>> waiting = rig.begin("/");
            Soon.until("all requests and their alarms", () -> rig.clock().alarms() == MAY_WAIT + 1);
            rig.clock().advance(deadline);

            assertThat(waiting.get().statusCode()).isEqualTo(504);
            letGo.complete(null);
            assertThat(holding)
                    .allSatisfy(
                            response -> assertThat(response.get().statusCode()).isEqualTo(504));
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(MAY_WAIT + 1));
            assertThat(composed).hasValue(MAY_WAIT);
        }
    }

    @Test
    void aRequestThatExpiredInTheQueueLeavesItsPlaceToTheNext() throws Exception {
        Duration deadline = Duration.ofSeconds(1);
        AtomicInteger composed = new AtomicInteger();
        CompletableFuture<Void> letGo = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING)
                .threads(THREADS)
                .maxWaiting(1)
                .manualTime()
                .deadline(deadline)
                .serve(mashup -> {
                    composed.incrementAndGet();
                    letGo.join();
                    return CompletableFuture.completedFuture(Reply.text("now"));
                })) {
            List<CompletableFuture<HttpResponse<String>>> holding = begin(rig, MAY_WAIT);
            Soon.until("both mashups", () -> composed.get() == MAY_WAIT);
            CompletableFuture<HttpResponse<String>> expired = rig.begin("/");
            Soon.until("all requests and their alarms", () -> rig.clock().alarms() == MAY_WAIT + 1);
            rig.clock().advance(deadline);
            assertThat(expired.get().statusCode()).isEqualTo(504);

            CompletableFuture<HttpResponse<String>> next = rig.begin("/");
            Soon.until("the next one", () -> rig.broker().ledger().totals().started() == MAY_WAIT + 2);
            letGo.complete(null);

            assertThat(next.get().statusCode()).isEqualTo(200);
            assertThat(holding)
                    .allSatisfy(
                            response -> assertThat(response.get().statusCode()).isEqualTo(504));
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(MAY_WAIT + 2));
            assertThat(composed).hasValue(MAY_WAIT + 1);
        }
    }

    private static void awaitAllHoldingOrQueued(MashupRig rig, int requests) {
        Soon.until(
                "all requests, of which some hold a thread",
                () -> rig.broker().ledger().totals().started() == requests
                        && rig.broker().pool().use().utilized() == MAY_WAIT);
    }

    private static List<CompletableFuture<HttpResponse<String>>> begin(MashupRig rig, int requests) {
        List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            responses.add(rig.begin("/"));
        }
        return responses;
    }

    private static CompletionStage<Reply> fanOut(Mashup mashup) {
        return mashup.merge()
                .put("one", mashup.get("shop", "/partner/1?delay=5"))
                .put("two", mashup.get("shop", "/partner/2?delay=5"))
                .reply();
    }
}
