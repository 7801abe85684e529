package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.LocalPort;
import dev.medley.stubs.internal.loop.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

/** What raw partners have in common, whichever protocol they speak: a port, its connections and requests. Thread-safe. */
abstract class RawServer implements AutoCloseable {

    private final Tally tally = new Tally();
    private final LocalPort port;
    private final String scheme;

    /** Opens the port that the builder describes; throws UncheckedIOException if it cannot be opened. */
    RawServer(RawBuilder<?, ?> builder) {
        scheme = builder.scheme();
        try {
            port = builder.open(tally);
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
     * Lets the connection, or the stream, that has waited longest for a signal go on. A call that comes before one waits is
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
}
