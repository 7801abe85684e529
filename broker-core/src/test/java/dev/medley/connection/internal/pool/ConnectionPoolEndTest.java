package dev.medley.connection.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of connections that have many streams. */
class ConnectionPoolEndTest extends StreamsOfAPool {

    @Test
    void aDrainingConnectionClosesAfterItsLastStream() {
        HandStreams draining = busy(8, 2);
        draining.goAway();
        List<Asker> askers = ask(1);
        assertServed(askers, connector.establish(8));
        draining.release();
        assertThat(draining.isClosed()).isFalse();
        draining.release();
        assertThat(draining.isClosed()).isTrue();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 2, 1));
    }

    @Test
    void anIdleConnectionThatDrainsIsClosedAtOnce() {
        HandStreams draining = busy(8, 1);
        draining.release();
        draining.goAway();
        assertThat(draining.isClosed()).isTrue();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(0, 0, 0, 1, 0));
    }

    @Test
    void aRetiredPoolClosesConnectionsOnceTheyAreIdle() {
        HandStreams inUse = busy(8, 1);
        connections.retire();
        assertThat(inUse.isClosed()).isFalse();
        inUse.release();
        assertThat(inUse.isClosed()).isTrue();
    }

    @Test
    void aRetiredPoolClosesIdleConnectionsAtOnceAndStillServes() {
        HandStreams idle = busy(8, 1);
        idle.release();
        connections.retire();
        assertThat(idle.isClosed()).isTrue();
        List<Asker> askers = ask(1);
        HandStreams next = connector.establish(8);
        assertServed(askers, next);
        next.release();
        assertThat(next.isClosed()).isTrue();
        assertThat(connections.counts().open()).isZero();
    }

    @Test
    void theStreamsOfAConnectionThatCloseAreLeasedNoLonger() {
        HandStreams lost = busy(8, 3);
        lost.close();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(0, 0, 0, 1, 0));
        lost.release();
        lost.close();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(0, 0, 0, 1, 0));
    }

    @Test
    void aConnectionThatClosesMakesRoomForAnother() {
        HandStreams lost = busy(2, 2);
        busy(2, 2);
        List<Asker> waiting = ask(1);
        lost.close();
        assertServed(waiting, connector.establish(2));
    }

    @Test
    void anIdleConnectionThatIsNotReusableIsClosedAndAnotherIsOpened() {
        HandStreams spoilt = busy(8, 1);
        spoilt.release();
        spoilt.spoil();
        Asker asker = ask(1).get(0);
        assertThat(spoilt.isClosed()).isTrue();
        assertServed(List.of(asker), connector.establish(8));
    }

    @Test
    void aConnectionInUseThatIsNotReusableGoesOnUntilItsLastStreamIsFree() {
        HandStreams spoilt = busy(8, 1);
        spoilt.spoil();
        Asker asker = ask(1).get(0);
        assertThat(spoilt.isClosed()).isFalse();
        assertServed(List.of(asker), connector.establish(8));
        spoilt.release();
        assertThat(spoilt.isClosed()).isTrue();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 2, 1));
    }

    @Test
    void aPoolThatIsClosedFailsThoseThatWaitAndClosesWhatIsEstablishedLater() {
        List<Asker> askers = ask(2);
        HandStreams late = connector.opening(8);
        connections.close();
        assertThat(askers)
                .allSatisfy(asker -> assertThat(asker.answer())
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(ClosedChannelException.class));
        late.established();
        assertThat(late.isClosed()).isTrue();
    }
}
