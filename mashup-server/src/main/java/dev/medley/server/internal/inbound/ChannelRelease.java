package dev.medley.server.internal.inbound;

import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;

/**
 * Has connections over HTTP/2 release the channel of a request with its end. Jetty would keep them for further requests, as
 * many as there have ever been at once on the connection, with their servlet channels: more than 1 KB each, as long as the
 * client stays connected.
 */
public final class ChannelRelease implements Connection.Listener {

    /** Creates the listener. */
    public ChannelRelease() {}

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HTTP2ServerConnection http2) {
            http2.setRecycleHttpChannels(false);
        }
    }
}
