package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are sent and received, whole and part by part. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeBodyTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeBodyTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    // ---- Methods and whole bodies. ------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE", "OPTIONS", "POST", "PUT"})
    void aRequestWithoutABodyArrives(String method) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().request(method, "/a"));
        HandRequest request = partner.accept().answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(request.line()).isEqualTo(method + " /a HTTP/1.1");
        assertThat(request.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH"})
    void aRequestWithABodyArrivesWhole(String method) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().request(method, "/a").body(Bodies.small()));
        HandRequest request = partner.accept().answerNext("ok");
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(request.line()).isEqualTo(method + " /a HTTP/1.1");
        assertThat(request.body()).isEqualTo("{\"small\":true}");
        assertThat(request.values("Content-Type")).containsExactly("application/json");
    }

    @ParameterizedTest
    @CsvSource({"POST", "PUT"})
    void aLargeBodyArrivesWhole(String method) {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        RecordingListener exchange = rig.start(rig.exchange()
                .request(method, "/partner/3")
                .body(Bodies.large())
                .expectJson());
        assertThat(exchange.response().json().tree().get("received").asInt()).isEqualTo(Bodies.LARGE);
        assertThat(stubs.requests(method, "/partner/3")).isOne();
    }

    @Test
    void theAnswerToHeadHasNoBodyWhateverItAnnounces() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().request("HEAD", "/a"));
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
        assertThat(exchange.response().body()).isEmpty();
        assertThat(exchange.response().head().contentLength()).isEqualTo(1_000_000);
        assertThat(exchange.events()).contains(Event.BODY_COMPLETED, Event.CONNECTION_IDLE);
        RecordingListener next = rig.get("/b");
        connection.answerNext("b");
        assertThat(next.response().text()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"204 No Content", "304 Not Modified", "205 Reset Content"})
    void anAnswerWithoutABodyCompletes(String status) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.acceptRequest().send("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
        assertThat(exchange.response().body()).isEmpty();
        assertThat(exchange.events()).contains(Event.BODY_COMPLETED, Event.CONNECTION_IDLE);
    }

    @Test
    void aBodyMayComeInChunks() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
        exchange.await(ExchangeState.BODY);
        connection.send("1\r\n \r\n5;ext=1\r\nworld\r\n0\r\nX-Trailer: t\r\n\r\n");
        assertThat(exchange.response().text()).isEqualTo("hello world");
    }

    @Test
    void aBodyMayEndWithTheConnection() {
        rig.assumeHttp11("a body ends with its stream over HTTP/2");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\n\r\nall there is").close();
        assertThat(exchange.response().text()).isEqualTo("all there is");
        assertThat(exchange.events()).doesNotContain(Event.CONNECTION_IDLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2_047, 2_048, 2_049, 65_536, 65_537, 1_000_000})
    void aBodyOfAnySizeIsHeldWhole(int size) {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()));
        byte[] body = rig.get("/bytes?size=" + size).response().body();
        assertThat(body).hasSize(size);
        for (int i = 0; i < size; i++) {
            assertThat(body[i] == PartnerStubs.byteAt(i)).as("byte %d", i).isTrue();
        }
    }

    @Test
    void aRedirectIsAnAnswerAndIsNotFollowed() {
        rig.start(at(rig.raw(Misbehaviour.REDIRECT_LOOP).uri()));
        RecordingListener exchange = rig.get("/here");
        assertThat(exchange.response().status()).isEqualTo(302);
        assertThat(exchange.response().isSuccess()).isFalse();
        assertThat(exchange.response().head().header("Location")).isEqualTo("/here");
    }

    @Test
    void aBodyIsHeldUpToTheLimit() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).limits(l -> l.maxBody(5)));
        RecordingListener exchange = rig.get("/");
        partner.accept().answerNext("12345");
        assertThat(exchange.response().text()).isEqualTo("12345");
    }

    @Test
    void aBodyBeyondTheLimitFailsTheExchangeAndClosesTheConnection() {
        rig.assumeHttp11("the stream has been answered to its end, the connection stays");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).limits(l -> l.maxBody(5)));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.accept();
        connection.answerNext("123456");
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.failure()).hasMessageContaining("larger than max-body, 5 bytes");
        connection.awaitClosed();
    }

    @Test
    void theLimitOfAnExchangeIsItsOwn() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").maxBody(1));
        partner.accept().answerNext("12");
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
    }

    @Test
    void anEndlessBodyIsCutOff() {
        rig.start(at(rig.raw(Misbehaviour.ENDLESS_BODY).uri()).limits(l -> l.maxBody(100_000)));
        rig.get("/").assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
    }

    // ---- Streamed bodies. ---------------------------------------------------------------------------------------

    @Test
    void aStreamedBodyComesPartByPartAndIsNotHeld() {
        PartnerStubs stubs = rig.stubs();
        rig.start(at(stubs.uri()).limits(l -> l.maxBody(10)));
        RecordingListener exchange = rig.start(
                rig.exchange().get("/bytes?size=300000").streamed(),
                rig.listener().readingOn());
        assertThat(exchange.response().body()).isEmpty();
        int at = 0;
        for (BodyPart part : exchange.parts()) {
            ByteBuffer bytes = part.bytes().duplicate();
            assertThat(bytes.hasRemaining()).isTrue();
            while (bytes.hasRemaining()) {
                assertThat(bytes.get()).as("byte %d", at).isEqualTo(PartnerStubs.byteAt(at));
                at++;
            }
        }
        assertThat(at).isEqualTo(300_000);
        assertThat(exchange.events()).endsWith(Event.BODY_COMPLETED, Event.CONNECTION_IDLE, Event.ENDED);
    }

    @Test
    void theNextPartIsReadWhenItIsAskedForAndNotBefore() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\none");
        exchange.await(Event.BODY_PART);
        connection.send("two");
        exchangeOther(partner);
        assertThat(exchange.streamedText()).isEqualTo("one");
        exchange.parts().get(0).next();
        awaitParts(exchange, 2);
        connection.send("end");
        exchangeOther(partner);
        assertThat(exchange.streamedText()).isEqualTo("onetwo");
        exchange.parts().get(1).next();
        awaitParts(exchange, 3);
        assertThat(exchange.streamedText()).isEqualTo("onetwoend");
        assertThat(exchange.events()).doesNotContain(Event.BODY_COMPLETED);
        exchange.parts().get(2).next();
        exchange.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aListenerThatDemandsNothingMakesThePartnerWait() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + Bodies.LARGE + "\r\n\r\n");
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> connection.send("x".repeat(Bodies.LARGE)));
        awaitParts(exchange, 1);
        exchangeOther(partner);
        assertThat(exchange.parts()).hasSize(1);
        assertThat(sender).isNotDone();
        for (int i = 0; exchange.exchange().state() == ExchangeState.BODY; i++) {
            awaitPartsOrEnd(exchange, i + 1);
            if (exchange.parts().size() > i) {
                exchange.parts().get(i).next();
            }
        }
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(sender).succeedsWithin(Soon.PATIENCE);
        assertThat(exchange.parts().stream()
                        .mapToInt(part -> part.bytes().remaining())
                        .sum())
                .isEqualTo(Bodies.LARGE);
    }

    @Test
    void askingTwiceForTheNextPartIsAsGoodAsOnce() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none");
        awaitParts(exchange, 1);
        exchange.parts().get(0).next();
        exchange.parts().get(0).next();
        connection.send("two");
        awaitParts(exchange, 2);
        exchange.parts().get(0).next();
        exchange.parts().get(1).next();
        exchange.assertEnded(Outcome.COMPLETED, null);
        exchange.parts().get(1).next();
        assertThat(exchange.streamedText()).isEqualTo("onetwo");
    }

    @Test
    void aStreamedBodyThatIsEmptyHasNoPart() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().get("/").streamed());
        partner.accept().answerNext("");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.parts()).isEmpty();
    }

    @Test
    void aStreamedBodyThatBreaksOffFailsAfterItsParts() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/").streamed(), rig.listener().readingOn());
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none");
        exchange.await(Event.BODY_PART);
        connection.close();
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.streamedText()).isEqualTo("one");
        assertThat(exchange.events()).doesNotContain(Event.BODY_COMPLETED);
        exchange.parts().get(0).next();
    }

    @Test
    void whatCannotBeStreamedIsRefusedAtTheStart() {
        rig.start(at("http://127.0.0.1:1"));
        assertThatIllegalStateException()
                .isThrownBy(() -> rig.exchange().get("/").streamed().start())
                .withMessageContaining("needs a listener");
        assertThatIllegalStateException()
                .isThrownBy(() -> rig.exchange()
                        .get("/")
                        .streamed()
                        .expectJson()
                        .listener(new ExchangeListener() {})
                        .start())
                .withMessageContaining("cannot expect JSON");
    }

    /** A whole exchange on another connection: by its end, all that had arrived before it has been seen. */
    private void exchangeOther(HandPartner partner) {
        RecordingListener other = rig.get("/other");
        partner.acceptRequest().send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        other.assertEnded(Outcome.COMPLETED, null);
    }

    private static void awaitParts(RecordingListener exchange, int count) {
        Soon.until(count + " parts", () -> exchange.parts().size() >= count);
    }

    private static void awaitPartsOrEnd(RecordingListener exchange, int count) {
        Soon.until(
                count + " parts or the end",
                () -> exchange.parts().size() >= count
                        || exchange.exchange().state().isEnd());
    }
}
