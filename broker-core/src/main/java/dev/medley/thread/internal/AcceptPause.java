package dev.medley.thread.internal;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.ManagedSelector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses accepting after a failure, such as a lack of file descriptors. Without a pause, the selector would report the port
 * again at once, because the client still waits. A thread would do nothing else, and log each failure. Clients wait in the
 * port's backlog meanwhile; the server accepts them once descriptors are free. Thread-safe.
 */
public final class AcceptPause {

    /** Short for a client, and ten failures a second are no load. */
    static final long PAUSE_MILLIS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(AcceptPause.class);

    private final Clock clock;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** Creates the pauses of ports; {@code clock} ends them. */
    public AcceptPause(Clock clock) {
        this.clock = clock;
    }

    /** Accepts a connection, or throws. */
    @FunctionalInterface
    public interface Accepting {

        /** Accepts a connection; null if none waits. */
        @Nullable
        SelectableChannel accept() throws IOException;
    }

    /**
     * Accepts a connection.
     *
     * @param server the port
     * @param selector that has reported the port; called by its thread
     * @return null if none waits, or if that has failed and {@code selector} reports the port later
     * @throws ClosedChannelException if the port is closed
     */
    public @Nullable SelectableChannel accept(SelectableChannel server, ManagedSelector selector, Accepting accepting)
            throws IOException {
        try {
            SelectableChannel accepted = accepting.accept();
            if (accepted != null && failing.compareAndSet(true, false)) {
                LOG.info("connections are accepted again");
            }
            return accepted;
        } catch (ClosedChannelException x) {
            throw x;
        } catch (IOException x) {
            if (failing.compareAndSet(false, true)) {
                LOG.warn("no connection can be accepted now; clients wait: {}", x.toString());
            }
            selector.submit(each -> interest(server, each, 0));
            clock.schedule(
                    TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS),
                    () -> selector.submit(each -> interest(server, each, SelectionKey.OP_ACCEPT)));
            return null;
        }
    }

    private static void interest(SelectableChannel server, Selector selector, int operations) {
        SelectionKey key = server.keyFor(selector);
        if (key != null && key.isValid()) {
            key.interestOps(operations);
        }
    }
}
