package dev.medley.thread.internal;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;

/**
 * What opens channels on the {@link Loops}: the connector of the server, or of the broker. It is called by a loop, and must
 * not block; the methods are those of Jetty's {@code SelectorManager}.
 */
public interface ChannelOwner {

    /** Returns a new end point, which must be a {@link LoopEndPoint}, for a channel that is connected. */
    EndPoint newEndPoint(SelectableChannel channel, ManagedSelector loop, SelectionKey key) throws IOException;

    /**
     * Returns a new connection above {@code endPoint}.
     *
     * @param context as it was given with the channel
     */
    Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object context) throws IOException;

    /** Opens a connection. */
    void connectionOpened(Connection connection, Object context);

    /** Returns whether its channels are those of clients, whose connects and requests take turns where many come at once. */
    default boolean takesTurns() {
        return false;
    }

    /** A client has connected to a channel that this owner listens on. */
    void accepted(SelectableChannel channel) throws IOException;

    /** A connect has failed. */
    void connectionFailed(SelectableChannel channel, Throwable failure, Object context);

    /** An end point is open. */
    void endPointOpened(EndPoint endPoint);

    /** An end point is closed. */
    void endPointClosed(EndPoint endPoint);

    /** Returns false from the moment that a stop begins: connections that open later are closed. */
    boolean isRunning();

    /** Returns whether connections are opened by a pool thread, because that takes long: they begin with a handshake. */
    boolean opensSlowly(Object context);
}
