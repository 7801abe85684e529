package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.compute.Drop;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.MDC;

/** Computations of requests: they end with these in each mode. */
class ComputeInEachModeTest {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> begun = new CopyOnWriteArrayList<>();

    @InEachMode
    void aComputationHasTheIdOfItsRequestAndAThreadThatOthersDoNotWaitFor(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)
                .serve(mashup -> mashup.compute(() -> {
                            String thread = BrokerPool.onVirtualThread() ? "virtual" : "pool";
                            return mashup.requestId().equals(MDC.get("request-id")) + " " + thread + " "
                                    + BrokerPool.onBrokerThread();
                        })
                        .thenApply(Reply::text))) {
            assertThat(rig.get("/").body())
                    .isEqualTo(mode == ExecutionMode.VIRTUAL ? "true virtual true" : "true pool true");
        }
    }

    @InEachMode
    void theDeadlineRemovesThoseThatWait(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            holdAllThreads(mashup);
            return mashup.compute(() -> Reply.text("late " + begun.add("late")));
        })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            awaitHeld(rig);
            rig.clock().advance(DEADLINE);

            assertThat(response.get().statusCode()).isEqualTo(504);
            assertThat(rig.broker().computations().queued()).isZero();
            assertThat(rig.broker().computations().dropped(Drop.DEADLINE)).isPositive();
            release.countDown();
            awaitRest(rig);
            assertThat(begun).doesNotContain("late");
        }
    }

    @InEachMode(except = ExecutionMode.BLOCKING)
    void aClientThatLeavesRemovesThoseThatWait(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> {
                    holdAllThreads(mashup);
                    return mashup.compute(() -> Reply.text("late " + begun.add("late")));
                });
                H2Client client = new H2Client(rig.port())) {
            client.get("/");
            awaitHeld(rig);
            // While its thread is on its way out of the request, a container drops the report.
            Soon.until(
                    "no thread does anything else",
                    () -> rig.broker().pool().use().utilized()
                            == rig.broker().computations().running());
            client.cancel();

            assertThat(rig.onlyReplied().clientGone()).isTrue();
            Soon.asserted(() -> assertThat(rig.broker().computations().dropped(Drop.CLIENT_GONE))
                    .isPositive());
            assertThat(rig.broker().computations().queued()).isZero();
            release.countDown();
            awaitRest(rig);
            assertThat(begun).doesNotContain("late");
        }
    }

    @InEachMode
    void theDeadlineInterruptsOneThatAsksForIt(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)
                .serve(mashup -> mashup.computeInterruptibly(() -> {
                    begun.add("begun");
                    try {
                        return Reply.text("late " + release.await(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
                    } catch (InterruptedException x) {
                        begun.add("interrupted");
                        throw x;
                    }
                }))) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.until("the computation runs", () -> !begun.isEmpty());
            rig.clock().advance(DEADLINE);

            assertThat(response.get().statusCode()).isEqualTo(504);
            Soon.asserted(() -> assertThat(begun).containsExactly("begun", "interrupted"));
            awaitRest(rig);
        }
    }

    @InEachMode
    void aReplyThatIsDecidedRemovesThoseThatItDoesNotNeed(ExecutionMode mode) throws Exception {
        List<ReplyEnd> ends = new CopyOnWriteArrayList<>();
        try (MashupRig rig = rig(mode).serve(mashup -> {
            holdAllThreads(mashup);
            mashup.onReplied(ends::add);
            mashup.compute(() -> begun.add("not needed"));
            return CompletableFuture.completedStage(Reply.text("at once"));
        })) {
            assertThat(rig.get("/").body()).isEqualTo("at once");
            Soon.until("the end", () -> ends.size() == 1);
            release.countDown();
            awaitRest(rig);
            assertThat(begun).doesNotContain("not needed");
        }
    }

    @InEachMode
    void oneTooManyIsA503(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            holdAllThreads(mashup);
            return mashup.compute(() -> Reply.text("one too many"));
        })) {
            rig.broker().computations().limitQueued(0);
            HttpResponse<String> refused = rig.get("/");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body()).contains("too many computations are waiting for a thread");
            release.countDown();
            awaitRest(rig);
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        MashupRig.Builder builder = MashupRig.in(mode).manualTime().deadline(DEADLINE);
        return mode == ExecutionMode.VIRTUAL ? builder.virtualRequests() : builder;
    }

    /** As many as there are processors run at a time, at most. */
    private void holdAllThreads(Mashup mashup) {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            CompletionStage<Boolean> held = mashup.compute(() -> {
                begun.add("held");
                return release.await(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            });
            assertThat(held).isNotNull();
        }
    }

    private void awaitHeld(MashupRig rig) {
        Soon.until("a computation runs", () -> begun.contains("held"));
        Soon.until("another waits", () -> rig.broker().computations().queued() > 0);
    }

    private static void awaitRest(MashupRig rig) {
        Soon.until("no computation runs", () -> rig.broker().computations().running() == 0);
    }
}
