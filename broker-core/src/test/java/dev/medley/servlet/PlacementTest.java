package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ExecutionMode;
import dev.medley.config.MashupMode;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupExecution;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.internal.ExecutionTargets;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The threads that the code of a mashup runs on. */
class PlacementTest {

    private static final int SHARE = 6;
    /** Threads of the share that begin requests. */
    private static final int BEGINNING = 5;

    private final List<String> places = new CopyOnWriteArrayList<>();

    @Test
    void onThePoolComposeStagesAndListenersRunInItsShare() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                MashupRig rig = rig(stubs).serve(new OnPool(this::placesOfAll))) {
            assertThat(rig.send(rig.request("/").POST(HttpRequest.BodyPublishers.ofString("{}")))
                            .body())
                    .isEqualTo("ok");
        }
        assertThat(places)
                .containsExactlyInAnyOrder("compose", "body", "stage", "listener")
                .hasSize(4);
    }

    @Test
    void requestsOfAMashupOnThePoolThatBlocksTakeItsShareOnly() throws Exception {
        CountDownLatch held = new CountDownLatch(BEGINNING);
        CountDownLatch release = new CountDownLatch(1);
        try (MashupRig rig = rig(null).serve(new OnPool(mashup -> {
            held.countDown();
            down(release);
            return reply();
        }))) {
            List<CompletableFuture<HttpResponse<String>>> requests = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 3 * SHARE; i++) {
                requests.add(rig.begin("/"));
            }
            Soon.down(held);
            CountDownLatch beside = new CountDownLatch(1);
            rig.broker().pool().execute(beside::countDown);
            Soon.down(beside);
            release.countDown();
            for (CompletableFuture<HttpResponse<String>> request : requests) {
                assertThat(request.get().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void moreRequestsThanMayWaitAreRefused() throws Exception {
        CountDownLatch held = new CountDownLatch(BEGINNING);
        CountDownLatch release = new CountDownLatch(1);
        try (MashupRig rig = rig(null).maxWaiting(0).serve(new OnPool(mashup -> {
            held.countDown();
            down(release);
            return reply();
        }))) {
            List<CompletableFuture<HttpResponse<String>>> requests = new CopyOnWriteArrayList<>();
            for (int i = 0; i < BEGINNING; i++) {
                requests.add(rig.begin("/"));
            }
            Soon.down(held);
            HttpResponse<String> refused = rig.get("/");
            release.countDown();

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("too many requests are waiting for a thread");
            for (CompletableFuture<HttpResponse<String>> request : requests) {
                assertThat(request.get().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void onVirtualThreadsAMashupMayWaitForItsPartners() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                MashupRig rig = rig(stubs)
                        .serve(new OnVirtualThreads(
                                mashup -> CompletableFuture.completedStage(Reply.json(mashup.get("stub", "/partner/0")
                                        .json()
                                        .toCompletableFuture()
                                        .join()))))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whereRequestsHaveAThreadOfTheirOwnTheAnnotationHasNoEffect() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.BLOCKING).serve(new OnPool(mashup -> {
            assertThat(PoolThreads.isInShare()).isFalse();
            return reply();
        }))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withoutVirtualThreadsTheErrorNamesTheMashup() {
        MashupDescription described = MashupDescription.of(OnVirtualThreads.class);
        assertThatThrownBy(() -> ExecutionTargets.checkVirtualThreads(described, false))
                .hasMessageStartingWith(
                        OnVirtualThreads.class.getName() + ": @MashupExecution is VIRTUAL, which needs Java 21")
                .hasMessageEndingWith("expected POOL, or mashups.<path>.execution: pool in the configuration");
    }

    private static MashupRig.Builder rig(@Nullable PartnerStubs stubs) {
        MashupRig.Builder rig = MashupRig.in(ExecutionMode.ASYNC);
        return stubs == null ? rig : rig.partner("stub", stubs.uri());
    }

    private CompletionStage<Reply> placesOfAll(Mashup mashup) {
        note("compose");
        Exchange exchange = mashup.exchange("stub")
                .get("/partner/0")
                .listener(new ExchangeListener() {
                    @Override
                    public void onEnded(Exchange ended, Outcome outcome) {
                        note("listener");
                    }
                })
                .start();
        CompletionStage<RequestBody> body = mashup.requestBody().whenComplete((bytes, failure) -> note("body"));
        return exchange.response()
                .whenComplete((response, failure) -> note("stage"))
                .thenCombine(body, (response, bytes) -> Reply.text("ok"));
    }

    private void note(String place) {
        places.add(PoolThreads.isInShare() ? place : place + " elsewhere");
    }

    private static CompletionStage<Reply> reply() {
        return CompletableFuture.completedStage(Reply.json(Map.of()));
    }

    private static void down(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }

    @MashupExecution(MashupMode.POOL)
    @MashupMethods({"GET", "POST"})
    private static class OnPool extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Function<Mashup, CompletionStage<Reply>> composer;

        OnPool(Function<Mashup, CompletionStage<Reply>> composer) {
            this.composer = composer;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return composer.apply(mashup);
        }
    }

    @MashupExecution(MashupMode.VIRTUAL)
    private static final class OnVirtualThreads extends OnPool {

        private static final long serialVersionUID = 1L;

        OnVirtualThreads(Function<Mashup, CompletionStage<Reply>> composer) {
            super(composer);
        }
    }
}
