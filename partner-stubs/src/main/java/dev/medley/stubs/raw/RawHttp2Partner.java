package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Link;
import dev.medley.stubs.internal.loop.LocalPort;
import dev.medley.stubs.internal.loop.RawLoop;
import dev.medley.stubs.internal.loop.Script;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * A partner service on the loopback address that misbehaves at the level of frames, in the ways of {@link
 * Http2Misbehaviour}.
 *
 * <p>It speaks HTTP/2 with prior knowledge (h2c) or, with {@link Builder#tls}, over TLS (h2). One thread, a daemon, serves all of its connections.
 *
 * <pre>{@code
 * try (RawHttp2Partner partner = RawHttp2Partner.script(OK_ON_SIGNAL, GOAWAY_BELOW, OK)) {
 *     // The first request waits for partner.proceed(), the second is above the last stream of a GOAWAY, later ones are answered.
 * }
 * }</pre>
 *
 * <p>A script has one entry for each request, in the order in which the streams are opened, over all connections; its
 * last entry is repeated. Entries that concern a connection are used up by the connection that is opened when it is their
 * turn.
 *
 * <p>Thread-safe.
 */
public final class RawHttp2Partner extends RawServer {

    private final Http2Tally frames;

    private RawHttp2Partner(Builder builder) {
        super(builder);
        frames = builder.frames;
    }

    /** Starts a partner on a free port that treats every request, or every connection, alike. */
    public static RawHttp2Partner start(Http2Misbehaviour always) {
        return start(builder -> builder.then(always));
    }

    /** Starts a partner on a free port with an entry for each successive request; the last one is repeated. */
    public static RawHttp2Partner script(Http2Misbehaviour... inTurn) {
        return start(builder -> List.of(inTurn).forEach(builder::then));
    }

    /**
     * Starts a partner with the choices made in the builder.
     *
     * @throws UncheckedIOException if the port cannot be opened
     */
    public static RawHttp2Partner start(Consumer<Builder> choices) {
        Builder builder = new Builder();
        choices.accept(builder);
        return new RawHttp2Partner(builder);
    }

    /** The streams that clients have opened so far. */
    public long streams() {
        return frames.streams.get();
    }

    /** The streams that are not answered to the end yet. */
    public long openStreams() {
        return frames.openStreams.get();
    }

    /** The most streams that were open at a time, over all connections. */
    public long maxOpenStreams() {
        return frames.maxOpenStreams.get();
    }

    /** The streams that were opened after a GOAWAY, above its last stream, and so were ignored. */
    public long ignoredStreams() {
        return frames.ignoredStreams.get();
    }

    /** The bytes of request bodies received so far, whether or not their requests were complete. */
    public long bodyBytes() {
        return frames.bodyBytes.get();
    }

    /** The RST_STREAM frames received so far. */
    public long resets() {
        return frames.resets();
    }

    /** The RST_STREAM frames with this code received so far; 8 is CANCEL. */
    public long resets(int code) {
        return frames.resets(code);
    }

    /** The PING frames received so far, without acknowledgements. */
    public long pings() {
        return frames.pings.get();
    }

    /** The GOAWAY frames received so far. */
    public long goAways() {
        return frames.goAways.get();
    }

    /** The choices for a {@link RawHttp2Partner}. Not thread-safe. */
    public static final class Builder extends RawBuilder<Http2Misbehaviour, Builder> {

        private final Http2Tally frames = new Http2Tally();
        private int maxStreams = 100_000;

        private Builder() {
            super("h2");
        }

        @Override
        Builder self() {
            return this;
        }

        /** MAX_CONCURRENT_STREAMS in SETTINGS; by default 100,000. More streams are served nevertheless. */
        public Builder maxStreams(int maxStreams) {
            if (maxStreams < 0) {
                throw new IllegalArgumentException("maxStreams is " + maxStreams + ", but must not be negative");
            }
            this.maxStreams = maxStreams;
            return this;
        }

        @Override
        LocalPort open(Tally tally) throws IOException {
            List<Http2Misbehaviour> script = script();
            Http2Planner planner = new Http2Planner(new Script<>(script), dripInterval(), maxStreams);
            Link.Factory links = links();
            return RawLoop.start(
                    "raw-partner",
                    port(),
                    (channel, key, alarms, signal) ->
                            new RawHttp2Connection(links.create(channel, key), alarms, signal, tally, frames, planner));
        }
    }
}
