package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A client that leaves a suspended request, as far as the container reports it (over HTTP/2 Jetty does), ends its
 * mashup. In {@code blocking} the thread waits on, as the container has no listener to notify.
 */
class ClientGoneTest {

    @InEachMode(except = ExecutionMode.BLOCKING)
    void theExchangesOfARequestThatIsTakenBackAreCancelled(ExecutionMode mode) throws Exception {
        List<Exchange> exchanges = new CopyOnWriteArrayList<>();
        try (RawPartner silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig = MashupRig.in(mode)
                        .partner("silent", silent.uri())
                        .serve(mashup -> {
                            exchanges.add(mashup.get("silent", "/1"));
                            exchanges.add(mashup.get("silent", "/2"));
                            return mashup.merge()
                                    .put("one", exchanges.get(0))
                                    .put("two", exchanges.get(1))
                                    .reply();
                        });
                H2Client client = new H2Client(rig.port())) {
            client.get("/");
            Soon.until("both requests at the partner", () -> silent.requests() == 2);
            rig.awaitSuspended();
            client.cancel();

            assertThat(rig.onlyReplied())
                    .returns(true, RequestSummary::clientGone)
                    .returns(499, RequestSummary::status);
            Soon.until("the partner sees both connections closed", () -> silent.open() == 0);
            // An exchange has its outcome once its connection is closed.
            Soon.until("both exchanges have ended", () -> exchanges.stream().allMatch(each -> each.outcome() != null));
            assertThat(exchanges).extracting(Exchange::outcome).containsOnly(Outcome.CANCELLED);
        }
    }

    @InEachMode(except = ExecutionMode.BLOCKING)
    void theExchangeOfAStreamThatIsTakenBackIsCancelledThoughThePartnerPauses(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .partner("files", partner.url())
                        .serve(mashup -> mashup.stream("files", "/"));
                H2Client client = new H2Client(rig.port())) {
            client.get("/");
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n").send("the first part");
            client.awaitData();
            rig.awaitSuspended();
            client.cancel();

            connection.awaitClosed();
            assertThat(rig.onlyReplied().clientGone()).isTrue();
        }
    }

    @InEachMode(except = ExecutionMode.BLOCKING)
    void aReplyThatComesAfterTheClientHasLeftComesToNothing(ExecutionMode mode) throws Exception {
        HeldReply late = new HeldReply();
        try (MashupRig rig = MashupRig.in(mode).serve(late);
                H2Client client = new H2Client(rig.port())) {
            client.get("/");
            late.awaitComposed();
            rig.awaitSuspended();
            client.cancel();
            assertThat(rig.onlyReplied().clientGone()).isTrue();
            late.give(Reply.text("too late"));

            assertThat(rig.replied()).hasSize(1);
        }
    }
}
