package dev.medley.connection.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Protocol;
import dev.medley.connection.ProtocolChoice;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases of connections that have many streams, over no network. */
class ConnectionPoolStreamsTest extends StreamsOfAPool {

    // ---- Leases of streams. -------------------------------------------------------------------------------------

    @Test
    void oneConnectIsBegunForAllThatItsStreamsWillServe() {
        List<Asker> askers = ask(CONFIGURED_STREAMS);
        assertThat(connector.pending()).isOne();
        assertServed(askers, connector.establish(CONFIGURED_STREAMS));
        assertThat(connections.counts().streams()).isEqualTo(CONFIGURED_STREAMS);
    }

    @Test
    void thoseThatWaitForMoreStreamsHaveAnotherConnectBegun() {
        ask(CONFIGURED_STREAMS + 1);
        assertThat(connector.pending()).isEqualTo(2);
    }

    @Test
    void aPartnerThatAllowsFewerStreamsThanExpectedGetsAnotherConnection() {
        List<Asker> askers = ask(6);
        HandStreams first = connector.establish(4);
        assertServed(askers.subList(0, 4), first);
        HandStreams second = connector.establish(4);
        assertServed(askers.subList(4, 6), second);
    }

    @Test
    void theStreamsOfOneConnectionAreLeasedBeforeAnIdleOneIsUsed() {
        HandStreams first = busy(8, 8);
        HandStreams second = busy(8, 1);
        second.release();
        first.release();
        assertThat(connections.counts().idle()).isOne();
        assertServed(ask(1), first);
        assertServed(ask(1), second);
    }

    @Test
    void aStreamThatBecomesFreeServesTheListenerThatWaitsLongest() {
        HandStreams first = busy(2, 2);
        HandStreams second = busy(2, 2);
        List<Asker> waiting = ask(2);
        second.release();
        assertServed(waiting.subList(0, 1), second);
        assertThat(waiting.get(1).isAnswered()).isFalse();
        first.release();
        assertServed(waiting.subList(1, 2), first);
    }

    @Test
    void aConnectionIsIdleOnceItsLastStreamIsFree() {
        HandStreams connection = busy(8, 2);
        connection.release();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1, 1));
        connection.release();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 1, 0, 1, 0));
    }

    @Test
    void aStreamThatIsReportedFreeOnceTooOftenIsFreeOnce() {
        HandStreams connection = busy(8, 1);
        connection.release();
        connection.release();
        assertThat(connections.counts().streams()).isZero();
    }

    // ---- Connects. ----------------------------------------------------------------------------------------------

    @Test
    void oneConnectIsBegunAheadWhenLessThanAQuarterOfTheStreamsIsFree() {
        busy(8, 6);
        assertThat(connector.pending()).isZero();
        ask(1);
        assertThat(connector.pending()).isOne();
        ask(1);
        assertThat(connector.pending()).isOne();
    }

    @Test
    void oneConnectIsBegunAheadWhenThoseThatWaitedLeaveLessThanAQuarterFree() {
        busy(8, 7);
        assertThat(connector.pending()).isOne();
    }

    @Test
    void noConnectIsBegunAheadWhereTheBoundIsReached() {
        busy(8, 8);
        busy(8, 8);
        List<Asker> waiting = ask(3);
        assertThat(connector.pending()).isZero();
        assertThat(waiting).noneMatch(Asker::isAnswered);
    }

    @Test
    void aConnectThatWasBegunAheadMayFailAndNoListenerFails() {
        busy(8, 7);
        connector.fail(new ConnectException());
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1, 7));
        assertThat(connector.pending()).isZero();
    }

    @Test
    void aConnectThatFailsWhileNoConnectionIsOpenFailsAllThatWait() {
        List<Asker> askers = ask(3);
        ConnectException failure = new ConnectException();
        connector.fail(failure);
        assertFailed(askers, failure);
        assertThat(connector.pending()).isZero();
        assertThat(connections.counts()).isEqualTo(ConnectionCounts.NONE);
    }

    @Test
    void aConnectThatFailsWhileAConnectionIsOpenFailsTheListenerThatItWasBegunForOnly() {
        HandStreams first = busy(2, 2);
        List<Asker> waiting = ask(2);
        connector.fail(new ConnectException("of the connect that was begun ahead"));
        assertThat(waiting).noneMatch(Asker::isAnswered);
        connector.fail(new ConnectException());
        assertThat(waiting.get(0).answer()).isCompletedExceptionally();
        first.release();
        assertServed(waiting.subList(1, 2), first);
    }

    @Test
    void aConnectionThatIsClosedBeforeItIsEstablishedIsAFailedConnect() {
        List<Asker> askers = ask(2);
        HandStreams connection = connector.opening(8);
        connection.close();
        connection.established();
        assertThat(askers).allMatch(asker -> asker.answer().isCompletedExceptionally());
        assertThat(connections.counts()).isEqualTo(ConnectionCounts.NONE);
    }

    @Test
    void aConnectionThatDrainsBeforeItIsEstablishedIsClosedAndAnotherIsOpened() {
        List<Asker> askers = ask(1);
        HandStreams connection = connector.opening(8).reportingCloseLater();
        connection.goAway();
        assertThat(connection.isClosed()).isTrue();
        connection.established();
        connection.reportClose();
        assertServed(askers, connector.establish(8));
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 2, 1));
    }

    @Test
    void untilTheProtocolIsKnownOneConnectIsBegunForAll() {
        ConnectionPool open = pool(ProtocolChoice.AUTO, "https://127.0.0.1:1");
        List<Asker> askers = ask(open, 3);
        assertThat(connector.pending()).isOne();
        assertThat(open.protocol()).isNull();
        HandStreams first = connector.establish();
        assertThat(open.protocol()).isEqualTo(Protocol.HTTP_1_1);
        assertServed(askers.subList(0, 1), first);
        assertThat(connector.pending()).isEqualTo(2);
    }

    @Test
    void aConnectThatFailsBeforeTheProtocolIsKnownFailsAllThatWait() {
        ConnectionPool open = pool(ProtocolChoice.AUTO, "https://127.0.0.1:1");
        List<Asker> askers = ask(open, 3);
        ConnectException failure = new ConnectException();
        connector.fail(failure);
        assertFailed(askers, failure);
    }

    // ---- Connections that are newer than another. -----------------------------------------------------------------

    @Test
    void aLeaseOfANewerConnectionPassesOverFreeStreamsOfOlderOnes() {
        HandStreams older = busy(8, 1);
        Asker fresh = Asker.of(connections, true);
        assertThat(fresh.isAnswered()).isFalse();
        HandStreams newer = connector.establish(8);
        assertServed(List.of(fresh), newer);
        assertThat(older.isClosed()).isFalse();
    }

    @Test
    void aStreamOfAnOlderConnectionIsLeasedWhereNoOtherCanBeOpened() {
        HandStreams first = busy(8, 8);
        busy(8, 8);
        first.release();
        assertServed(List.of(Asker.of(connections, true)), first);
    }

    // ---- The number of streams changes. ---------------------------------------------------------------------------

    @Test
    void moreStreamsServeThoseThatWait() {
        HandStreams first = busy(2, 2);
        busy(2, 2);
        List<Asker> waiting = ask(3);
        first.allow(4);
        assertServed(waiting.subList(0, 2), first);
        assertThat(waiting.get(2).isAnswered()).isFalse();
    }

    @Test
    void fewerStreamsThanAreLeasedServeNoneUntilEnoughAreFree() {
        HandStreams first = busy(4, 4);
        busy(2, 2);
        Asker waiting = ask(1).get(0);
        first.allow(2);
        first.release();
        first.release();
        assertThat(waiting.isAnswered()).isFalse();
        assertThat(connections.counts().streams()).isEqualTo(4);
        first.release();
        assertServed(List.of(waiting), first);
    }

    @Test
    void aConnectionWithoutStreamsServesNoneUntilItHasThem() {
        List<Asker> askers = ask(1);
        HandStreams connection = connector.establish(0);
        assertThat(askers.get(0).isAnswered()).isFalse();
        connection.allow(1);
        assertServed(askers, connection);
    }

    @Test
    void anIdleConnectionThatLosesItsStreamsIsNotLeased() {
        HandStreams older = busy(8, 8);
        HandStreams newer = busy(8, 1);
        older.release(8);
        newer.release();
        older.allow(0);
        newer.allow(0);
        Asker waiting = ask(1).get(0);
        assertThat(waiting.isAnswered()).isFalse();
        newer.allow(1);
        assertServed(List.of(waiting), newer);
        older.allow(1);
        assertServed(ask(1), older);
    }

    @Test
    void anIdleConnectionThatHasStreamsIsLeasedInPlaceOfOneThatHasNone() {
        HandStreams older = busy(8, 8);
        HandStreams newer = busy(8, 1);
        older.release(8);
        newer.release();
        newer.allow(0);
        assertServed(ask(1), older);
    }

    @Test
    void theCapacityIsThatOfTheStreamsAndFollowsThem() {
        List<Integer> capacities = new ArrayList<>();
        connections.onCapacity(capacities::add);
        HandStreams connection = busy(8, 1);
        connection.allow(20);
        connection.goAway();
        connection.close();
        assertThat(capacities)
                .startsWith(CONNECTIONS * CONFIGURED_STREAMS, CONNECTIONS * 8, CONNECTIONS * 20)
                .endsWith(CONNECTIONS * 20);
    }

    @Test
    void theCapacityIsThatOfTheConnectionsWhereEachCarriesOneExchange() {
        ConnectionPool open = pool(ProtocolChoice.AUTO, "https://127.0.0.1:1");
        List<Integer> capacities = new ArrayList<>();
        open.onCapacity(capacities::add);
        ask(open, 1);
        connector.establish(8);
        assertThat(capacities).containsExactly(ONE_AT_A_TIME, CONNECTIONS * 8);
    }
}
