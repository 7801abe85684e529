package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The deadline holds, whatever partners and mashup do. */
class DeadlineTest {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    @InEachMode
    void aMashupThatWaitsForPartnersExpiresAndItsExchangesAreCancelled(ExecutionMode mode) throws Exception {
        List<Exchange> exchanges = new CopyOnWriteArrayList<>();
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig = rig(mode).partner("silent", silent.uri()).serve(mashup -> {
                    exchanges.add(mashup.get("silent", "/1"));
                    exchanges.add(mashup.get("silent", "/2"));
                    return mashup.merge()
                            .put("one", exchanges.get(0))
                            .put("two", exchanges.get(1))
                            .reply();
                })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.until("both requests at the partner", () -> silent.requests() == 2);
            Soon.until(
                    "both exchanges know it",
                    () -> exchanges.stream().allMatch(exchange -> exchange.state() == ExchangeState.WAITING));
            rig.clock().advance(DEADLINE);

            HttpResponse<String> reply = response.get();
            assertThat(reply.statusCode()).isEqualTo(504);
            assertThat(reply.body())
                    .contains("\"detail\":\"no reply within the deadline of 2000 ms\"")
                    .contains("\"partner\":\"silent\"")
                    .contains("\"phase\":\"waiting\"");
            Soon.until("the partner sees both connections closed", () -> silent.open() == 0);
            assertThat(exchanges).extracting(Exchange::outcome).containsOnly(Outcome.CANCELLED);
        }
    }

    @InEachMode
    void aMashupThatWaitsForNothingExpires(ExecutionMode mode) throws Exception {
        HeldReply never = new HeldReply();
        try (MashupRig rig = rig(mode).serve(never)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            never.awaitComposed();
            rig.clock().advance(DEADLINE);

            assertThat(response.get().statusCode()).isEqualTo(504);
            assertThat(response.get().body()).doesNotContain("partner");
        }
    }

    @InEachMode
    void aMomentBeforeItsDeadlineAMashupStillReplies(ExecutionMode mode) throws Exception {
        HeldReply reply = new HeldReply();
        try (MashupRig rig = rig(mode).serve(reply)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            reply.awaitComposed();
            rig.clock().advance(DEADLINE.minusMillis(1));
            reply.give(Reply.text("just in time"));

            assertThat(response.get().body()).isEqualTo("just in time");
            assertThat(rig.onlyReplied().serviceNanos())
                    .isEqualTo(DEADLINE.minusMillis(1).toNanos());
            assertThat(rig.clock().alarms()).isZero();
        }
    }

    @InEachMode
    void aReplyAfterTheDeadlineComesToNothing(ExecutionMode mode) throws Exception {
        HeldReply late = new HeldReply();
        try (MashupRig rig = rig(mode).serve(late)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            late.awaitComposed();
            rig.clock().advance(DEADLINE);
            assertThat(response.get().statusCode()).isEqualTo(504);
            late.give(Reply.text("too late"));

            assertThat(rig.onlyReplied().status()).isEqualTo(504);
        }
    }

    @InEachMode
    void aMashupWhoseDeadlineHasPassedStartsNoExchange(ExecutionMode mode) throws Exception {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        CountDownLatch composed = new CountDownLatch(1);
        try (RawPartner partner = RawPartner.start(Misbehaviour.OK);
                MashupRig rig = rig(mode).partner("late", partner.uri()).serve(mashup -> {
                    composed.countDown();
                    return goOn.thenCompose(ignored -> mashup.get("late", "/").json())
                            .thenApply(Reply::json)
                            .whenComplete((reply, failure) -> refused.complete(failure));
                })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.down(composed);
            rig.clock().advance(DEADLINE);
            assertThat(response.get().statusCode()).isEqualTo(504);
            goOn.complete(null);

            assertThat(refused.get()).hasRootCauseInstanceOf(IllegalStateException.class);
            assertThat(partner.requests()).isZero();
        }
    }

    @InEachContainer
    void aMashupThatBlocksWhileItComposesExpiresAndItsExchangesAreCancelled(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        // In virtual mode the container's thread has come back, and the connection is free.
        assertExpiresWhileComposing(rig(mode).container(kind), mode == ExecutionMode.VIRTUAL);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aMashupThatBlocksOnTheContainersVirtualThreadExpires() throws Exception {
        assertExpiresWhileComposing(rig(ExecutionMode.VIRTUAL).virtualRequests(), false);
    }

    private static void assertExpiresWhileComposing(MashupRig.Builder builder, boolean staysOpen) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        List<Exchange> exchanges = new CopyOnWriteArrayList<>();
        AtomicInteger requests = new AtomicInteger();
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig = builder.partner("silent", silent.uri()).serve(mashup -> {
                    if (requests.incrementAndGet() == 1) {
                        exchanges.add(mashup.get("silent", "/1"));
                        down(goOn);
                    }
                    return CompletableFuture.completedStage(Reply.text("a reply"));
                });
                RawClient client = RawClient.get(rig.port(), "/")) {
            try {
                Soon.until("the request at the partner", () -> silent.requests() == 1);
                rig.clock().advance(DEADLINE);

                String head = client.readHead();
                assertThat(head).startsWith("HTTP/1.1 504 ").containsPattern("Content-Length: \\d+");
                // Else the next request would wait for the thread, and no deadline would end it.
                assertThat(head.contains("Connection: close")).isEqualTo(!staysOpen);
                assertThat(client.read(RawClient.contentLength(head)))
                        .contains("\"detail\":\"no reply within the deadline of 2000 ms\"")
                        .endsWith("}");
                Soon.until("the partner sees its connection closed", () -> silent.open() == 0);
                Soon.asserted(() ->
                        assertThat(exchanges).extracting(Exchange::outcome).containsOnly(Outcome.CANCELLED));
                assertThat(rig.onlyReplied()).returns(504, RequestSummary::status);
            } finally {
                goOn.countDown();
            }
            if (staysOpen) {
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String head = client.readHead();
                assertThat(head).startsWith("HTTP/1.1 200 ");
                assertThat(client.read(RawClient.contentLength(head))).isEqualTo("a reply");
            } else {
                assertThat(client.readToEnd()).isEmpty();
                assertThat(rig.get("/").body()).isEqualTo("a reply");
            }
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(2));
        }
    }

    private static void down(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    @InEachMode
    void aPartnerThatDripsIsBrokenOffAndTheReplyWithIt(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode).partner("files", partner.url()).serve(mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n").send("a");
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.read(1)).isEqualTo("a");
            rig.clock().advance(DEADLINE.minusMillis(1));
            connection.send("b");
            assertThat(client.read(1)).isEqualTo("b");
            rig.clock().advance(Duration.ofMillis(1));

            assertThat(client.readUntilBrokenOff()).isZero();
            connection.awaitClosed();
            assertThat(rig.onlyReplied())
                    .returns(504, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
            assertThat(rig.clock().alarms()).isZero();
        }
    }

    @InEachMode
    void aPartnerThatSendsNothingBehindItsHeadersIsAGatewayTimeout(ExecutionMode mode) throws Exception {
        List<Exchange> exchanges = new CopyOnWriteArrayList<>();
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode).partner("files", partner.url()).serve(mashup -> {
                    CompletionStage<Reply> reply = mashup.stream("files", "/");
                    exchanges.addAll(mashup.exchanges());
                    return reply;
                })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
            Soon.until(
                    "the headers",
                    () -> !exchanges.isEmpty() && exchanges.get(0).state() == ExchangeState.BODY);
            rig.clock().advance(DEADLINE);

            assertThat(response.get().statusCode()).isEqualTo(504);
            assertThat(response.get().body()).contains("\"phase\":\"body\"");
            connection.awaitClosed();
        }
    }

    @InEachMode
    void aClientThatDoesNotReadAStreamIsBrokenOff(ExecutionMode mode) throws Exception {
        long size = 512L << 20;
        try (FloodingPartner partner = FloodingPartner.start(size);
                MashupRig rig = rig(mode).partner("files", partner.uri()).serve(mashup -> mashup.stream("files", "/"));
                RawClient client = RawClient.get(rig.port(), "/")) {
            client.readHead();
            partner.awaitStalled();
            rig.awaitSuspended();
            rig.clock().advance(DEADLINE);

            assertThat(rig.onlyReplied())
                    .returns(504, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
            assertThat(client.readUntilBrokenOff()).isLessThan(size);
        }
    }

    @InEachMode
    void aClientThatDoesNotReadALargeReplyIsBrokenOff(ExecutionMode mode) throws Exception {
        Reply given = Reply.bytes("application/octet-stream", new byte[64 << 20]);
        try (MashupRig rig = rig(mode).serve(mashup -> CompletableFuture.completedStage(given));
                RawClient client = RawClient.get(rig.port(), "/")) {
            client.readHead();
            rig.awaitSuspended();
            rig.clock().advance(DEADLINE);

            assertThat(rig.onlyReplied())
                    .returns(504, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
            assertThat(client.readUntilBrokenOff()).isLessThan(given.body().length);
        }
    }

    @InEachMode
    void whenReplyAndDeadlineMeetThereIsOneReply(ExecutionMode mode) throws Exception {
        BlockingQueue<CompletableFuture<Reply>> composed = new LinkedBlockingQueue<>();
        int rounds = 50;
        try (MashupRig rig = rig(mode).serve(mashup -> {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            composed.add(reply);
            return reply;
        })) {
            for (int round = 0; round < rounds; round++) {
                CompletableFuture<HttpResponse<String>> response = rig.begin("/");
                CompletableFuture<Reply> reply = Objects.requireNonNull(
                        composed.poll(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS), "no mashup ran");
                CyclicBarrier together = new CyclicBarrier(2);
                CompletableFuture<Boolean> racer = CompletableFuture.supplyAsync(() -> {
                    meet(together);
                    return reply.complete(Reply.text("a reply"));
                });
                meet(together);
                rig.clock().advance(DEADLINE);
                racer.get();

                HttpResponse<String> got = response.get();
                assertThat(got.statusCode()).isIn(200, 504);
                assertThat(got.body()).matches("a reply|\\{.* ms\"}");
            }
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(rounds));
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).manualTime().deadline(DEADLINE);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception x) {
            throw new IllegalStateException(x);
        }
    }
}
