package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no request asked for never answer one (RFC 9112, sections 6.3 and 9.2). */
class SurplusTest {

    private static final int JETTY_READS = 16_384;
    private static final String SMUGGLED = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled";
    private static final int TIMES = 20;

    @RegisterExtension
    final Http1Rig rig = new Http1Rig();

    @ParameterizedTest
    @ValueSource(strings = {SMUGGLED, "H", "\r\n"})
    void bytesThatAreStillInTheKernelWhenTheResponseEndsCloseTheConnection(String surplus) {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange =
                rig.prepare(connection, Http1Rig.get("/")).onDemand().send();
        HandConnection hand = rig.partner().acceptRequest();
        hand.send("HTTP/1.1 200 OK\r\nContent-Length: " + (1 + JETTY_READS) + "\r\n\r\nx");
        exchange.await("part");
        // The next read ends exactly with the response.
        hand.send("y".repeat(JETTY_READS) + surplus);
        exchange.demand();
        exchange.assertAnswered("x" + "y".repeat(JETTY_READS));
        assertThat(exchange.events()).doesNotContain("idle");
        rig.awaitClosed(connection);
        assertThat(rig.wasIdle(connection)).isFalse();
        assertThat(connection.isReusable()).isFalse();
    }

    @Test
    void anEndThatIsStillInTheKernelWhenTheResponseEndsClosesTheConnection() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange =
                rig.prepare(connection, Http1Rig.get("/")).onDemand().send();
        HandConnection hand = rig.partner().acceptRequest();
        hand.send("HTTP/1.1 200 OK\r\nContent-Length: " + (1 + JETTY_READS) + "\r\n\r\nx");
        exchange.await("part");
        hand.send("y".repeat(JETTY_READS));
        hand.shutdownOutput();
        exchange.demand();
        exchange.assertAnswered("x" + "y".repeat(JETTY_READS));
        assertThat(exchange.events()).doesNotContain("idle");
        rig.awaitClosed(connection);
    }

    @RepeatedTest(TIMES)
    void aConnectionIsNotReusableOnceBytesArriveWhileItIsIdle() {
        Http1Rig.IdlePair pair = rig.idle();
        pair.hand().send(SMUGGLED);
        assertThat(pair.connection().isReusable()).isFalse();
        rig.awaitClosed(pair.connection());
    }

    @RepeatedTest(TIMES)
    void aConnectionIsNotReusableOnceThePartnerHalfClosesIt() {
        Http1Rig.IdlePair pair = rig.idle();
        pair.hand().shutdownOutput();
        assertThat(pair.connection().isReusable()).isFalse();
        rig.awaitClosed(pair.connection());
    }

    /** Fault 22: else it would be sent once more, on another connection. */
    @Test
    void aRequestThatCountsAsUnsentIsNotWrittenWhileItsConnectionIsBeingClosed() {
        Http1Rig.IdlePair pair = rig.idle();
        RecordedTransfer post = rig.prepare(pair.connection(), Http1Rig.post(4));
        rig.whileClosing(((JettyTransfer) post.transfer())::sendClaimed);

        pair.connection().close();

        post.await("ended");
        assertThat(post.transfer().begun()).isFalse();
        assertThat(pair.hand().readBytes(1)).isEmpty();
    }

    @Test
    void aRequestThatIsAbortedAsItBeginsIsNotWrittenAndCountsAsUnsent() {
        Http1Rig.IdlePair pair = rig.idle();
        RecordedTransfer post = rig.prepare(pair.connection(), Http1Rig.post(4));
        // Called after the transfer's own listener.
        ((JettyTransfer) post.transfer())
                .request.onRequestBegin(begun -> post.transfer().abort(new IOException("aborted")));

        post.send();

        post.assertFailed("aborted");
        assertThat(post.transfer().begun()).isFalse();
        assertThat(pair.hand().readBytes(1)).isEmpty();
    }

    @RepeatedTest(TIMES)
    void aConnectionIsNotReusableOnceThePartnerResetsIt() {
        Http1Rig.IdlePair pair = rig.idle();
        pair.hand().reset();
        assertThat(pair.connection().isReusable()).isFalse();
        rig.awaitClosed(pair.connection());
    }

    @ParameterizedTest
    @ValueSource(strings = {"H", "HTTP/1.1 200 OK\r\nContent-Le", "\r\n", "garbage"})
    void theBeginningOfAResponseClosesAnIdleConnectionToo(String bytes) {
        Http1Rig.IdlePair pair = rig.idle();
        pair.hand().send(bytes);
        rig.awaitClosed(pair.connection());
        pair.hand().awaitClosed();
    }

    @Test
    void aPartnerThatSpeaksFirstIsNotAnswered() {
        PartnerConnection connection = rig.connect();
        rig.partner().accept().send(SMUGGLED);
        rig.awaitClosed(connection);
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        exchange.await("ended");
        assertThat(exchange.events()).containsExactly("ended");
        assertThat(exchange.transfer().begun()).isFalse();
    }

    @Test
    void aConnectionThatIsQuietCarriesManyRequests() {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        for (int i = 0; i < 100; i++) {
            assertThat(connection.isReusable()).isTrue();
            RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/" + i));
            hand.answerNext("answer " + i);
            exchange.assertAnswered("answer " + i);
            rig.awaitIdle(connection);
        }
    }

    @Test
    void anIdleConnectionThatIsReadMayWaitFurtherAndStillSeesTheEnd() {
        Http1Rig.IdlePair pair = rig.idle();
        assertThat(pair.connection().isReusable()).isTrue();
        assertThat(pair.connection().isReusable()).isTrue();
        pair.hand().close();
        Soon.until("closed", () -> !pair.connection().isReusable());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: close",
                "Connection: keep-alive, close",
                "Connection: Keep-Alive\r\nConnection: CLOSE"
            })
    void aResponseThatEndsItsConnectionIsBelievedOverAKeepAliveBesideIt(String field) {
        for (String version : new String[] {"1.0", "1.1"}) {
            PartnerConnection connection = rig.connect();
            RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
            rig.partner()
                    .acceptRequest()
                    .send("HTTP/" + version + " 200 OK\r\n" + field + "\r\nContent-Length: 2\r\n\r\nok" + SMUGGLED);
            exchange.assertAnswered("ok");
            rig.awaitClosed(connection);
            assertThat(rig.wasIdle(connection)).isFalse();
        }
    }
}
