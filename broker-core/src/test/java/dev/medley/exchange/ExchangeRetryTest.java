package dev.medley.exchange;

import dev.medley.exchange.internal.call.Attempts;
import dev.medley.partner.internal.Connecting;
import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts that are repeated, and those that must not be. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class ExchangeRetryTest {

    @RegisterExtension
    final BrokerRig rig;

    ExchangeRetryTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    // ---- Connecting. --------------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void connectingIsTriedAsOftenAsConfigured(int connectRetries) {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri())
                .retry(r -> r.connectRetries(connectRetries))
                .retries(9));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.events())
                .filteredOn(Event.CONNECTION_FAILED::equals)
                .hasSize(1 + connectRetries);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1 + connectRetries);
    }

    @Test
    void aRequestThatDoesHarmMayConnectAgainToo() {
        rig.start(at(rig.raw(Misbehaviour.REFUSE).uri())
                .retry(r -> r.connectRetries(2))
                .retries(0));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(3);
        assertThat(exchange.failure().maybeSent()).isFalse();
    }

    // ---- Sending again. -----------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(
            names = {"RESET_BEFORE_HEADERS", "CLOSE_BEFORE_HEADERS", "RESET_IN_HEADERS", "CLOSE_IN_HEADERS", "NOT_HTTP"
            })
    void aGetThatGotNoResponseIsSentAgain(Misbehaviour first) {
        RawPartner partner = rig.raw(first, Misbehaviour.OK);
        rig.start(at(partner.uri()));
        RecordingListener exchange = rig.get("/");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.exchange().timings().attempts()).hasSize(2);
        assertThat(partner.methodCount("GET")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void anExchangeMayHaveANumberOfItsOwn(int retries) {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS);
        rig.start(at(partner.uri()).retries(1));
        RecordingListener exchange = rig.start(rig.exchange().get("/").retries(retries));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1 + retries);
    }

    @Test
    void aPutIsSentAgainWithItsBody() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().put("/").body(Bodies.small()));
        partner.acceptRequest().reset();
        assertThat(partner.accept().answerNext("stored").body()).isEqualTo("{\"small\":true}");
        assertThat(exchange.response().text()).isEqualTo("stored");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "RESET_BEFORE_HEADERS",
                "CLOSE_BEFORE_HEADERS",
                "RESET_IN_HEADERS",
                "CLOSE_IN_HEADERS",
                "RESET_IN_BODY",
                "CLOSE_IN_BODY"
            })
    void aPostArrivesExactlyOnce(Misbehaviour always) {
        RawPartner partner = rig.raw(always);
        rig.start(at(partner.uri()).retries(5));
        RecordingListener exchange = rig.start(rig.exchange().post("/").body(Bodies.small()));
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.failure().maybeSent()).isTrue();
        assertThat(partner.methodCount("POST")).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET_BEFORE_HEADERS", "CLOSE_BEFORE_HEADERS"})
    void aPostWithoutABodyArrivesExactlyOnceHoweverFastTheConnectionEnds(Misbehaviour always) {
        RawPartner partner = rig.raw(always);
        rig.start(at(partner.uri()).retries(5));
        int times = 300;
        for (int i = 0; i < times; i++) {
            rig.start(rig.exchange().request("POST", "/")).assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        }
        assertThat(partner.methodCount("POST")).isEqualTo(times);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void sendingIsTriedAsOftenAsConfigured(int retries) {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS);
        rig.start(at(partner.uri()).retries(retries));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.methodCount("GET")).isEqualTo(1 + retries);
        assertThat(exchange.exchange().timings().attempts()).hasSize(1 + retries);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET_IN_BODY", "CLOSE_IN_BODY", "TRUNCATED_CHUNKS", "BAD_CHUNK"})
    void onceTheResponseHasBegunNothingIsSentAgain(Misbehaviour always) {
        RawPartner partner = rig.raw(always);
        rig.start(at(partner.uri()).retries(5));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.methodCount("GET")).isOne();
        assertThat(exchange.events()).contains(Event.HEADERS_COMPLETED).doesNotContain(Event.BODY_COMPLETED);
    }

    @Test
    void aConnectionThatIsResetAsSoonAsItIsThereIsReplaced() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_ON_ACCEPT, Misbehaviour.OK);
        rig.start(at(partner.uri()));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(partner.methodCount("GET")).isOne();
    }

    @Test
    void aRetryWaitsForThePlaceThatItsFirstAttemptLeaves() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        rig.start(at(partner.uri()).maxConnections(1));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
        assertThat(rig.partner().connections().opened()).isEqualTo(2);
    }

    @Test
    void aRetryTakesThePermitOfTheAttemptBeforeIt() {
        RawPartner partner = rig.raw(Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        rig.start(at(partner.uri()).maxConnections(1).limits(l -> l.maxQueued(0)));
        assertThat(rig.get("/").response().status()).isEqualTo(200);
    }

    @Test
    void aRetryGoesBeforeThoseThatWaitInAFullQueue() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).maxConnections(1).limits(l -> l.maxQueued(1)));
        RecordingListener first = rig.get("/first");
        HandConnection broken = partner.acceptRequest();
        RecordingListener second = rig.get("/second").await(ExchangeState.QUEUED);
        broken.reset();
        HandConnection connection = partner.accept();
        assertThat(connection.answerNext("1").line()).contains("/first");
        assertThat(connection.answerNext("2").line()).contains("/second");
        assertThat(first.response().text()).isEqualTo("1");
        assertThat(second.response().text()).isEqualTo("2");
    }

    // ---- Connections that were idle for too long. ---------------------------------------------------------------

    @Test
    void aGetOverAConnectionThatTurnsOutToBeStaleIsSentAgainOnce() {
        RawPartner partner = rig.raw(Misbehaviour.OK, Misbehaviour.RESET_BEFORE_HEADERS, Misbehaviour.OK);
        rig.start(at(partner.uri()));
        rig.get("/first").assertEnded(Outcome.COMPLETED, null);
        RecordingListener second = rig.get("/second");
        assertThat(second.response().status()).isEqualTo(200);
        assertThat(second.exchange().timings().attempts()).hasSize(2);
        assertThat(partner.methodCount("GET")).isEqualTo(3);
        assertThat(partner.connections()).isEqualTo(2);
    }

    @Test
    void afterAPartnersRestartNoGetFailsThoughAllIdleConnectionsAreStale() {
        rig.assumeHttp11("each exchange has a connection over HTTP/1.1 only");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(1));
        List<RecordingListener> before = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            before.add(rig.get("/" + i));
        }
        List<HandConnection> stale = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            stale.add(partner.acceptRequest());
        }
        stale.forEach(connection -> connection.answer("x"));
        before.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        Soon.until("five are idle", () -> rig.partner().connections().idle() == 5);
        RecordingListener exchange = rig.get("/after");
        // The connections look sound until the request has been written; then the restarted partner resets its one.
        HandConnection.firstWithARequest(stale).reset();
        assertThat(partner.accept().answerNext("fresh").line()).contains("/after");
        assertThat(exchange.response().text()).isEqualTo("fresh");
        Soon.until(
                "the other stale ones are closed",
                () -> rig.partner().connections().open() == 1);
    }

    @Test
    void aPostOverAConnectionThatTurnsOutToBeStaleIsNotSentAgain() {
        RawPartner partner = rig.raw(Misbehaviour.OK, Misbehaviour.CLOSE_BEFORE_HEADERS, Misbehaviour.OK);
        rig.start(at(partner.uri()));
        rig.get("/first").assertEnded(Outcome.COMPLETED, null);
        RecordingListener second = rig.start(rig.exchange().post("/second").body(Bodies.small()));
        second.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(partner.methodCount("POST")).isOne();
    }

    @Test
    void aPostThatWasCertainlyNotSentIsSentOverAnotherConnection() {
        rig.assumeHttp11("Http2ConnectionTest has the connections of HTTP/2 that go away");
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener first = rig.get("/first");
        HandConnection stale = partner.accept();
        stale.answerNext("1");
        first.awaitEnd();
        // The end of the connection is noticed after it was taken and before anything is written to it.
        RecordingListener listener = rig.listener();
        listener.on(Event.CONNECTION_ESTABLISHED, e -> {
            stale.close();
            Soon.until(
                    "the end of it",
                    () -> rig.broker().partner(e.partner()).connections().open() == 0);
            listener.on(Event.CONNECTION_ESTABLISHED, again -> {});
        });
        RecordingListener second = rig.start(rig.exchange().post("/second").body(Bodies.small()), listener);
        assertThat(partner.accept().answerNext("2").body()).isEqualTo("{\"small\":true}");
        assertThat(second.response().text()).isEqualTo("2");
        assertThat(second.exchange().timings().attempts()).hasSize(2);
    }

    @Test
    void getsThatRaceTheEndOfTheirConnectionAllComplete() {
        RawPartner partner = rig.raw(Misbehaviour.CLOSE_AFTER_RESPONSE);
        rig.start(at(partner.uri()).retries(1));
        for (int i = 0; i < 300; i++) {
            assertThat(rig.get("/" + i).response().status()).isEqualTo(200);
        }
        assertThat(partner.methodCount("GET")).isEqualTo(300);
    }

    @Test
    void postsThatRaceTheEndOfTheirConnectionNeverArriveTwice() {
        RawPartner partner = rig.raw(Misbehaviour.CLOSE_AFTER_RESPONSE);
        rig.start(at(partner.uri()).retries(1));
        int times = 300;
        long completed = 0;
        for (int i = 0; i < times; i++) {
            RecordingListener exchange = rig.start(rig.exchange().post("/" + i).body(Bodies.small()));
            exchange.awaitEnd();
            completed += exchange.exchange().outcome() == Outcome.COMPLETED ? 1 : 0;
        }
        assertThat(partner.methodCount("POST")).as("those that arrived").isEqualTo(completed);
        assertThat(completed).isPositive();
    }
}
