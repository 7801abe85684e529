package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every time-out, with a clock that the test moves. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeTimeoutTest {

    private static final Duration A_BIT = Duration.ofNanos(1);

    @RegisterExtension
    final BrokerRig rig;

    ExchangeTimeoutTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    // ---- Of the exchange as a whole. ----------------------------------------------------------------------------

    @Test
    void anExchangeExpiresWhenItsTimeIsOverAndNotBefore() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(5)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5).minus(A_BIT));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.WAITING);
        rig.pass(A_BIT);
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.failure())
                .hasMessage("partner partner, waiting: no answer within 5000 ms")
                .extracting("phase", "maybeSent")
                .containsExactly(ExchangeState.WAITING, true);
        connection.awaitClosed();
    }

    @Test
    void anExchangeExpiresInTheQueue() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(5)).maxConnections(1));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.acceptRequest();
        rig.pass(seconds(2));
        RecordingListener second = rig.start(rig.exchange().get("/second").timeout(seconds(1)));
        second.await(ExchangeState.QUEUED);
        rig.pass(seconds(1));
        second.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(second.failure().phase()).isEqualTo(ExchangeState.QUEUED);
        assertThat(second.failure().maybeSent()).isFalse();
        assertThat(second.events()).containsExactly(Event.EXPIRED, Event.ENDED);
        assertThat(rig.partner().queued()).isZero();
        connection.answer("x");
        first.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anExchangeExpiresWhileItConnects() {
        rig.start(at(rig.deaf().uri()).timeout(seconds(1)).connectTimeout(seconds(3)));
        RecordingListener exchange = rig.get("/").await(ExchangeState.CONNECTING);
        rig.pass(seconds(1));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.CONNECTING);
        assertThat(exchange.failure().maybeSent()).isFalse();
        assertThat(exchange.events()).containsExactly(Event.EXPIRED, Event.ENDED);
    }

    @Test
    void anExchangeExpiresWhileItSends() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(5)));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.large()));
        HandConnection connection = partner.accept();
        exchange.await(ExchangeState.SENDING);
        rig.pass(seconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.SENDING);
        connection.awaitClosed();
    }

    @Test
    void anExchangeExpiresInTheBodyThoughBytesKeepComing() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(5)).idleTimeout(seconds(2)));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").streamed(), rig.listener().readingOn());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        for (int second = 1; second < 5; second++) {
            connection.send("x");
            awaitText(exchange, "x".repeat(second));
            rig.pass(seconds(1));
        }
        rig.pass(seconds(1));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.BODY);
        connection.awaitClosed();
    }

    @Test
    void aShorterTimeOfTheExchangeHoldsAndALongerDoesNot() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(5)));
        RecordingListener shorter = rig.start(rig.exchange().get("/").timeout(seconds(3)));
        RecordingListener longer = rig.start(rig.exchange().get("/").timeout(seconds(60)));
        partner.acceptRequest();
        partner.acceptRequest();
        rig.pass(seconds(3));
        shorter.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        assertThat(longer.exchange().state().isEnd()).isFalse();
        rig.pass(seconds(2));
        longer.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
    }

    @Test
    void afterTheEndNoAlarmIsLeft() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        assertThat(rig.clock().alarms()).isOne();
        connection.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(rig.clock().alarms()).isZero();
    }

    // ---- Of one attempt. ----------------------------------------------------------------------------------------

    @Test
    void anAttemptThatTakesTooLongIsMadeAgainWhereItDoesNoHarm() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(20)).attemptTimeout(seconds(5)));
        RecordingListener exchange = rig.get("/");
        HandConnection first = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5));
        first.awaitClosed();
        HandConnection second = partner.acceptRequest();
        rig.pass(seconds(4));
        second.answer("x");
        assertThat(exchange.response().text()).isEqualTo("x");
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
    }

    @Test
    void theLastAttemptThatTakesTooLongEndsTheExchange() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(20)).attemptTimeout(seconds(5)));
        RecordingListener exchange = rig.get("/");
        partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5));
        partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
        assertThat(exchange.failure()).hasMessageContaining("no response to the attempt within 5000 ms");
    }

    @Test
    void anAttemptThatMayHaveBeenSeenIsNotMadeAgainWhereItDoesHarm() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(20)).attemptTimeout(seconds(5)));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
        assertThat(rig.partner().connections().opened()).isOne();
    }

    @Test
    void theTimeOfAnAttemptBeginsWhenItLeavesTheQueue() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url())
                .timeout(seconds(60))
                .attemptTimeout(seconds(5))
                .maxConnections(1)
                .retries(0));
        RecordingListener first = rig.get("/first");
        HandConnection connection = partner.acceptRequest();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        first.await(ExchangeState.WAITING);
        rig.pass(seconds(4));
        connection.answer("1");
        first.assertEnded(Outcome.COMPLETED, null);
        connection.readRequest();
        second.await(ExchangeState.WAITING);
        rig.pass(seconds(4));
        assertThat(second.exchange().state()).isEqualTo(ExchangeState.WAITING);
        rig.pass(seconds(1));
        second.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
    }

    @Test
    void anAttemptThatTakesTooLongToConnectHasFailedToConnect() {
        rig.start(at(rig.deaf().uri())
                .timeout(seconds(60))
                .attemptTimeout(seconds(1))
                .connectTimeout(seconds(3))
                .retry(r -> r.connectRetries(1))
                .retries(0));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.await(ExchangeState.CONNECTING);
        rig.pass(seconds(1));
        assertThat(exchange.events()).containsExactly(Event.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        exchange.await(ExchangeState.CONNECTING);
        rig.pass(seconds(1));
        exchange.assertEnded(Outcome.EXPIRED, Reason.ATTEMPT_TIMEOUT);
        assertThat(exchange.events())
                .containsExactly(Event.CONNECTION_FAILED, Event.CONNECTION_FAILED, Event.EXPIRED, Event.ENDED);
        assertThat(exchange.failure())
                .hasMessage("partner partner, connecting: no response to the attempt within 1000 ms")
                .returns(false, ExchangeException::maybeSent);
    }

    // ---- Of connecting. -----------------------------------------------------------------------------------------

    @Test
    void aConnectionThatIsNotThereInTimeIsTriedAgain() {
        rig.start(at(rig.deaf().uri()).connectTimeout(seconds(3)).retry(r -> r.connectRetries(1)));
        RecordingListener exchange = rig.get("/").await(ExchangeState.CONNECTING);
        rig.pass(seconds(3).minus(A_BIT));
        assertThat(exchange.events()).isEmpty();
        rig.pass(A_BIT);
        exchange.await(ExchangeState.CONNECTING);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        rig.pass(seconds(3));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_TIMEOUT);
        assertThat(exchange.events()).containsExactly(Event.CONNECTION_FAILED, Event.CONNECTION_FAILED, Event.ENDED);
        assertThat(exchange.failure()).hasMessageContaining("no connection within 3000 ms");
    }

    @Test
    void theConnectTimeoutOfJettyIsReportedAsMedleysOwn() {
        rig.start(at(rig.raw(Misbehaviour.NEVER_ACCEPT).uri())
                // Jetty's, by real time, while the test does not move its clock.
                .connectTimeout(Duration.ofMillis(300))
                .retry(r -> r.connectRetries(0)));
        rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECT_TIMEOUT);
    }

    @Test
    void connectTimeoutEndsWithTheConnect() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).connectTimeout(seconds(2)).timeout(seconds(60)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(30));
        connection.answer("x");
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    // ---- Without a byte. ----------------------------------------------------------------------------------------

    @Test
    void aPartnerThatIsSilentIsGivenUp() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)).retries(0));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(5).minus(A_BIT));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.WAITING);
        rig.pass(A_BIT);
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        assertThat(exchange.failure()).hasMessageContaining("not a byte within 5000 ms");
        connection.awaitClosed();
    }

    @Test
    void everyByteOfTheBodyPutsTheEndOff() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").streamed(), rig.listener().readingOn());
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(4));
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
        exchange.await(ExchangeState.BODY);
        rig.pass(seconds(4));
        connection.send("a");
        awaitText(exchange, "a");
        rig.pass(seconds(4));
        connection.send("b");
        awaitText(exchange, "ab");
        rig.pass(seconds(5));
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        assertThat(exchange.failure().phase()).isEqualTo(ExchangeState.BODY);
        connection.awaitClosed();
    }

    @Test
    void aPartnerIsNotSilentWhileTheNextPartIsNotDemanded() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na");
        awaitText(exchange, "a");
        rig.pass(seconds(4));
        rig.pass(seconds(9));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.BODY);
        exchange.parts().get(0).next();
        rig.pass(seconds(5).minus(A_BIT));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.BODY);
        rig.pass(A_BIT);
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        connection.awaitClosed();
    }

    @Test
    void aListenerThatNeverDemandsTheNextPartIsEndedByTheTimeout() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na");
        awaitText(exchange, "a");
        rig.pass(seconds(60));
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        connection.awaitClosed();
    }

    @Test
    void aPartnerIsNotSilentWhileTheRequestIsBeingSent() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)).retries(0));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(Bodies.large()));
        HandConnection connection = partner.accept();
        exchange.await(ExchangeState.SENDING);
        rig.pass(seconds(20));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.SENDING);
        connection.readRequest();
        exchange.await(ExchangeState.WAITING);
        rig.pass(seconds(4));
        assertThat(exchange.exchange().state()).isEqualTo(ExchangeState.WAITING);
        rig.pass(seconds(1));
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
    }

    @Test
    void headerFieldsThatDripDoNotKeepAnExchangeAlive() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).timeout(seconds(60)).idleTimeout(seconds(5)).retries(0));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        exchange.await(ExchangeState.WAITING);
        connection.send("HTTP/1.1 200 OK\r\n");
        rig.pass(seconds(4));
        connection.send("X-Slow: very");
        rig.pass(seconds(1));
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
    }

    private static void awaitText(RecordingListener exchange, String text) {
        Soon.until("text " + text, () -> exchange.streamedText().equals(text));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
