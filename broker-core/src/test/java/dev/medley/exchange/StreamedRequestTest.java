package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.HandPublisher;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The body of a request is streamed to a partner: part by part, once, and never looks complete if it is not. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class StreamedRequestTest {

    /** More than the buffers of the system hold. */
    private static final int MORE_THAN_FITS = 32 * 1024 * 1024;

    private static final String REFUSAL = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo much";

    @RegisterExtension
    final BrokerRig rig;

    private final HandPublisher body = new HandPublisher();

    StreamedRequestTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    // ---- The way of a body. -------------------------------------------------------------------------------------

    @Test
    void partsAreSentAsTheyCome() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(12)));
        HandConnection hand = partner.accept();
        HandRequest head = hand.readHead();
        assertThat(head.values("Content-Type")).containsExactly("text/plain");
        assertThat(head.values("Content-Length")).containsExactly("12");
        assertThat(head.values("Transfer-Encoding")).isEmpty();
        body.send("one ");
        assertThat(hand.readBytes(4)).isEqualTo("one ");
        body.send("two ");
        assertThat(hand.readBytes(4)).isEqualTo("two ");
        body.send("end.").complete();
        assertThat(hand.readBytes(4)).isEqualTo("end.");
        exchange.await(Event.WAITING_FOR_RESPONSE);
        hand.answer("done");
        assertThat(exchange.response().text()).isEqualTo("done");
        assertThat(exchange.events()).contains(Event.CONNECTION_IDLE);
        assertThat(body.cancelled()).isZero();
        assertThat(body.requested()).isBetween(3L, 4L);
    }

    @Test
    void aPartIsRequestedOnceTheOneBeforeIsWritten() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(MORE_THAN_FITS + 1L)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send(ByteBuffer.allocate(MORE_THAN_FITS));
        assertThat(hand.readBytes(1)).hasSize(1);
        assertThat(body.requested()).isOne();
        hand.readBytes(MORE_THAN_FITS - 1);
        body.send("!").complete();
        assertThat(hand.readBytes(1)).isEqualTo("!");
        hand.answer("done");
        assertThat(exchange.response().text()).isEqualTo("done");
    }

    @Test
    void aBodyLargerThanAllLimitsIsSentThroughOnePartOfMemory() {
        PartnerStubs stubs = rig.stubs();
        PartnerSettings.Builder partner = at(stubs.uri()).limits(l -> l.maxBody(1024));
        rig.start(DefaultBroker.builder().partner(rig.byThisWay(partner)).maxHeldBytes(64 * 1024));
        OneBuffer numbers = new OneBuffer(64 * 1024 * 1024);
        RecordingListener exchange = rig.start(
                rig.exchange().post("/partner/1").body(RequestBody.stream("text/plain", numbers.size(), numbers)));
        assertThat(exchange.response().text())
                .contains("\"received\":" + numbers.size() + ",\"sha256\":\"" + numbers.sha256() + "\"");
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aBodyArrivesWhole(boolean announced, int parts) {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener exchange =
                rig.start(rig.exchange().put("/partner/1").body(body.body(announced ? parts * 5L : -1)));
        for (int i = 0; i < parts; i++) {
            body.send("part\n");
        }
        body.complete();
        assertThat(exchange.response().text()).contains("\"received\":" + parts * 5 + ",");
        assertThat(exchange.events()).contains(Event.CONNECTION_IDLE);
    }

    static List<Object[]> lengths() {
        return List.of(
                new Object[] {true, 0},
                new Object[] {false, 0},
                new Object[] {true, 1},
                new Object[] {false, 1},
                new Object[] {true, 100},
                new Object[] {false, 100});
    }

    @Test
    void emptyPartsArePassedOver() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/partner/1").body(body.body(-1)));
        body.send("").send("").send("abc").send("").complete();
        assertThat(exchange.response().text()).contains("\"received\":3,");
    }

    @Test
    void anEndThatIsNotRequestedIsTheEnd() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener exchange = rig.start(rig.exchange().post("/partner/1").body(body.body(-1)));
        body.awaitRequest();
        body.push(ByteBuffer.wrap(new byte[3])).complete();
        body.push(ByteBuffer.wrap(new byte[3])).complete();
        body.fail(new IllegalStateException("after the end"));
        assertThat(exchange.response().text()).contains("\"received\":3,");
    }

    @Test
    void theResponseMayBeginBeforeTheBodyIsComplete() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(8)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        hand.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhe");
        exchange.await(Event.HEADERS_COMPLETED);
        body.send("two.").complete();
        assertThat(hand.readBytes(4)).isEqualTo("two.");
        hand.send("re");
        assertThat(exchange.response().text()).isEqualTo("here");
    }

    @Test
    void nothingIsReadBeforeThereIsAConnection() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener first = rig.get("/first");
        HandConnection hand = partner.acceptRequest();
        RecordingListener second =
                rig.start(rig.exchange().post("/second").body(body.body(3))).await(ExchangeState.QUEUED);
        assertThat(body.subscribers()).isZero();
        hand.answer("1");
        assertThat(hand.readHead().line()).contains("/second");
        body.send("abc").complete();
        hand.readBytes(3);
        hand.answer("2");
        first.assertEnded(Outcome.COMPLETED, null);
        second.assertEnded(Outcome.COMPLETED, null);
    }

    // ---- A body that fails. -------------------------------------------------------------------------------------

    @ParameterizedTest
    @MethodSource("faults")
    void aBodyThatFailsFailsTheExchangeAndIsNoCompleteRequest(Consumer<HandPublisher> fault) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(8)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        assertThat(hand.readBytes(4)).isEqualTo("one ");
        fault.accept(body);
        exchange.assertEnded(Outcome.FAILED, Reason.REQUEST_BODY);
        assertThat(exchange.failure()).hasMessageContaining("body");
        assertThat(exchange.events()).doesNotContain(Event.CONNECTION_IDLE);
        assertThat(hand.readBytes(4)).hasSizeLessThan(4);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        assertThat(body.cancelled()).isLessThanOrEqualTo(1);
    }

    static Stream<Named<Consumer<HandPublisher>>> faults() {
        return Stream.of(
                Named.of("it fails", body -> body.fail(new IllegalStateException("no more"))),
                Named.of("it fails with null", body -> body.fail(null)),
                Named.of("null as a part", body -> body.awaitRequest().push(null)),
                Named.of("fewer bytes", HandPublisher::complete),
                Named.of("fewer bytes after a part", body -> body.send("two").complete()),
                Named.of("more bytes", body -> body.send("two. more")),
                Named.of(
                        "more bytes in a further part",
                        body -> body.send("two.").send("more")),
                Named.of(
                        "all bytes and no end",
                        body -> body.send("two.").awaitRequest().fail(new Error("no more"))));
    }

    @Test
    void aBodyThatFailsInChunksIsNoCompleteRequest() {
        rig.assumeHttp11("chunks are HTTP/1.1");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(-1)));
        HandConnection hand = partner.accept();
        assertThat(hand.readHead().values("Transfer-Encoding")).containsExactly("chunked");
        body.send("one ");
        assertThat(hand.readBytes(7)).isEqualTo("4\r\none ");
        body.fail(new IllegalStateException("no more"));
        exchange.assertEnded(Outcome.FAILED, Reason.REQUEST_BODY);
        assertThat(hand.readBytes(9)).isEmpty();
    }

    @Test
    void aBodyThatFailsWhileThePartnerDoesNotReadFailsTheExchangeAtOnce() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(-1)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send(ByteBuffer.allocate(MORE_THAN_FITS));
        hand.readBytes(1);
        body.fail(new IllegalStateException("no more"));
        exchange.assertEnded(Outcome.FAILED, Reason.REQUEST_BODY);
        hand.awaitClosed();
    }

    // ---- A partner that answers early. --------------------------------------------------------------------------

    @RepeatedTest(10)
    void anEarlyAnswerIsTheAnswerAndEndsTheBody() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(1000)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        hand.send(REFUSAL);
        assertThat(exchange.response().status()).isEqualTo(413);
        assertThat(exchange.response().text()).isEqualTo("too much");
        body.awaitCancelled();
        hand.awaitClosed();
        assertThat(body.cancelled()).isOne();
    }

    @Test
    void anEarlyAnswerEndsABodyThatThePartnerDoesNotRead() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(-1)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send(ByteBuffer.allocate(MORE_THAN_FITS));
        hand.readBytes(1);
        hand.send(REFUSAL);
        assertThat(exchange.response().status()).isEqualTo(413);
        body.awaitCancelled();
        hand.awaitClosed();
        assertThat(body.cancelled()).isOne();
    }

    @Test
    void theConnectionOfAnEarlyAnswerServesNoOtherRequest() {
        rig.assumeHttp11("over HTTP/2 a stream ends, and not its connection");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(body.body(1000)));
        HandConnection hand = partner.accept();
        hand.readHead();
        RecordingListener next = rig.get("/next").await(ExchangeState.QUEUED);
        body.send("one ");
        hand.readBytes(4);
        hand.send(REFUSAL + REFUSAL.replace("too much", "not mine"));
        assertThat(exchange.response().text()).isEqualTo("too much");
        assertThat(exchange.events()).doesNotContain(Event.CONNECTION_IDLE);
        HandConnection other = partner.accept();
        assertThat(other.answerNext("mine").line()).contains("/next");
        assertThat(next.response().text()).isEqualTo("mine");
        hand.awaitClosed();
    }

    // ---- Never twice. -------------------------------------------------------------------------------------------

    @Test
    void aConnectThatFailsIsTriedAgainAndReadsNothing() {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri()).retry(r -> r.connectRetries(2)));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(3)));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(3);
        assertThat(body.subscribers()).isZero();
    }

    @Test
    void aConnectionThatBreaksInTheBodyIsTheEnd() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(1000)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ");
        hand.readBytes(4);
        hand.reset();
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        assertThat(body.subscribers()).isOne();
        body.awaitCancelled();
        assertThat(body.cancelled()).isOne();
    }

    @Test
    void aConnectionThatBreaksBehindTheBodyIsTheEndToo() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(body.body(4)));
        HandConnection hand = partner.accept();
        hand.readHead();
        body.send("one ").complete();
        hand.readBytes(4);
        hand.reset();
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1);
        assertThat(body.cancelled()).isZero();
    }
}
