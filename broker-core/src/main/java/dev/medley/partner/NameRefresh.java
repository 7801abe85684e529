package dev.medley.partner;

import dev.medley.connection.ConnectionManager;
import dev.medley.thread.Clock;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a partner's name up, and again at intervals. Without an answer, the addresses stay what they are. The next look-up is
 * scheduled when one has ended, so a resolver that hangs has one request at a time; it runs on a thread of its own, which is
 * none of the pool.
 */
final class NameRefresh {

    private static final Logger LOG = LoggerFactory.getLogger(NameRefresh.class);

    private final String partner;
    private final String host;
    private final Duration interval;
    private final ConnectionManager manager;
    private final Clock clock;
    private final Consumer<List<String>> onFound;
    private boolean running;
    /** Read and written by one look-up at a time. */
    private volatile boolean failing;

    private Clock.@Nullable ScheduledTask next;

    /**
     * Creates the refresh of {@code host}.
     *
     * @param onFound takes the IP addresses, at least one, by a thread of the pool; throws {@link IllegalArgumentException} if they
     *     cannot be used now
     */
    NameRefresh(
            String partner,
            String host,
            Duration interval,
            ConnectionManager manager,
            Clock clock,
            Consumer<List<String>> onFound) {
        this.partner = partner;
        this.host = host;
        this.interval = interval;
        this.manager = manager;
        this.clock = clock;
        this.onFound = onFound;
    }

    synchronized void start() {
        running = true;
        lookUp();
    }

    synchronized void stop() {
        running = false;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void lookUp() {
        manager.lookUp(host, this::lookedUp);
    }

    private void lookedUp(@Nullable List<InetAddress> addresses, @Nullable Throwable failure) {
        if (addresses == null || addresses.isEmpty()) {
            report("cannot be looked up", String.valueOf(failure));
        } else {
            use(addresses.stream().map(InetAddress::getHostAddress).toList());
        }
        scheduleNext();
    }

    private void use(List<String> found) {
        try {
            onFound.accept(found);
            failing = false;
        } catch (IllegalArgumentException x) {
            // A file of the settings may be replaced at this moment: the next look-up finds it.
            report("has addresses that cannot be used", String.valueOf(x.getMessage()));
        }
    }

    /** Once, until there is an answer again: it goes on at each interval. */
    private void report(String what, String why) {
        if (!failing) {
            failing = true;
            LOG.warn("partner {}: {} {}, its addresses stay as they are: {}", partner, host, what, why);
        }
    }

    private synchronized void scheduleNext() {
        if (running) {
            next = clock.schedule(interval.toNanos(), this::lookUp);
        }
    }
}
