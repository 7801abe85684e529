package dev.medley.connection.http1;

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
final class Http1EndPoint extends SocketChannelEndPoint {

    private volatile @Nullable IOException readFailure;

    Http1EndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
        super(channel, selector, key, scheduler);
    }

    /** Returns why the last read failed, such as a reset by the partner; null when none failed. */
    @Nullable
    IOException readFailure() {
        return readFailure;
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
        if (getConnection() instanceof Http1Connection connection) {
            connection.onWritePending();
        }
    }
}
