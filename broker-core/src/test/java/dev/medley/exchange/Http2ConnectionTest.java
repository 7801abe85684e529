package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerHttp2Settings;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connections of HTTP/2: how they begin, how many streams they carry, how they drain and die. */
class Http2ConnectionTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration PING_INTERVAL = Duration.ofSeconds(30);
    private static final int MANY = 40;
    private static final int CANCEL = 8;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    // ---- The beginning. -----------------------------------------------------------------------------------------

    @Test
    void settingsThatDoNotComeAreAConnectTimeout() {
        RawHttp2Partner partner = start(Http2Misbehaviour.NO_SETTINGS);
        RecordingListener exchange = rig.get("/");
        Soon.until("the connection", () -> partner.connections() == 1);
        exchange.await(ExchangeState.CONNECTING);
        rig.pass(CONNECT_TIMEOUT);
        exchange.awaitEnd();
        assertThat(exchange.failure().reason()).isEqualTo(Reason.CONNECT_TIMEOUT);
        // A socket that is connected only after the exchange has ended has the time for its settings once more.
        Soon.until("the connection is closed", () -> {
            rig.pass(CONNECT_TIMEOUT);
            return partner.open() == 0;
        });
    }

    @Test
    void aPartnerThatResetsOnAcceptIsAFailedConnect() {
        start(Http2Misbehaviour.RESET_ON_ACCEPT);
        rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
    }

    @Test
    void aPartnerThatSpeaksHttp11IsAFailedConnect() {
        start(Http2Misbehaviour.HTTP_1_1_ANSWER);
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.failure()).hasMessageContaining("HTTP/2 is not set up");
    }

    @Test
    void settingsThatAreNotAcknowledgedDoNoHarm() {
        start(Http2Misbehaviour.NO_SETTINGS_ACK, Http2Misbehaviour.OK);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
    }

    // ---- Requests that were not processed. ----------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(names = {"REFUSED_STREAM", "GOAWAY_BELOW", "GOAWAY_BELOW_AND_CLOSE", "GOAWAY_ENHANCE_YOUR_CALM"})
    void aPostThatWasNotProcessedGoesAgain(Http2Misbehaviour misbehaviour) {
        RawHttp2Partner partner = start(misbehaviour, Http2Misbehaviour.OK);
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(partner.connections()).isEqualTo(misbehaviour == Http2Misbehaviour.REFUSED_STREAM ? 1 : 2);
    }

    @Test
    void aPartnerThatRefusesAllStreamsFailsTheExchangeInTheEnd() {
        RawHttp2Partner partner = start(Http2Misbehaviour.REFUSED_STREAM);
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        Soon.until("the end", () -> {
            rig.pass(Duration.ofMillis(100));
            return exchange.exchange().state().isEnd();
        });
        exchange.awaitEnd();
        assertThat(exchange.failure()).hasMessageContaining("refused the stream");
        assertThat(partner.streams()).isBetween(2L, 10L);
    }

    @Test
    void aPostThatMayHaveBeenProcessedDoesNotGoAgain() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.GOAWAY_AND_CLOSE, Http2Misbehaviour.OK);
        rig.start(settings(partner).retries(3));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.requests()).isOne();
    }

    @Test
    void aGetThatMayHaveBeenProcessedGoesAgainAsOftenAsRetriesAllow() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.RESET_INTERNAL_ERROR);
        rig.start(settings(partner).retries(2));
        rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.requests()).isEqualTo(3);
    }

    // ---- Drains. ------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(names = {"GOAWAY_BEFORE_RESPONSE", "GOAWAY_IN_BODY", "GOAWAY_IN_TWO_STEPS"})
    void aConnectionThatDrainsCarriesNoFurtherExchange(Http2Misbehaviour misbehaviour) {
        RawHttp2Partner partner = start(misbehaviour, Http2Misbehaviour.OK);
        RecordingListener first = rig.get("/");
        first.assertEnded(Outcome.COMPLETED, null);
        RecordingListener second = rig.get("/");
        second.assertEnded(Outcome.COMPLETED, null);
        assertThat(second.exchange().connection()).isNotSameAs(first.exchange().connection());
        assertThat(partner.ignoredStreams()).isZero();
        Soon.until("the drained connection is closed", () -> partner.open() == 1);
    }

    @Test
    void aConnectionThatDrainsWhileIdleIsClosed() {
        RawHttp2Partner partner = start(Http2Misbehaviour.GOAWAY_WHILE_IDLE, Http2Misbehaviour.OK);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
        partner.proceed();
        Soon.until("the connection is closed", () -> rig.partner().connections().open() == 0);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.connections()).isEqualTo(2);
    }

    // ---- Streams. -----------------------------------------------------------------------------------------------

    @Test
    void aConnectionOfOneStreamCarriesOneExchangeAtATime() {
        RawHttp2Partner partner = rig.rawHttp2(choices -> choices.maxStreams(1).then(Http2Misbehaviour.OK_ON_SIGNAL));
        rig.start(settings(partner).http2(http2(2, 1000)));
        List<RecordingListener> exchanges = get(5);
        Soon.until("one stream on each connection", () -> partner.requests() == 2);
        for (int i = 0; i < exchanges.size(); i++) {
            partner.proceed();
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        assertThat(partner.connections()).isEqualTo(2);
        assertThat(partner.maxOpenStreams()).isEqualTo(2);
        assertThat(rig.partner().maxPermits()).isEqualTo(2);
    }

    @Test
    void aConnectionWithoutStreamsCarriesExchangesOnceItHasSome() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.NO_STREAM, Http2Misbehaviour.OK);
        rig.start(settings(partner).http2(http2(1, 1000)));
        List<RecordingListener> exchanges = get(3);
        Soon.until("the connection", () -> rig.partner().connections().open() == 1);
        assertThat(partner.streams()).isZero();
        partner.proceed();
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        assertThat(partner.connections()).isOne();
        assertThat(rig.partner().maxPermits()).isEqualTo(100);
    }

    @Test
    void streamsAreNoMoreThanConfigured() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.OK_ON_SIGNAL);
        rig.start(settings(partner).http2(http2(1, 3)));
        List<RecordingListener> exchanges = get(7);
        Soon.until("three requests", () -> partner.requests() == 3);
        assertThat(rig.partner().queued()).isEqualTo(4);
        assertThat(rig.partner().maxPermits()).isEqualTo(3);
        for (int i = 0; i < exchanges.size(); i++) {
            partner.proceed();
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        assertThat(partner.maxOpenStreams()).isEqualTo(3);
    }

    @Test
    void aCancelledExchangeResetsItsStreamOnly() {
        RawHttp2Partner partner =
                start(Http2Misbehaviour.OK_ON_SIGNAL, Http2Misbehaviour.NEVER_ANSWER, Http2Misbehaviour.OK);
        RecordingListener neighbour = rig.get("/");
        Soon.until("the neighbour's request", () -> partner.requests() == 1);
        RecordingListener cancelled = rig.get("/");
        Soon.until("both requests", () -> partner.requests() == 2);
        cancelled.exchange().cancel();
        cancelled.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
        Soon.until("the reset", () -> partner.resets(CANCEL) == 1);
        partner.proceed();
        neighbour.assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.resets()).isOne();
        assertThat(partner.connections()).isOne();
    }

    @Test
    void cancelledExchangesBeforeTheyAreSentOpenNoStream() {
        RawHttp2Partner partner = rig.rawHttp2(choices -> choices.maxStreams(1).then(Http2Misbehaviour.OK_ON_SIGNAL));
        rig.start(settings(partner).http2(http2(1, 1000)));
        List<RecordingListener> exchanges = get(MANY);
        Soon.until("a request", () -> partner.requests() == 1);
        // Exchanges are started on threads of the pool, in any order.
        RecordingListener sent = exchanges.stream()
                .filter(exchange -> exchange.events().contains(Event.CONNECTION_ESTABLISHED))
                .findFirst()
                .orElseThrow();
        List<RecordingListener> waiting =
                exchanges.stream().filter(exchange -> exchange != sent).toList();
        waiting.forEach(exchange -> exchange.exchange().cancel());
        waiting.forEach(exchange -> exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED));
        partner.proceed();
        sent.assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.streams()).isOne();
    }

    // ---- Requests. ----------------------------------------------------------------------------------------------

    @Test
    void aBodyWaitsForTheWindowOfThePartner() {
        RawHttp2Partner partner = start(Http2Misbehaviour.NO_WINDOW, Http2Misbehaviour.OK);
        RecordingListener post = rig.start(rig.exchange().post("/").body(Bodies.small()));
        post.await(ExchangeState.SENDING);
        Soon.until("the stream", () -> partner.streams() == 1);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.bodyBytes()).isZero();
        partner.proceed();
        post.assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.connections()).isOne();
    }

    @Test
    void aBodyThatGetsNoWindowExpiresAlone() {
        RawHttp2Partner partner = start(Http2Misbehaviour.NO_WINDOW, Http2Misbehaviour.OK);
        RecordingListener post = rig.start(rig.exchange().post("/").body(Bodies.small()));
        Soon.until("the stream", () -> partner.streams() == 1);
        rig.pass(TIMEOUT);
        post.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.connections()).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = {"EARLY_RESPONSE", "EARLY_413"})
    void aResponseBeforeTheEndOfTheBodyIsTaken(Http2Misbehaviour misbehaviour) {
        RawHttp2Partner partner = start(Http2Misbehaviour.NO_WINDOW, misbehaviour, Http2Misbehaviour.OK);
        RecordingListener post = rig.start(rig.exchange().post("/").body(Bodies.small()));
        post.assertEnded(Outcome.COMPLETED, null);
        assertThat(post.response().status()).isEqualTo(misbehaviour == Http2Misbehaviour.EARLY_413 ? 413 : 200);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.connections()).isOne();
    }

    @Test
    void aPartnerThatDoesNotReadExpiresTheExchange() {
        start(Http2Misbehaviour.NEVER_READ);
        RecordingListener exchange = rig.get("/");
        exchange.await(Event.WAITING_FOR_RESPONSE);
        rig.pass(TIMEOUT);
        exchange.assertEnded(Outcome.EXPIRED, Reason.TIMEOUT);
    }

    // ---- Silence. -----------------------------------------------------------------------------------------------

    @Test
    void aPartnerThatIsSilentIsSentPings() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.OK_ON_SIGNAL, Http2Misbehaviour.OK);
        rig.start(pinging(partner));
        RecordingListener exchange = rig.get("/");
        Soon.until("the request", () -> partner.requests() == 1);
        for (int pings = 1; pings <= 3; pings++) {
            int expected = pings;
            passPingInterval();
            Soon.until("ping " + expected, () -> partner.pings() == expected);
            // Its response comes behind the answer to the PING.
            rig.get("/").assertEnded(Outcome.COMPLETED, null);
        }
        partner.proceed();
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(partner.connections()).isOne();
    }

    @Test
    void aConnectionWhosePingsAreNotAnsweredIsClosed() {
        RawHttp2Partner partner = rig.rawHttp2(Http2Misbehaviour.NO_PING_ACK, Http2Misbehaviour.NEVER_ANSWER);
        rig.start(pinging(partner));
        RecordingListener exchange = rig.get("/");
        Soon.until("the request", () -> partner.requests() == 1);
        // The last bytes of the partner, which acknowledge settings, may come after the first interval.
        Soon.until("the end, without another byte", () -> {
            passPingInterval();
            return exchange.exchange().outcome() != null;
        });
        Soon.until("a ping", () -> partner.pings() > 0);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.failure()).hasMessageContaining("did not answer a PING within 30000 ms");
    }

    private void passPingInterval() {
        rig.pass(PING_INTERVAL);
    }

    // ---- Floods. ------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(
            names = {
                "FLOOD_OF_RESETS",
                "FLOOD_OF_SETTINGS",
                "FLOOD_OF_PINGS",
                "FLOOD_OF_EMPTY_DATA",
                "FLOOD_OF_CONTINUATIONS",
                "FLOOD_OF_WINDOW_UPDATES",
                "FLOOD_OF_PRIORITIES",
                "FLOOD_OF_1XX"
            })
    void aFloodEndsItsConnectionOnly(Http2Misbehaviour flood) {
        RawHttp2Partner partner = rig.rawHttp2(choices -> choices.maxStreams(1)
                .then(Http2Misbehaviour.OK_ON_SIGNAL)
                .then(flood)
                .then(Http2Misbehaviour.OK));
        rig.start(settings(partner).http2(http2(3, 1000)));
        RecordingListener elsewhere = rig.get("/");
        Soon.until("a request on the first connection", () -> partner.requests() == 1);
        rig.get("/").assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        Soon.until("the end of the flooded connection", () -> partner.open() < partner.connections());
        partner.proceed();
        elsewhere.assertEnded(Outcome.COMPLETED, null);
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
    }

    // ---- The rest. ----------------------------------------------------------------------------------------------

    private RawHttp2Partner start(Http2Misbehaviour... inTurn) {
        RawHttp2Partner partner = rig.rawHttp2(choices -> {
            choices.dripInterval(Duration.ofMillis(10));
            Stream.of(inTurn).forEach(choices::then);
        });
        rig.start(settings(partner));
        return partner;
    }

    private List<RecordingListener> get(int exchanges) {
        return IntStream.range(0, exchanges).mapToObj(i -> rig.get("/")).toList();
    }

    private static PartnerSettings.Builder settings(RawHttp2Partner partner) {
        return at(partner.uri())
                .protocol(ProtocolChoice.H2C)
                .timeout(TIMEOUT)
                .connectTimeout(CONNECT_TIMEOUT)
                .retry(r -> r.connectRetries(0))
                .retries(0);
    }

    private static PartnerSettings.Builder pinging(RawHttp2Partner partner) {
        return settings(partner).timeout(Duration.ofHours(1)).http2(h -> h.pingInterval(PING_INTERVAL));
    }

    private static Consumer<PartnerHttp2Settings.Builder> http2(int connections, int maxStreams) {
        return http2 -> http2.connections(connections).maxStreams(maxStreams).pingInterval(Duration.ZERO);
    }
}
