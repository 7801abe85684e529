package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.internal.PartnerConnection;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A response that is complete is the answer, whatever became of the request. */
class EarlyResponseTest {

    /** More than the buffers of the system hold. */
    private static final int MORE_THAN_FITS = 32 * 1024 * 1024;

    private static final int TIMES = 20;
    private static final String REFUSAL = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo much";

    @RegisterExtension
    final Http1Rig rig = new Http1Rig();

    @Test
    void aPartnerThatAnswersEarlyAndStopsReadingHasAnswered() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.post(MORE_THAN_FITS));
        HandConnection hand = rig.partner().accept();
        hand.readHead();
        hand.send(REFUSAL);
        exchange.assertAnswered("too much");
        assertThat(exchange.head().status()).isEqualTo(413);
        assertThat(exchange.events()).doesNotContain("idle", "waiting");
        rig.awaitClosed(connection);
        hand.awaitClosed();
    }

    @RepeatedTest(TIMES)
    void aPartnerThatAnswersEarlyAndClosesHasAnswered() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.post(MORE_THAN_FITS));
        HandConnection hand = rig.partner().accept();
        hand.readHead();
        // Unread bytes make it a reset.
        hand.send(REFUSAL).close();
        exchange.assertAnswered("too much");
        assertThat(exchange.events()).doesNotContain("idle");
        rig.awaitClosed(connection);
    }

    @RepeatedTest(TIMES)
    void aPartnerThatResetsBehindItsAnswerHasAnswered() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.get("/"));
        rig.partner().acceptRequest().send(REFUSAL).reset();
        exchange.assertAnswered("too much");
        rig.awaitClosed(connection);
    }

    @Test
    void aPartnerThatResetsWithoutAnAnswerFailsTheExchangeAndNothingWaits() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.post(MORE_THAN_FITS));
        HandConnection hand = rig.partner().accept();
        hand.readHead();
        hand.reset();
        exchange.assertFailed("the partner ");
        rig.awaitClosed(connection);
    }

    @Test
    void aPartnerThatHalfClosesWhileTheBodyIsSentFailsTheExchange() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.post(MORE_THAN_FITS));
        HandConnection hand = rig.partner().accept();
        hand.readHead();
        hand.shutdownOutput();
        exchange.assertFailed("the partner closed the connection before it answered");
        rig.awaitClosed(connection);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000})
    void aRequestThatIsWrittenByThenKeepsItsConnection(int length) {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        for (int i = 0; i < TIMES; i++) {
            RecordedTransfer exchange = rig.send(connection, Http1Rig.post(length));
            hand.readHead();
            hand.answer("early");
            exchange.assertAnswered("early");
            rig.awaitIdle(connection);
            hand.readBytes(length);
        }
    }

    @Test
    void anAnswerThatBeginsEarlyAndEndsAfterTheRequestKeepsItsConnection() {
        PartnerConnection connection = rig.connect();
        RecordedTransfer exchange = rig.send(connection, Http1Rig.post(MORE_THAN_FITS));
        HandConnection hand = rig.partner().accept();
        hand.readHead();
        hand.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
        exchange.await("part");
        hand.readBytes(MORE_THAN_FITS);
        exchange.await("waiting");
        hand.send("k");
        exchange.assertAnswered("ok");
        rig.awaitIdle(connection);
    }
}
