package dev.medley.servlet;

import static dev.medley.thread.internal.ledger.RequestPhase.ADMISSION;
import static dev.medley.thread.internal.ledger.RequestPhase.COMPOSING;
import static dev.medley.thread.internal.ledger.RequestPhase.EXCHANGES;
import static dev.medley.thread.internal.ledger.RequestPhase.MERGING;
import static dev.medley.thread.internal.ledger.RequestPhase.OTHER;
import static dev.medley.thread.internal.ledger.RequestPhase.READING;
import static dev.medley.thread.internal.ledger.RequestPhase.WRITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.PartnerSettings;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each moment of a request belongs to one phase, in each mode. {@link MashupRig} checks that the sum is the whole, in all tests. */
class PhasesTest {

    private static final int MANY = 10_000;
    private static final int AT_ONCE = 40;

    private volatile @Nullable MashupRig rig;
    private volatile @Nullable DefaultMashup running;

    @InEachMode
    void theCodeOfTheMashupComposesAndTheWaitForItsExchangesIsTheirs(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(MashupRig.in(mode).manualTime().partner("shop", partner.url()), mashup -> {
                    pass(1);
                    Exchange exchange = mashup.get("shop", "/");
                    pass(2);
                    return exchange.response().thenApply(response -> {
                        pass(4);
                        return Reply.text("so");
                    });
                })) {
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            pass(30);
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");

            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertPhases(Map.of(COMPOSING, 7, EXCHANGES, 30));
        }
    }

    @InEachMode(except = ExecutionMode.ASYNC)
    void codeThatJoinsAStageWaits(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(MashupRig.in(mode).manualTime().partner("shop", partner.url()), mashup -> {
                    pass(1);
                    mashup.get("shop", "/").response().toCompletableFuture().join();
                    pass(2);
                    return CompletableFuture.completedStage(Reply.text("so"));
                })) {
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            pass(30);
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");

            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertPhases(Map.of(COMPOSING, 3, EXCHANGES, 30));
        }
    }

    @InEachMode
    void aListenerComposesAndTheExchangeGoesOn(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(
                        MashupRig.in(mode).manualTime().partner("shop", partner.url()),
                        mashup -> mashup.exchange("shop")
                                .get("/")
                                .listener(new ExchangeListener() {
                                    @Override
                                    public void onHeadersCompleted(Exchange exchange) {
                                        pass(5);
                                    }
                                })
                                .start()
                                .response()
                                .thenApply(response -> Reply.text("so")))) {
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            pass(10);
            long before = serving.clock().nanoTime();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
            Soon.until("the listener has passed time", () -> serving.clock().nanoTime() != before);
            await(EXCHANGES);
            pass(20);
            connection.send("{}");

            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertPhases(Map.of(COMPOSING, 5, EXCHANGES, 30));
        }
    }

    @InEachMode
    void theWaitForAFutureOfItsOwnIsNoneOfThePhasesThatMedleySees(ExecutionMode mode) throws Exception {
        CompletableFuture<Reply> own = new CompletableFuture<>();
        try (MashupRig serving = serve(MashupRig.in(mode).manualTime(), mashup -> {
            pass(1);
            return own;
        })) {
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            Soon.until("the mashup", () -> running != null);
            await(OTHER);
            pass(8);
            own.complete(Reply.text("so"));

            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertPhases(Map.of(COMPOSING, 1, OTHER, 8));
        }
    }

    @InEachMode
    void theWaitForTheBodyIsReadingUnlessExchangesAreInFlight(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(MashupRig.in(mode).manualTime().partner("shop", partner.url()), mashup -> {
                    Exchange exchange = mashup.get("shop", "/");
                    return mashup.inbound().body().thenCombine(exchange.response(), (body, response) -> {
                        pass(2);
                        return Reply.text(body.length + " bytes");
                    });
                });
                RawClient client = new RawClient(serving.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n");
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            pass(3);
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            await(READING);
            pass(50);
            client.send("ab");

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertPhases(Map.of(READING, 50, EXCHANGES, 3, COMPOSING, 2));
        }
    }

    @InEachMode
    void theQueueBeforeTheMashupIsAdmission(ExecutionMode mode) throws Exception {
        Deque<CompletableFuture<Reply>> replies =
                new ArrayDeque<>(List.of(new CompletableFuture<>(), new CompletableFuture<>()));
        CompletableFuture<Reply> first = replies.getFirst();
        CompletableFuture<Reply> second = replies.getLast();
        try (MashupRig serving = serve(
                MashupRig.in(mode)
                        .manualTime()
                        .admission(
                                limits -> limits.maxConcurrent(1).maxQueued(1).maxQueueAge(Duration.ofSeconds(5))),
                mashup -> replies.remove())) {
            CompletableFuture<HttpResponse<String>> one = serving.begin("/");
            Soon.until("the first runs", () -> running != null);
            await(OTHER);
            CompletableFuture<HttpResponse<String>> two = serving.begin("/");
            Soon.until("the second waits", () -> serving.admission().queued() == 1);
            pass(40);
            first.complete(Reply.text("1"));
            one.get();
            Soon.until("the second runs", replies::isEmpty);
            Soon.until("the second waits for its future", () -> now() == OTHER);
            pass(5);
            second.complete(Reply.text("2"));
            two.get();

            Soon.asserted(() -> assertThat(serving.replied()).hasSize(2));
            assertThat(times(serving.replied().get(0))).isEqualTo(Map.of(OTHER, 40));
            assertThat(times(serving.replied().get(1))).isEqualTo(Map.of(ADMISSION, 40, OTHER, 5));
        }
    }

    @InEachMode
    void aStreamedReplyIsWritingFromItsHeadOn(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(
                        MashupRig.in(mode).manualTime().partner("files", partner.url()),
                        mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(serving.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            pass(10);
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n").send("a");
            assertThat(client.readHead()).contains("Server-Timing: total;dur=10.0, exchanges;dur=10.0, files;dur=10.0");
            pass(60);
            connection.send("b");
            client.read(2);

            assertPhases(Map.of(EXCHANGES, 10, WRITING, 60));
        }
    }

    @Test
    void theTimeUntilALargeReplyBeginsIsThatOfItsPhases() throws Exception {
        try (MashupRig serving = serve(
                MashupRig.in(ExecutionMode.ASYNC).manualTime(),
                mashup -> CompletableFuture.completedStage(
                        Reply.text("x".repeat(2 * BodyExecutor.LARGE)).header("Cache-Control", "max-age=60")))) {
            CountDownLatch release =
                    PoolThreads.holdThoseOfBodies(serving.broker().pool());
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            await(WRITING);
            pass(20);
            release.countDown();

            assertThat(reply.get().headers().firstValue("Server-Timing")).hasValue("total;dur=20.0, writing;dur=20.0");
            assertPhases(Map.of(WRITING, 20));
        }
    }

    @InEachMode
    void theDeadlineEndsTheWaitForExchanges(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(
                        MashupRig.in(mode)
                                .manualTime()
                                .deadline(Duration.ofMillis(500))
                                .partner("shop", partner.url()),
                        mashup -> mashup.merge()
                                .put("it", mashup.get("shop", "/"))
                                .reply())) {
            CompletableFuture<HttpResponse<String>> reply = serving.begin("/");
            partner.acceptRequest();
            await(EXCHANGES);
            pass(500);

            assertThat(reply.get().statusCode()).isEqualTo(504);
            assertPhases(Map.of(EXCHANGES, 500));
        }
    }

    @InEachMode(except = ExecutionMode.BLOCKING)
    void aClientThatLeavesEndsTheWaitForExchanges(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(
                        MashupRig.in(mode).manualTime().partner("shop", partner.url()),
                        mashup -> mashup.merge()
                                .put("it", mashup.get("shop", "/"))
                                .reply());
                H2Client client = new H2Client(serving.port())) {
            client.get("/");
            partner.acceptRequest();
            await(EXCHANGES);
            serving.awaitSuspended();
            pass(70);
            client.cancel();

            assertThat(serving.onlyReplied().clientGone()).isTrue();
            assertPhases(Map.of(EXCHANGES, 70));
        }
    }

    @InEachMode
    void aRequestThatIsRefusedNeverComposes(ExecutionMode mode) throws Exception {
        try (MashupRig serving =
                serve(MashupRig.in(mode), mashup -> CompletableFuture.completedStage(Reply.text("never")))) {
            assertThat(serving.send(serving.request("/").method("TRACE", HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(405);
            RequestPhases phases = MashupRig.phases(serving.onlyReplied());
            assertThat(phases.nanos(ADMISSION)).isPositive();
            assertThat(phases.nanos(COMPOSING)).isZero();
        }
    }

    @InEachMode
    void thePhasesOfManyRequestsAreTheirWholeTime(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder()
                        .recorded(0)
                        .answer("GET", "/a", StubAnswer.json(200, "{}"))
                        .start();
                MashupRig serving = serve(
                        MashupRig.in(mode).partner("shop", stubs.uri()),
                        mashup -> mashup.merge()
                                .put("one", mashup.get("shop", "/a"))
                                .put("two", mashup.get("shop", "/a"))
                                .reply())) {
            Deque<CompletableFuture<HttpResponse<String>>> sent = new ArrayDeque<>();
            for (int i = 0; i < MANY; i++) {
                if (sent.size() == AT_ONCE) {
                    assertThat(sent.remove().get().statusCode()).isEqualTo(200);
                }
                sent.add(serving.begin("/"));
            }
            for (CompletableFuture<HttpResponse<String>> each : sent) {
                assertThat(each.get().statusCode()).isEqualTo(200);
            }
            Soon.asserted(() -> assertThat(serving.replied()).hasSize(MANY));

            long total = serving.broker().ledger().totals().serviceNanos();
            Map<RequestPhase, Long> sums = new EnumMap<>(RequestPhase.class);
            for (RequestSummary each : serving.replied()) {
                for (RequestPhase phase : RequestPhase.values()) {
                    sums.merge(phase, MashupRig.phases(each).nanos(phase), Long::sum);
                }
            }
            assertThat(sums.values().stream().mapToLong(Long::longValue).sum()).isCloseTo(total, within(total / 100));
            assertThat(sums.get(OTHER)).isLessThan(total / 100);
            assertThat(List.of(ADMISSION, COMPOSING, EXCHANGES, MERGING, WRITING))
                    .allMatch(phase -> sums.getOrDefault(phase, 0L) > 0);
        }
    }

    @Test
    void codeThatOneThreadRunsForTwoRequestsCountsForEach() throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig serving = serve(
                        MashupRig.in(ExecutionMode.ASYNC)
                                .manualTime()
                                .partner(PartnerSettings.of("shop", partner.url())
                                        .cache(cache -> cache.enabled(true))
                                        .build()),
                        mashup -> mashup.get("shop", "/").response().thenApply(response -> {
                            pass(4);
                            return Reply.text("so");
                        }))) {
            CompletableFuture<HttpResponse<String>> one = serving.begin("/");
            HandConnection connection = partner.acceptRequest();
            await(EXCHANGES);
            running = null;
            CompletableFuture<HttpResponse<String>> two = serving.begin("/");
            Soon.until("the second", () -> running != null);
            await(EXCHANGES);
            pass(10);
            connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\n{}");
            one.get();
            two.get();

            Soon.asserted(() -> assertThat(serving.replied()).hasSize(2));
            assertThat(serving.replied())
                    .extracting(PhasesTest::times)
                    .containsExactlyInAnyOrder(
                            Map.of(EXCHANGES, 10, COMPOSING, 4), Map.of(EXCHANGES, 14, COMPOSING, 4));
        }
    }

    private MashupRig serve(MashupRig.Builder builder, Function<Mashup, CompletionStage<Reply>> composer)
            throws Exception {
        MashupRig served = builder.serve(mashup -> {
            running = (DefaultMashup) mashup;
            return composer.apply(mashup);
        });
        rig = served;
        return served;
    }

    private RequestPhase now() {
        return Objects.requireNonNull(Objects.requireNonNull(running).phases()).now();
    }

    private void await(RequestPhase phase) {
        Soon.until(phase + " of the request", () -> running != null && now() == phase);
    }

    private void pass(long millis) {
        Objects.requireNonNull(rig).clock().advance(Duration.ofMillis(millis));
    }

    /** Asserts the milliseconds of the phases of the only request. */
    private void assertPhases(Map<RequestPhase, Integer> expected) {
        assertThat(times(Objects.requireNonNull(rig).onlyReplied())).isEqualTo(expected);
    }

    private static Map<RequestPhase, Integer> times(RequestSummary answered) {
        Map<RequestPhase, Integer> times = new EnumMap<>(RequestPhase.class);
        for (RequestPhase each : RequestPhase.values()) {
            long nanos = MashupRig.phases(answered).nanos(each);
            if (nanos != 0) {
                times.put(each, (int) Duration.ofNanos(nanos).toMillis());
            }
        }
        return times;
    }
}
