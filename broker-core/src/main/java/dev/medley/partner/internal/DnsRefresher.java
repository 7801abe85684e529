package dev.medley.partner.internal;

import dev.medley.connection.internal.pool.ConnectionManager;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.RepeatedLook;
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
final class DnsRefresher {

    private static final Logger LOG = LoggerFactory.getLogger(DnsRefresher.class);

    private final String partner;
    private final String host;
    private final ConnectionManager manager;
    private final Consumer<List<String>> onFound;
    private final RepeatedLook looks;
    /** Read and written by one look-up at a time. */
    private volatile boolean failing;

    /**
     * Creates the refresh of {@code host}.
     *
     * @param onFound takes the IP addresses, at least one, by a thread of the pool; throws {@link IllegalArgumentException} if they
     *     cannot be used now
     */
    DnsRefresher(
            String partner,
            String host,
            Duration interval,
            ConnectionManager manager,
            Clock clock,
            Consumer<List<String>> onFound) {
        this.partner = partner;
        this.host = host;
        this.manager = manager;
        this.onFound = onFound;
        looks = new RepeatedLook(
                "look-up of the name of partner " + partner, clock, interval, Runnable::run, this::lookUp);
    }

    void start() {
        looks.startNow();
    }

    void stop() {
        looks.close();
    }

    private void lookUp(RepeatedLook.Round round) {
        manager.lookUp(host, (addresses, failure) -> round.end(() -> lookedUp(addresses, failure)));
    }

    private boolean lookedUp(@Nullable List<InetAddress> addresses, @Nullable Throwable failure) {
        if (addresses == null || addresses.isEmpty()) {
            report("cannot be looked up", String.valueOf(failure));
        } else {
            use(addresses.stream().map(InetAddress::getHostAddress).toList());
        }
        return true;
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
}
