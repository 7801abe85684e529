package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandHttp2;
import dev.medley.connection.HandPartner;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The end of streams: what is given back, and when. The partner is played frame by frame. */
class Http2StreamEndTest {

    private static final int WINDOW = 256 * 1024;
    private static final int INTERNAL_ERROR = 2;
    private static final int MANY_STREAMS = 100;
    private static final int ROUND_TRIPS = 20;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private final HandPartner partner = rig.hand();
    private @Nullable HandConnection otherConnection;

    @Test
    void theStreamOfACancelledExchangeIsFreeWhenItsResetIsWritten() {
        HandPartner other = rig.hand();
        rig.start(settings(), BrokerRig.named("other", other.url()));
        RecordingListener stuck = rig.start(rig.exchange().post("/").body(Bodies.large()));
        HandHttp2 connection = HandHttp2.accept(partner, 1);
        stuck.await(ExchangeState.SENDING);
        connection.readHeaders();
        // Meanwhile the partner that does not read makes the write wait.
        exchangeWith(other);
        stuck.exchange().cancel();
        stuck.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);

        RecordingListener next = rig.get("/");
        exchangeWith(other);
        connection.readReset();
        connection.answer(connection.readHeaders());
        next.assertEnded(Outcome.COMPLETED, null);
        assertThat(next.exchange().timings().attempts()).hasSize(1);
    }

    @Test
    void aBodyInSmallPartsThatIsOnItsWayWhenItsExchangeIsCancelledDoesNoHarm() {
        start();
        RecordingListener cancelled = rig.get("/");
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        int stream = connection.readHeaders();
        connection.sendHead(stream);
        cancelled.await(ExchangeState.BODY);
        cancelled.exchange().cancel();
        connection.readReset();
        String part = "x".repeat(100);
        for (int sent = 0; sent + part.length() <= WINDOW; sent += part.length()) {
            connection.sendPart(stream, part);
        }

        RecordingListener next = rig.get("/");
        connection.answer(connection.readHeaders());
        next.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void whatWasNotReadOfAResponseIsReleasedWhenItsStreamIsReset() {
        start();
        RecordingListener exchange =
                rig.start(rig.exchange().post("/").body(Bodies.large()).streamed());
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        int stream = connection.readHeaders();
        connection.sendHead(stream).sendPart(stream, "one");
        exchange.await(Event.BODY_PART);
        connection.sendLastPart(stream, "two").reset(stream, INTERNAL_ERROR);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
    }

    @Test
    void anExchangeThatWaitsForAStreamIsServedByTheNextConnectionWhenTheFirstCloses() {
        start();
        RecordingListener exchange = rig.get("/");
        HandHttp2 none = HandHttp2.accept(partner, 0);
        Soon.until("the connection", () -> rig.partner().connections().open() == 1);
        none.close();
        HandHttp2 connection = HandHttp2.accept(partner, MANY_STREAMS);
        connection.answer(connection.readHeaders());
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aConnectionWithoutStreamsTakesNothingFromTheOthers() {
        rig.start(settings()
                .http2(h -> h.connections(2)
                        .maxStreams(MANY_STREAMS)
                        .streamWindow(WINDOW)
                        .connectionWindow(1 << 20)
                        .pingInterval(Duration.ZERO)));
        RecordingListener exchange = rig.get("/");
        HandHttp2 one = HandHttp2.accept(partner, 4);
        int stream = one.readHeaders();
        for (int i = 0; i < 3; i++) {
            rig.get("/");
        }
        // All four streams are in use at once, so that another connection is opened ahead of need.
        List<Integer> others = Stream.generate(one::readHeaders).limit(3).toList();
        others.forEach(one::answer);
        HandHttp2 none = HandHttp2.accept(partner, 0);
        Soon.until("both connections", () -> rig.partner().connections().open() == 2);
        Soon.asserted(() -> assertThat(rig.partner().maxPermits()).isEqualTo(4));
        none.close();
        Soon.asserted(() -> assertThat(rig.partner().maxPermits()).isEqualTo(8));
        one.answer(stream);
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    private void exchangeWith(HandPartner other) {
        for (int i = 0; i < ROUND_TRIPS; i++) {
            RecordingListener exchange =
                    rig.start(rig.broker().exchange("other").get("/"));
            otherConnection = otherConnection == null ? other.accept() : otherConnection;
            otherConnection.answerNext("ok");
            exchange.assertEnded(Outcome.COMPLETED, null);
        }
    }

    private void start() {
        rig.start(settings());
    }

    private PartnerSettings.Builder settings() {
        return at(partner.url())
                .protocol(ProtocolChoice.H2C)
                .retries(0)
                .http2(h -> h.connections(1)
                        .maxStreams(MANY_STREAMS)
                        .streamWindow(WINDOW)
                        .connectionWindow(1 << 20)
                        .pingInterval(Duration.ZERO));
    }
}
