package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which connections are used again, and which are not. */
class ConnectionReuseTest {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @Test
    void theConnectionThatBecameIdleLastIsUsedFirst() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        List<HandConnection> connections = openIdle(partner, 3);
        RecordingListener next = rig.get("/next");
        assertThat(connections.get(2).answerNext("x").line()).contains("/next");
        next.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void anIdleConnectionIsClosedAfterKeepAlive() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).keepAlive(KEEP_ALIVE));
        List<HandConnection> connections = openIdle(partner, 2);
        rig.pass(Duration.ofSeconds(20));
        RecordingListener next = rig.get("/next");
        connections.get(1).answerNext("x");
        next.assertEnded(Outcome.COMPLETED, null);
        rig.assertNothingLeft();
        rig.pass(Duration.ofSeconds(10));
        connections.get(0).awaitClosed();
        Soon.until("one connection", () -> rig.partner().connections().open() == 1);
        rig.pass(Duration.ofSeconds(20));
        connections.get(1).awaitClosed();
        Soon.until("no connection", () -> rig.partner().connections().open() == 0);
    }

    @Test
    void aConnectionThatThePartnerClosedIsNotUsed() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0));
        openIdle(partner, 1).get(0).close();
        Soon.until("no connection", () -> rig.partner().connections().open() == 0);
        RecordingListener next = rig.get("/next");
        partner.accept().answerNext("x");
        next.assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void theSurplusOfAnAnswerNeverAnswersTheNextRequest() {
        RawPartner partner = rig.raw(Misbehaviour.CONTENT_LENGTH_TOO_SHORT);
        rig.start(at(partner.uri()));
        for (int i = 0; i < 50; i++) {
            RecordingListener exchange = rig.get("/" + i);
            assertThat(exchange.response().text()).doesNotContain("smuggled");
            assertThat(exchange.events()).doesNotContain(Event.CONNECTION_IDLE);
        }
        assertThat(partner.connections()).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n",
                "HTTP/1.1 204 No Content\r\n\r\nsurplus",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\nsurplus",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n0\r\n\r\n"
            })
    void anAnswerWithBytesBehindItEndsItsConnection(String answer) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send(answer);
        exchange.assertEnded(Outcome.COMPLETED, null);
        connection.awaitClosed();
        assertThat(exchange.events()).doesNotContain(Event.CONNECTION_IDLE);
        RecordingListener next = rig.get("/next");
        partner.accept().answerNext("next");
        assertThat(next.response().text()).isEqualTo("next");
    }

    @Test
    void aBodyThatFollowsTheAnswerToHeadEndsItsConnection() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.start(rig.exchange().request("HEAD", "/"));
        HandConnection connection = partner.accept();
        connection.answerNext("a body");
        exchange.assertEnded(Outcome.COMPLETED, null);
        connection.awaitClosed();
    }

    @Test
    void bytesWithoutARequestCloseTheConnection() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        HandConnection connection = openIdle(partner, 1).get(0);
        connection.answer("not requested");
        connection.awaitClosed();
        Soon.until("no connection", () -> rig.partner().connections().open() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n", "HTTP/1.1 200 OK\r\nConnection: close\r\n"})
    void aConnectionThatIsAnnouncedToCloseIsNotReused(String head) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send(head + "Content-Length: 2\r\n\r\nok");
        exchange.assertEnded(Outcome.COMPLETED, null);
        connection.awaitClosed();
        assertThat(rig.partner().connections().open()).isZero();
    }

    /** As many connections, idle, in the order in which they became so. */
    private List<HandConnection> openIdle(HandPartner partner, int count) {
        List<RecordingListener> exchanges = new ArrayList<>();
        List<HandConnection> connections = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            exchanges.add(rig.get("/open"));
            connections.add(partner.acceptRequest());
        }
        for (int i = 0; i < count; i++) {
            connections.get(i).answer("x");
            int idle = i + 1;
            Soon.until(idle + " idle", () -> rig.partner().connections().idle() == idle);
        }
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        return connections;
    }
}
