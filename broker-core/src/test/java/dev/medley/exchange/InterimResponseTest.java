package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.stubs.raw.Misbehaviour;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses with status 1xx, which no request asked for. */
class InterimResponseTest {

    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100 Continue",
                "102 Processing",
                "103 Early Hints",
                "104 Upload Resumption Supported",
                "199 Whatever"
            })
    void theyArePassedOverHoweverManyThereAre(String status) {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        String interim = "HTTP/1.1 " + status + "\r\nX-Interim: yes\r\n\r\n";
        HandConnection connection = partner.acceptRequest();
        connection.send(interim).send(interim + interim).answer("at last");
        assertThat(exchange.response().text()).isEqualTo("at last");
        assertThat(exchange.response().status()).isEqualTo(200);
        assertThat(exchange.response().head().header("X-Interim")).isNull();
        RecordingListener next = rig.get("/");
        connection.answerNext("on the same connection");
        assertThat(next.response().text()).isEqualTo("on the same connection");
    }

    @Test
    void oneInTheSameSegmentAsTheAnswerIsPassedOverToo() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        RecordingListener exchange = rig.get("/");
        partner.acceptRequest().send(CONTINUE + CONTINUE + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(exchange.response().text()).isEqualTo("ok");
        assertThat(exchange.events()).contains(Event.CONNECTION_IDLE);
    }

    @Test
    void aFloodOfThemIsCutOff() {
        rig.start(at(rig.raw(Misbehaviour.FLOOD_OF_1XX).uri()).retries(0));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        assertThat(exchange.failure()).hasStackTraceContaining("more than 16 interim responses");
    }

    @Test
    void anUpgradeThatNoRequestAskedForIsRefused() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()).retries(0));
        RecordingListener exchange = rig.get("/");
        HandConnection connection = partner.acceptRequest();
        connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECTION_FAILED);
        connection.awaitClosed();
    }

    @Test
    void whileTheyComeAnExchangeCanBeCancelled() {
        HandPartner partner = rig.hand();
        rig.start(at(partner.url()));
        for (int i = 0; i < 200; i++) {
            RecordingListener exchange = rig.get("/");
            HandConnection connection = partner.acceptRequest();
            CompletableFuture<Boolean> cancelled =
                    CompletableFuture.supplyAsync(() -> exchange.exchange().cancel());
            connection.send(CONTINUE.repeat(3));
            assertThat(cancelled.join()).isTrue();
            exchange.assertEnded(Outcome.CANCELLED, Reason.CANCELLED);
            connection.awaitClosed();
        }
    }
}
