package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.HandPublisher;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A streamed body and time: silent partners, slow clients, time-outs, cancellation. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class StreamedRequestEndTest {

    /** More than the buffers of the system hold. */
    private static final int MORE_THAN_FITS = 32 * 1024 * 1024;

    private static final Duration IDLE = Duration.ofSeconds(5);

    @RegisterExtension
    final BrokerRig rig;

    private final HandPublisher body = new HandPublisher();

    StreamedRequestEndTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aPartnerThatStopsReadingIsSilent() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(body.body(-1)).idleTimeout(IDLE));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send(ByteBuffer.allocate(MORE_THAN_FITS));
        hand.readBytes(1);
        rig.pass(IDLE.multipliedBy(2));
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        body.awaitCancelled();
        hand.awaitClosed();
        assertThat(body.cancelled()).isOne();
    }

    @Test
    void aSlowBodyIsNotTheFaultOfThePartner() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(body.body(8)).idleTimeout(IDLE));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        body.awaitRequest();
        rig.pass(IDLE.multipliedBy(2));
        rig.pass(IDLE.multipliedBy(2));
        hand.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
        exchange.await(ExchangeState.BODY);
        rig.pass(IDLE.multipliedBy(2));
        rig.pass(IDLE.multipliedBy(2));
        body.send("two.").complete();
        assertThat(hand.readBytes(4)).isEqualTo("two.");
        hand.send("done");
        assertThat(exchange.response().text()).isEqualTo("done");
    }

    @Test
    void aPartnerThatHasGotTheBodyAndIsSilentExpires() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(body.body(4)).idleTimeout(IDLE));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ").complete();
        exchange.await(ExchangeState.WAITING);
        rig.pass(IDLE.multipliedBy(2));
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        assertThat(body.cancelled()).isZero();
    }

    @Test
    void theTimeoutOfTheExchangeHoldsForASlowBody() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(body.body(8)).timeout(IDLE));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        rig.pass(IDLE);
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        body.awaitCancelled();
        assertThat(hand.readBytes(4)).isEmpty();
        assertThat(body.cancelled()).isOne();
    }

    @RepeatedTest(10)
    void cancelledItIsNoCompleteRequest() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(8)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        exchange.exchange().cancel();
        exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        body.awaitCancelled();
        assertThat(hand.readBytes(4)).isEmpty();
        assertThat(body.cancelled()).isOne();
    }
}
