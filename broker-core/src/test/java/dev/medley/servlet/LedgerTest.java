package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.ledger.Totals;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Every request is in the ledger, with the time that it took and the time that threads worked for it. */
class LedgerTest {

    @InEachMode
    void requestsAreCountedWhenTheyComeAndWhenTheyGo(ExecutionMode mode) throws Exception {
        HeldReply reply = new HeldReply();
        try (MashupRig rig = MashupRig.in(mode).manualTime().serve(reply)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            reply.awaitComposed();
            assertThat(rig.broker().ledger().totals())
                    .returns(1L, Totals::started)
                    .returns(0L, Totals::ended);

            rig.clock().advance(Duration.ofSeconds(3));
            reply.give(Reply.text("so"));
            response.get();

            Soon.asserted(() -> assertThat(rig.broker().ledger().totals())
                    .returns(1L, Totals::started)
                    .returns(1L, Totals::ended)
                    .returns(Duration.ofSeconds(3).toNanos(), Totals::serviceNanos));
        }
    }

    @InEachMode(except = ExecutionMode.VIRTUAL)
    void aThreadThatWaitsIsAtWorkAndASuspendedRequestIsNot(ExecutionMode mode) throws Exception {
        HeldReply reply = new HeldReply();
        try (MashupRig rig = MashupRig.in(mode).manualTime().serve(reply)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            reply.awaitComposed();
            int holding = mode == ExecutionMode.BLOCKING ? 1 : 0;
            Soon.until("the end of composing", () -> rig.broker().pool().use().utilized() == holding);
            rig.clock().advance(Duration.ofSeconds(3));
            reply.give(Reply.text("so"));
            response.get();

            Soon.asserted(() -> assertThat(rig.broker().ledger().totals().inboundNanos())
                    .isEqualTo(Duration.ofSeconds(3L * holding).toNanos()));
        }
    }

    @InEachMode
    void workOnExchangesIsInItToo(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode)
                        .partner("shop", stubs.uri())
                        .serve(mashup -> mashup.merge()
                                .put("it", mashup.get("shop", "/partner/1"))
                                .reply())) {
            rig.get("/");
            rig.onlyReplied();

            Soon.asserted(() -> {
                Totals totals = rig.broker().ledger().totals();
                assertThat(totals.exchangeNanos()).isPositive();
                assertThat(totals.inboundNanos()).isPositive();
            });
        }
    }
}
