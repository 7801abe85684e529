package dev.medley.stubs.proxy;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.LoopConnection;
import dev.medley.stubs.internal.loop.LoopTasks;
import dev.medley.stubs.internal.loop.PlainLink;
import dev.medley.stubs.internal.loop.RawLoop;
import dev.medley.stubs.internal.loop.Script;
import dev.medley.stubs.internal.loop.Signal;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP proxy on the loopback address between a client and its partner, which cuts, delays, throttles, holds and refuses
 * connections. It passes bytes of any protocol, TLS included, and does not look into them.
 *
 * <p>A fault concerns one connection ({@link #script}), or all connections from a moment on ({@link #inject}), or occurs at
 * random ({@link #begin}):
 *
 * <pre>{@code
 * try (FaultProxy proxy = FaultProxy.to(stubs.uri())) {
 *     proxy.script(ProxyFault.resetAfter(100), ProxyFault.none()); // the first connection, and all others
 *     // Exchanges with proxy.uri()
 *     proxy.inject(ProxyFault.delay(Duration.ofSeconds(1))); // all connections, from now on
 * }
 * }</pre>
 *
 * <p>One thread, a daemon, serves all connections. Thread-safe; when a method returns, what it does is done.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);

    private final String scheme;
    private final InetSocketAddress partner;
    private final RawLoop loop;
    private final Tally tally = new Tally();

    /** These are used by the thread of the loop. */
    private final Set<ProxiedConnection> open = new LinkedHashSet<>();

    private final Map<RandomFaults.Kind, Long> episodes = new EnumMap<>(RandomFaults.Kind.class);
    private Script<ProxyFault> script = new Script<>(List.of(ProxyFault.none()));
    private @Nullable RandomFaults faults;

    private FaultProxy(URI partner, int port) throws IOException {
        this.scheme = partner.getScheme();
        this.partner = new InetSocketAddress(InetAddress.getByName(partner.getHost()), partner.getPort());
        loop = RawLoop.start("fault-proxy", port, this::connect);
    }

    /**
     * Starts a proxy to {@code partner} on a free port.
     *
     * @param partner a URI with host and port
     * @throws IllegalArgumentException if it has none
     * @throws UncheckedIOException if no port can be opened, or the host is unknown
     */
    public static FaultProxy to(URI partner) {
        return to(partner, 0);
    }

    /**
     * Starts a proxy to {@code partner} on a port.
     *
     * @param partner a URI with host and port
     * @throws IllegalArgumentException if it has none
     * @throws UncheckedIOException if the port cannot be opened, or the host is unknown
     */
    public static FaultProxy to(URI partner, int port) {
        if (partner.getHost() == null || partner.getPort() < 0) {
            throw new IllegalArgumentException(
                    "the partner is '%s'; expected a URI such as http://127.0.0.1:9001".formatted(partner));
        }
        try {
            return new FaultProxy(partner, port);
        } catch (IOException x) {
            throw new UncheckedIOException("no proxy to %s on port %d: %s".formatted(partner, port, x.getMessage()), x);
        }
    }

    private LoopConnection connect(SocketChannel channel, SelectionKey key, Alarms alarms, Signal signal)
            throws IOException {
        tally.connectionAccepted();
        return ProxiedConnection.begin(new PlainLink(channel, key), partner, script.next(), alarms, open);
    }

    /** The URL of the proxy, with the scheme of the partner's, as in {@code http://127.0.0.1:9001}. */
    public URI uri() {
        return URI.create(scheme + "://127.0.0.1:" + port());
    }

    /** The number of its port. */
    public int port() {
        return loop.number();
    }

    /** The connections that were accepted so far. */
    public long connections() {
        return tally.accepted();
    }

    /**
     * The connections that are open. One whose client has left during a {@link ProxyFault#blackHole()} counts until that is
     * over.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public int open() {
        int[] count = {0};
        perform(() -> count[0] = open.size());
        return count[0];
    }

    /**
     * Chooses the faults of the connections to come, in their order; the last one is repeated. Open connections are not
     * affected.
     *
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if the proxy is closed
     */
    public void script(ProxyFault... inTurn) {
        if (inTurn.length == 0) {
            throw new IllegalArgumentException("the script is empty");
        }
        Script<ProxyFault> next = new Script<>(List.of(inTurn));
        perform(() -> script = next);
    }

    /**
     * Has a fault hold for all open connections, in place of the one that they have, and for those to come. {@link
     * ProxyFault#none()} ends it.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void inject(ProxyFault fault) {
        perform(() -> {
            script = new Script<>(List.of(fault));
            each(connection -> connection.inject(fault));
        });
    }

    /**
     * Resets all open connections (RST).
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void reset() {
        perform(() -> each(connection -> connection.cut(true)));
    }

    /**
     * Closes all open connections (FIN).
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void disconnect() {
        perform(() -> each(connection -> connection.cut(false)));
    }

    /**
     * Refuses connections from now on, with its port still taken, until {@link #accept}. Open ones are not affected.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void refuse() {
        perform(() -> loop.refuse(true));
    }

    /**
     * Accepts connections again.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void accept() {
        perform(() -> loop.refuse(false));
    }

    /**
     * Begins faults at random, one after another with calm in between, until {@link #calm}. The faults of another schedule end.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void begin(RandomFaults random) {
        perform(() -> {
            heal();
            faults = random;
            next(random);
        });
    }

    /**
     * Ends the faults: those at random, of a script, and the refusal of connections.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public void calm() {
        perform(() -> {
            faults = null;
            heal();
        });
    }

    /**
     * The faults that {@link #begin} has begun so far, by kind.
     *
     * @throws IllegalStateException if the proxy is closed
     */
    public Map<RandomFaults.Kind, Long> episodes() {
        Map<RandomFaults.Kind, Long> copy = new EnumMap<>(RandomFaults.Kind.class);
        perform(() -> copy.putAll(episodes));
        return copy;
    }

    private void next(RandomFaults random) {
        RandomFaults.Episode episode = random.next();
        later(random, episode.calm(), () -> {
            episodes.merge(episode.kind(), 1L, Long::sum);
            episode.beginAt(this);
            later(random, episode.length(), () -> {
                heal();
                next(random);
            });
        });
    }

    /** Runs a step of a schedule, unless that is over by then. */
    private void later(RandomFaults random, Duration delay, Runnable step) {
        loop.after(delay, () -> {
            if (faults == random) {
                try {
                    step.run();
                } catch (UncheckedIOException x) {
                    LOG.warn("the faults on port {} end", port(), x);
                }
            }
        });
    }

    private void heal() {
        accept();
        inject(ProxyFault.none());
    }

    private void each(Consumer<ProxiedConnection> action) {
        // Some go out of the set meanwhile.
        List.copyOf(open).forEach(action);
    }

    private void perform(LoopTasks.Task task) {
        try {
            loop.perform(task);
        } catch (IOException x) {
            throw new UncheckedIOException("port " + port() + ": " + x.getMessage(), x);
        }
    }

    /** Closes the port and all connections, and ends the thread. */
    @Override
    public void close() {
        loop.close();
    }
}
