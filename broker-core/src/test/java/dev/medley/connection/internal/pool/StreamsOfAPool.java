package dev.medley.connection.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.internal.Http2Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A pool of connections that have many streams, over no network, and the steps of its tests. */
abstract class StreamsOfAPool {

    static final int CONNECTIONS = 2;
    static final int CONFIGURED_STREAMS = 100;
    static final int ONE_AT_A_TIME = 7;

    final HandConnector connector = new HandConnector();
    final ConnectionPool connections = pool(ProtocolChoice.H2C, "http://127.0.0.1:1");

    final ConnectionPool pool(ProtocolChoice choice, String url) {
        Http2Settings http2 = new Http2Settings(CONNECTIONS, CONFIGURED_STREAMS, 1, 1, Duration.ZERO);
        return connector.pool(choice, url, http2, ONE_AT_A_TIME);
    }

    /** A connection of which so many streams are leased, while all those of the others are. */
    final HandStreams busy(int maxStreams, int leased) {
        List<Asker> askers = ask(leased);
        HandStreams connection = connector.establish(maxStreams);
        assertServed(askers, connection);
        return connection;
    }

    final List<Asker> ask(int count) {
        return ask(connections, count);
    }

    static List<Asker> ask(ConnectionPool pool, int count) {
        return Stream.generate(() -> Asker.of(pool)).limit(count).toList();
    }

    static void assertServed(List<Asker> askers, HandStreams connection) {
        assertThat(askers).allSatisfy(asker -> assertThat(asker.answer()).isCompletedWithValue(connection));
    }

    static void assertFailed(List<Asker> askers, Throwable failure) {
        assertThat(askers)
                .allSatisfy(asker -> assertThat(asker.answer())
                        .failsWithin(Duration.ZERO)
                        .withThrowableThat()
                        .havingCause()
                        .isSameAs(failure));
    }
}
