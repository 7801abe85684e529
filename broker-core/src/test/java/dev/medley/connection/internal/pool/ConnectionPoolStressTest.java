package dev.medley.connection.internal.pool;

import static dev.medley.connection.internal.pool.Asker.release;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many threads open, take, put back and close at once, while the clock lets connections expire. */
class ConnectionPoolStressTest {

    private static final int THREADS = 6;
    private static final int EACH = 2_000;
    private static final int MOST_OPENED = 2_000;
    private static final Duration KEEP_ALIVE = Duration.ofMillis(20);

    @RegisterExtension
    final ConnectionRig rig = new ConnectionRig();

    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger finished = new AtomicInteger();

    @Test
    void theCountsAreRightInTheEnd() {
        try (RawPartner partner = RawPartner.start(Misbehaviour.OK)) {
            ConnectionPool connections = rig.start(partner.uri().toString(), KEEP_ALIVE);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> useMany(connections));
            }
            threads.shutdown();
            Soon.until("all threads done", () -> {
                rig.clock().advance(Duration.ofMillis(5));
                return finished.get() == THREADS
                        && held.get() == 0
                        && connections.counts().opening() == 0;
            });
            ConnectionCounts counts = connections.counts();
            assertThat(counts.open()).as("all that are open are idle").isEqualTo(counts.idle());
            Soon.until("all accepted", () -> partner.connections() >= counts.opened());
            Soon.until("all expired", () -> {
                // A thread that has just put a connection among the idle ones may not have scheduled its expiry yet.
                rig.clock().advance(KEEP_ALIVE);
                return connections.counts().open() == 0;
            });
            assertThat(connections.counts().idle()).isZero();
            Soon.until("all closed", () -> partner.open() == 0);
        }
    }

    private void useMany(ConnectionPool connections) {
        for (int i = 0; i < EACH; i++) {
            if (mayOpen(connections.counts())) {
                held.incrementAndGet();
                User user = new User();
                Lease free = connections.acquire(user, i % 50 == 0 ? PartnerConnection.newestId() : 0);
                if (free != null) {
                    use(free.connection());
                } else if (i % 7 == 0 && connections.cancel(user)) {
                    held.decrementAndGet();
                }
            }
        }
        finished.incrementAndGet();
    }

    /** Those that are being opened count too: each has a file. */
    private static boolean mayOpen(ConnectionCounts counts) {
        return counts.idle() > 0 || counts.opened() + counts.opening() < MOST_OPENED;
    }

    private void use(PartnerConnection connection) {
        switch (ThreadLocalRandom.current().nextInt(10)) {
            case 0 -> connection.close();
            case 1 -> {
                release(connection);
                connection.close();
            }
            default -> release(connection);
        }
        held.decrementAndGet();
    }

    private final class User implements LeaseListener {

        @Override
        public void onConnectionEstablished(Lease lease) {
            use(lease.connection());
        }

        @Override
        public void onConnectionFailed(Throwable failure) {
            held.decrementAndGet();
        }
    }
}
