package dev.medley.connection.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A socket to a partner. Unlike Jetty's own it keeps a failed read apart from an orderly end: a body that ends with the
 * connection is complete after the one and broken off by the other.
 */
public final class SocketEndPoint extends SocketChannelEndPoint implements PartnerEndPoint {

    private volatile @Nullable IOException readFailure;

    /** Creates the end point of a socket that is connected. */
    public SocketEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    @Override
    public @Nullable IOException readFailure() {
        return readFailure;
    }

    @Override
    public boolean isWritePending() {
        return getWriteFlusher().isPending();
    }

    @Override
    public int fill(ByteBuffer buffer) {
        if (isInputShutdown()) {
            return -1;
        }
        int position = BufferUtil.flipToFill(buffer);
        int filled = -1;
        try {
            filled = getChannel().read(buffer);
        } catch (ClosedChannelException closedByThisEnd) {
            filled = -1;
        } catch (IOException x) {
            readFailure = x;
        } finally {
            BufferUtil.flipToFlush(buffer, position);
        }
        if (filled > 0) {
            notIdle();
        } else if (filled < 0) {
            shutdownInput();
        }
        return filled;
    }

    @Override
    protected void onIncompleteFlush() {
        super.onIncompleteFlush();
        if (getConnection() instanceof PendingWriteListener listener) {
            listener.onWritePending();
        }
    }
}
