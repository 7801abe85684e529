package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.HandPublisher;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streamed bodies of requests over HTTP/2: windows, resets, GOAWAY. */
class Http2StreamedRequestTest {

    private static final int CANCEL = 8;
    private static final int NO_ERROR = 0;
    private static final int REFUSED_STREAM = 7;
    private static final int MANY_STREAMS = 100;
    /** Less than the window that the connection begins with. */
    private static final int SIZE = 60_000;

    private static final Duration IDLE = Duration.ofSeconds(5);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig(BrokerRig.Way.H2C);

    private final HandPublisher body = new HandPublisher();

    @RepeatedTest(10)
    void anEarlyAnswerWithAResetIsTheAnswer() {
        rig.start(at(rig.rawHttp2(Http2Misbehaviour.EARLY_413).uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(-1)));
        assertThat(exchange.response().status()).isEqualTo(413);
        Soon.until("the end of the body", () -> body.subscribers() == body.cancelled());
    }

    @Test
    void anEarlyAnswerResetsTheStreamAndLeavesTheConnectionToOthers() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.EARLY_RESPONSE, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(1000)));
        assertThat(exchange.response().status()).isEqualTo(200);
        Soon.until("the reset", () -> partner.resets(CANCEL) == 1);
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(partner.connections()).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = {"GOAWAY_BELOW_AND_CLOSE", "RESET_INTERNAL_ERROR", "CLOSE_CONNECTION"})
    void aBodyThatWasReadIsNotSentAgain(Http2Misbehaviour first) {
        RawHttp2Partner partner = rig.rawHttp2(first, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(4)));
        body.send("one ").complete();
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        assertThat(partner.methodCount("PUT")).isLessThanOrEqualTo(1);
        assertThat(body.subscribers()).isOne();
    }

    @Test
    void aStreamThatIsRefusedInTheBodyIsTheEnd() {
        HandPartner hand = HandPartner.open();
        try {
            rig.start(at(hand.url()).retries(5));
            RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(8)));
            HandHttp2 connection = HandHttp2.accept(hand, MANY_STREAMS);
            int stream = connection.readHeaders();
            body.send("one ");
            connection.reset(stream, REFUSED_STREAM);
            exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
            assertThat(exchange.exchange().timings().attempts()).hasSize(1);
            body.awaitCancelled();
            assertThat(body.cancelled()).isOne();
        } finally {
            hand.close();
        }
    }

    @Test
    void aCompleteAnswerThatIsReadSlowlySurvivesTheResetBehindIt() {
        HandPartner hand = HandPartner.open();
        try {
            rig.start(at(hand.url()));
            RecordingListener exchange =
                    rig.start(rig.exchange().post("/").body(body.body(-1)).streamed());
            HandHttp2 connection = HandHttp2.accept(hand, MANY_STREAMS);
            int stream = connection.readHeaders();
            body.send("one ").awaitRequest();
            connection.sendHead(stream);
            connection.sendPart(stream, "1");
            connection.sendLastPart(stream, "2");
            connection.reset(stream, NO_ERROR);
            exchange.await(Event.BODY_PART);
            // The write that the reset makes fail must not fail the response that is still to be read.
            body.send("two ");
            body.awaitCancelled();
            exchange.parts().get(0).next();
            Soon.until("the second part", () -> exchange.parts().size() == 2);
            exchange.parts().get(1).next();
            exchange.assertEnded(Outcome.COMPLETED, null);
            assertThat(exchange.streamedText()).isEqualTo("12");
        } finally {
            hand.close();
        }
    }

    @Test
    void aPartIsWrittenAsFarAsTheWindowAllows() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.NO_WINDOW, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(SIZE)));
        body.send(ByteBuffer.allocate(10));
        assertThat(partner.bodyBytes()).isZero();
        assertThat(body.requested()).isOne();
        partner.proceed();
        body.send(ByteBuffer.allocate(SIZE - 10)).complete();
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(partner.bodyBytes()).isEqualTo(SIZE);
    }

    @Test
    void aPartnerThatGrantsNoWindowIsSilent() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.NO_WINDOW, Http2Misbehaviour.OK);
        rig.start(at(partner.uri()));
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(body.body(-1)).idleTimeout(IDLE));
        body.send(ByteBuffer.allocate(10));
        Soon.until("the idle timeout", () -> {
            rig.clock().advance(IDLE);
            return exchange.exchange().outcome() != null;
        });
        exchange.assertEnded(Outcome.EXPIRED, Reason.IDLE_TIMEOUT);
        body.awaitCancelled();
        Soon.until("the reset", () -> partner.resets(CANCEL) == 1);
    }
}
