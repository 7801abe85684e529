package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.CountedPool;
import dev.medley.thread.ManualTime;
import dev.medley.thread.Soon;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A connection manager for one test, with a clock that the test moves, and a partner that it plays. */
final class ConnectionRig implements AfterEachCallback {

    static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    private static final long CONNECT_TIMEOUT_MILLIS = 5_000;

    private final CountedPool pool = CountedPool.start();
    private final ManualTime time = new ManualTime(pool.pool());
    private final ConnectionManager manager = new ConnectionManager(pool.pool(), time, CONNECT_TIMEOUT_MILLIS);
    private final HandPartner partner = HandPartner.open();

    ConnectionManager manager() {
        return manager;
    }

    HandPartner partner() {
        return partner;
    }

    ManualTime time() {
        return time;
    }

    /** The connections to the partner, which are kept for {@link #KEEP_ALIVE}; the manager is started. */
    PartnerConnections start() {
        return start(partner.url(), KEEP_ALIVE);
    }

    /** The connections to a partner at {@code url}; the manager is started. */
    PartnerConnections start(String url, Duration keepAlive) {
        PartnerConnections connections = register("partner", url, keepAlive);
        manager.start();
        return connections;
    }

    PartnerConnections register(String name, String url, Duration keepAlive) {
        return manager.register(name, Address.of(URI.create(url)), keepAlive.toNanos());
    }

    /** Waits until there are so many connections, all told. */
    static void assertSoon(PartnerConnections connections, int open, int idle) {
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
