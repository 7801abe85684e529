package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.DeafPort;
import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.LocalPort;
import dev.medley.stubs.internal.loop.RawLoop;
import dev.medley.stubs.internal.loop.RefusingPort;
import dev.medley.stubs.internal.loop.Script;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;

/**
 * A partner service on the loopback address that goes wrong at the level of bytes, in the ways of {@link Misbehaviour}.
 *
 * <p>It speaks HTTP/1.1, in the clear or, with {@link Builder#tls}, over TLS. One thread, a daemon, serves all of its connections, however many there are.
 *
 * <pre>{@code
 * try (RawPartner partner = RawPartner.script(RESET_BEFORE_HEADERS, OK)) {
 *     // The first request is reset, every later one is answered.
 * }
 * }</pre>
 *
 * <p>A script has one entry for each request, in the order in which the requests begin; its last entry is repeated. An
 * entry {@link Misbehaviour#RESET_ON_ACCEPT} whose turn it is when a connection is opened is used up by that connection.
 *
 * <p>Thread-safe.
 */
public final class RawPartner implements AutoCloseable {

    private final Tally tally;
    private final LocalPort port;
    private final String scheme;

    private RawPartner(Tally tally, LocalPort port, String scheme) {
        this.tally = tally;
        this.port = port;
        this.scheme = scheme;
    }

    /** Starts a partner on a free port that treats every request alike. */
    public static RawPartner start(Misbehaviour always) {
        return start(builder -> builder.then(always));
    }

    /** Starts a partner on a free port with an entry for each request in turn; the last one is repeated. */
    public static RawPartner script(Misbehaviour... inTurn) {
        return start(builder -> List.of(inTurn).forEach(builder::then));
    }

    /**
     * Starts a partner with the choices made in the builder.
     *
     * @throws UncheckedIOException if the port cannot be opened
     * @throws UnsupportedOperationException if this system cannot do {@link Misbehaviour#NEVER_ACCEPT}
     */
    public static RawPartner start(Consumer<Builder> choices) {
        Builder builder = new Builder();
        choices.accept(builder);
        Tally tally = new Tally();
        try {
            return new RawPartner(tally, builder.open(tally), builder.scheme());
        } catch (IOException x) {
            throw new UncheckedIOException("no raw partner on port " + builder.port() + ": " + x.getMessage(), x);
        }
    }

    /** The URL, as in {@code http://127.0.0.1:9001}, or with {@code https}. */
    public URI uri() {
        return URI.create(scheme + "://127.0.0.1:" + port());
    }

    /** The number of its port. */
    public int port() {
        return port.number();
    }

    /** The requests that were received to their last byte so far. */
    public long requests() {
        return tally.requests();
    }

    /** The requests with this method, in capitals, that were received to their last byte so far. */
    public long methodCount(String method) {
        return tally.requests(method);
    }

    /** The connections that were accepted so far. */
    public long connections() {
        return tally.accepted();
    }

    /** The connections that neither side has closed yet, as far as this side knows. */
    public long open() {
        return tally.open();
    }

    /**
     * Lets the connection that has waited longest for a signal go on. A call that comes before a connection waits is
     * kept for the first that does.
     *
     * @throws UnsupportedOperationException if the port accepts no connections: {@link Misbehaviour#REFUSE}, {@link
     *     Misbehaviour#NEVER_ACCEPT}
     */
    public void proceed() {
        port.proceed();
    }

    /** Closes the port and all connections, and ends the thread. */
    @Override
    public void close() {
        try {
            port.close();
        } catch (IOException x) {
            throw new UncheckedIOException("port " + port() + " did not close: " + x.getMessage(), x);
        }
    }

    /** The choices for a {@link RawPartner}. Not thread-safe. */
    public static final class Builder extends RawBuilder<Misbehaviour, Builder> {

        private int distinctNames = 100_000;

        private Builder() {
            super("http/1.1");
        }

        @Override
        Builder self() {
            return this;
        }

        /** The number of names of {@link Misbehaviour#MANY_NAMES}; by default 100,000. */
        public Builder distinctNames(int distinctNames) {
            if (distinctNames < 1) {
                throw new IllegalArgumentException("distinctNames is " + distinctNames + ", but must be at least 1");
            }
            this.distinctNames = distinctNames;
            return this;
        }

        private LocalPort open(Tally tally) throws IOException {
            List<Misbehaviour> script = script();
            Misbehaviour first = script.get(0);
            boolean mixed = script.stream().distinct().count() > 1;
            if (mixed && script.stream().anyMatch(Misbehaviour::closesPort)) {
                throw new IllegalArgumentException("REFUSE and NEVER_ACCEPT cannot be mixed with others: " + script);
            }
            if (first == Misbehaviour.REFUSE) {
                return RefusingPort.open(port());
            }
            if (first == Misbehaviour.NEVER_ACCEPT) {
                return DeafPort.open(port());
            }
            Planner planner = new Planner(new Script<>(script), dripInterval(), new ManyNames(distinctNames));
            Link.Factory links = links();
            return RawLoop.start(
                    "raw-partner",
                    port(),
                    (channel, key, alarms, signal) ->
                            new RawConnection(links.create(channel, key), planner, alarms, signal, tally));
        }
    }
}
