package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.PARTNER;
import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.pool.ConnectionCounts;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Soon;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An exchange is cancelled in every state. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeCancelTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeCancelTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void beforeItsStartNothingHappensThereafter() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener listener = rig.listener();
        CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
        DefaultExchange exchange = rig.broker()
                .exchange(PARTNER, created -> {
                    listener.observe(created);
                    cancelled.complete(created.cancel());
                })
                .get("/")
                .listener(listener)
                .start();
        assertThat(cancelled).isCompletedWithValue(true);
        assertCancelled(listener, ExchangeState.CREATED);
        assertThat(listener.events()).containsExactly(Event.ENDED);
        assertThat(exchange.timings().attempts()).isEmpty();
        assertThat(exchange.timings().totalNanos()).isZero();
        assertThat(rig.partner().connections().opened()).isZero();
    }

    @Test
    void inTheQueueItLeavesItsPlace() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        RecordingListener third = rig.get("/third").await(ExchangeState.QUEUED);
        cancel(second, ExchangeState.QUEUED);
        assertThat(second.events()).containsExactly(Event.ENDED);
        assertThat(rig.partner().queued()).isOne();
        connection.answer("1");
        assertThat(connection.answerNext("3").line()).contains("/third");
        first.assertEnded(Outcome.COMPLETED, null);
        third.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void whileItConnectsItEndsAtOnceAndLeavesTheConnectToThePool() {
        rig.start(at(rig.deaf().uri()));
        RecordingListener exchange = rig.get("/").await(ExchangeState.CONNECTING);
        cancel(exchange, ExchangeState.CONNECTING);
        assertThat(exchange.events()).containsExactly(Event.ENDED);
        assertThat(rig.partner().permitsUsed()).isZero();
        assertThat(rig.partner().connections().opening()).isOne();
        rig.wakeDeaf();
        Soon.until("the end of the connect", () -> rig.partner().connections().opening() == 0);
    }

    @Test
    void aConnectionThatComesTooLateIsKeptForOthers() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        // How far it has come when it is cancelled is a matter of luck; more often than not it still connects.
        for (int i = 0; i < 100 && rig.partner().connections().idle() == 0; i++) {
            RecordingListener listener = rig.listener();
            rig.broker()
                    .pool()
                    .execute(() -> rig.start(rig.exchange().get("/late"), listener)
                            .exchange()
                            .cancel());
            Soon.until("the start", () -> listener.events().contains(Event.ENDED));
            listener.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
            rig.assertNothingLeft();
        }
        ConnectionCounts connections = rig.partner().connections();
        assertThat(connections.idle()).as("of %s", connections).isOne();
        assertThat(connections.open()).isOne();
    }

    @Test
    void onceConnectedNothingIsSentAndTheConnectionIsKept() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener listener = rig.listener().on(Event.CONNECTION_ESTABLISHED, DefaultExchange::cancel);
        RecordingListener exchange = rig.start(rig.exchange().post("/harm").body(Bodies.small()), listener);
        assertCancelled(exchange, ExchangeState.CONNECTED);
        assertThat(exchange.events()).containsExactly(Event.CONNECTION_ESTABLISHED, Event.ENDED);
        assertThat(exchange.failure().maybeSent()).isFalse();
        RecordingListener next = rig.get("/next");
        assertThat(partner.accept().answerNext("x").line()).contains("/next");
        next.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.partner().connections().opened()).isOne();
    }

    @Test
    void whileItSendsTheConnectionIsClosed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.large()));
        HandConnection connection = partner.accept();
        exchange.await(ExchangeState.SENDING);
        cancel(exchange, ExchangeState.SENDING);
        connection.awaitClosed();
    }

    @Test
    void whileItWaitsTheConnectionIsClosed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        cancel(exchange, ExchangeState.WAITING);
        connection.awaitClosed();
        assertThat(exchange.failure().maybeSent()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"WAITING_FOR_RESPONSE", "HEADERS_COMPLETED", "BODY_PART", "BODY_COMPLETED"})
    void byItsOwnListenerItIsTheLastEventButOne(Event when) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener listener = rig.listener().readingOn().on(when, DefaultExchange::cancel);
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed(), listener);
        HandConnection connection = partner.accept();
        connection.answerNext("body");
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        assertThat(exchange.events()).endsWith(when, Event.ENDED);
    }

    @Test
    void inTheBodyTheConnectionIsClosed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.await(ExchangeState.BODY);
        cancel(exchange, ExchangeState.BODY);
        connection.awaitClosed();
    }

    @Test
    void inABodyThatIsNotReadTheConnectionIsClosed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        exchange.await(Event.BODY_PART);
        cancel(exchange, ExchangeState.BODY);
        connection.awaitClosed();
        exchange.parts().get(0).next();
    }

    @Test
    void afterTheEndItIsTooLate() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange().cancel()).isFalse();
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void theStageCompletesOnABrokerThread() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        DefaultExchange exchange = rig.exchange().get("/").start();
        partner.acceptRequest();
        CompletionStage<Boolean> toldOnBrokerThread =
                exchange.response().handle((answer, failure) -> BrokerPool.onBrokerThread());
        assertThat(exchange.cancel()).isTrue();
        assertThat(toldOnBrokerThread.toCompletableFuture())
                .succeedsWithin(Soon.PATIENCE)
                .isEqualTo(true);
    }

    @Test
    void theAnswerFailsWithTheReason() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.acceptRequest();
        exchange.exchange().cancel();
        assertThat(exchange.exchange().json().toCompletableFuture())
                .failsWithin(Soon.PATIENCE)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(ExchangeException.class)
                .withMessageContaining("cancelled");
        assertThat(exchange.failure()).isNotInstanceOf(CompletionException.class);
    }

    private static void cancel(RecordingListener exchange, ExchangeState state) {
        assertThat(exchange.exchange().state()).isEqualTo(state);
        assertThat(exchange.exchange().cancel()).as("the first time").isTrue();
        assertThat(exchange.exchange().cancel()).as("the second time").isFalse();
        assertCancelled(exchange, state);
    }

    private static void assertCancelled(RecordingListener exchange, ExchangeState state) {
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.CANCELLED);
        assertThat(exchange.failure().phase()).isEqualTo(state);
    }
}
