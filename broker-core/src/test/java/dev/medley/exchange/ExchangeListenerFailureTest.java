package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.stubs.raw.Misbehaviour;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener that throws fails its exchange, and nothing else. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeListenerFailureTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeListenerFailureTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "CONNECTION_ESTABLISHED",
                "WAITING_FOR_RESPONSE",
                "HEADERS_COMPLETED",
                "BODY_PART",
                "BODY_COMPLETED",
                "CONNECTION_IDLE"
            })
    void inAnEventBeforeTheEndItFailsTheExchange(Event when) {
        if (when == Event.CONNECTION_ESTABLISHED) {
            rig.assumeHttp11("no stream has been opened yet");
        }
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener other = rig.get("/other");
        HandConnection otherConnection = partner.acceptRequest();
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").streamed(), failing(when).readingOn());
        HandConnection connection = partner.accept();
        if (when != Event.CONNECTION_ESTABLISHED) {
            connection.answerNext("body");
        }
        exchange.assertEnded(Outcome.FAILED, Reason.LISTENER);
        assertThat(exchange.events()).endsWith(when, Event.ENDED);
        assertThat(exchange.failure())
                .hasMessageContaining("the listener failed")
                .hasRootCauseMessage("test");
        otherConnection.answer("unmoved");
        assertThat(other.response().text()).isEqualTo("unmoved");
        rig.assertNothingLeft();
        assertThatTheNextOneCompletes(partner, when);
    }

    @Test
    void whenAConnectionFailedNoOtherIsTried() {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri()).retry(r -> r.connectRetries(3)));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), failing(Event.CONNECTION_FAILED));
        exchange.assertEnded(Outcome.FAILED, Reason.LISTENER);
        assertThat(exchange.events()).containsExactly(Event.CONNECTION_FAILED, Event.ENDED);
    }

    @Test
    void afterTheTimeOutItStaysExpired() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), failing(Event.EXPIRED));
        partner.acceptRequest();
        rig.pass(rig.partner().settings().timeout());
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
    }

    @Test
    void afterTheEndItStaysAsItEnded() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/"), failing(Event.ENDED));
        partner.accept().answerNext("x");
        assertThat(exchange.response().text()).isEqualTo("x");
    }

    @Test
    void anErrorIsAsBadAsAnException() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener listener = rig.listener().on(Event.HEADERS_COMPLETED, e -> {
            throw new StackOverflowError("test");
        });
        RecordingListener exchange = rig.start(rig.exchange().get("/"), listener);
        partner.accept().answerNext("x");
        exchange.assertEnded(Outcome.FAILED, Reason.LISTENER);
    }

    @Test
    void anObserverThatThrowsDisturbsNoOtherObserver() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<DefaultExchange> seen = new CopyOnWriteArrayList<>();
        rig.broker().onExchangeEnded(e -> {
            throw new IllegalStateException("test");
        });
        rig.broker().onExchangeEnded(e -> {
            throw new AssertionError("test");
        });
        rig.broker().observeEnds(seen::add);
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("x");
        assertThat(exchange.response().text()).isEqualTo("x");
        assertThat(seen).containsExactly(exchange.exchange());
    }

    private RecordingListener failing(Event when) {
        return rig.listener().on(when, e -> {
            throw new IllegalStateException("test");
        });
    }

    private void assertThatTheNextOneCompletes(HandPartner partner, Event after) {
        long opened = rig.partner().connections().opened();
        int idle = rig.partner().connections().idle();
        RecordingListener next = rig.get("/next");
        if (idle == 0) {
            partner.accept().answerNext("next");
            assertThat(next.response().text()).as("after %s", after).isEqualTo("next");
        } else {
            next.await(Event.WAITING_FOR_RESPONSE);
            assertThat(rig.partner().connections().opened())
                    .as("reused after %s", after)
                    .isEqualTo(opened);
            next.exchange().cancel();
        }
    }
}
