package dev.medley.connection.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.connector.SocketConnector;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A connection manager for one test, with a clock that the test moves, and a partner that it plays. */
final class ConnectionRig implements AfterEachCallback {

    static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    static final int MAX_CONNECTIONS = 1000;

    private static final long CONNECT_TIMEOUT_MILLIS = 5_000;

    private final CountedPool pool = CountedPool.start();
    private final ManualClock clock = new ManualClock(pool.pool());
    private final ConnectionManager manager =
            new ConnectionManager(new SocketConnector(pool.pool(), clock, CONNECT_TIMEOUT_MILLIS), clock, pool.pool());
    private final HandPartner partner = HandPartner.open();

    ConnectionManager manager() {
        return manager;
    }

    HandPartner partner() {
        return partner;
    }

    ManualClock clock() {
        return clock;
    }

    /** The connections to the partner, which are kept for {@link #KEEP_ALIVE}; the manager is started. */
    ConnectionPool start() {
        return start(partner.url(), KEEP_ALIVE);
    }

    /** The connections to a partner at {@code url}; the manager is started. */
    ConnectionPool start(String url, Duration keepAlive) {
        ConnectionPool connections = pool(url, keepAlive);
        manager.start();
        return connections;
    }

    ConnectionPool pool(String url, Duration keepAlive) {
        return manager.pool(
                Address.of(URI.create(url)),
                ConnectSettings.of(Duration.ofMillis(CONNECT_TIMEOUT_MILLIS)),
                MAX_CONNECTIONS,
                keepAlive);
    }

    /** The connection that became idle last, leased; null if none is idle. */
    static @Nullable PartnerConnection takeIdle(ConnectionPool connections) {
        return connections.counts().idle() == 0 ? null : Asker.of(connections).connection();
    }

    /** Waits until there are so many connections in all. */
    static void assertSoon(ConnectionPool connections, int open, int idle) {
        Soon.asserted(() -> {
            ConnectionCounts counts = connections.counts();
            assertThat(counts.open()).as("open").isEqualTo(open);
            assertThat(counts.idle()).as("idle").isEqualTo(idle);
            assertThat(counts.opening()).as("opening").isZero();
        });
    }

    @Override
    public void afterEach(ExtensionContext context) {
        manager.close();
        pool.close();
        partner.close();
        if (context.getExecutionException().isEmpty()) {
            pool.assertNoBufferOut();
        }
    }
}
