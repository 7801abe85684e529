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
public final class RawPartner extends RawServer {

    private RawPartner(Builder builder) {
        super(builder);
    }

    /** Starts a partner on a free port that treats every request alike. */
    public static RawPartner start(Misbehaviour always) {
        return start(builder -> builder.then(always));
    }

    /** Starts a partner on a free port with an entry for each successive request; the last one is repeated. */
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
        return new RawPartner(builder);
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

        @Override
        LocalPort open(Tally tally) throws IOException {
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
