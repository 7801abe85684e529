package dev.medley.loadtest.driver;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.util.Attachable;
import org.jspecify.annotations.Nullable;

/** A connection that leads nowhere. */
public final class FakeConnection implements Connection, Attachable, ConnectionPool.MaxMultiplexable {

    private final int streams;
    private @Nullable Object attachment;
    private boolean closed;

    public FakeConnection(int streams) {
        this.streams = streams;
    }

    @Override
    public void send(Request request, Response.CompleteListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public @Nullable Object getAttachment() {
        return attachment;
    }

    @Override
    public void setAttachment(@Nullable Object attachment) {
        this.attachment = attachment;
    }

    @Override
    public int getMaxMultiplex() {
        return streams;
    }
}
