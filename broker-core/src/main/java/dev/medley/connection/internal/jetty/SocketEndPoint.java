package dev.medley.connection.internal.jetty;

import dev.medley.thread.internal.ChannelOwner;
import dev.medley.thread.internal.LoopEndPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A socket to a partner. Unlike Jetty's own it keeps a failed read apart from an orderly end: a body that ends with the
 * connection is complete after the one and broken off by the other.
 */
public final class SocketEndPoint extends LoopEndPoint implements PartnerEndPoint {

    private volatile @Nullable IOException readFailure;

    /**
     * Creates the end point of a socket that is connected.
     *
     * @param owner of the socket; null if no loop selects it
     */
    public SocketEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            @Nullable ChannelOwner owner) {
        super(channel, selector, key, scheduler, owner);
    }

    /** A time-out may have closed it by now, which Jetty would take, and log, for a defect. */
    @Override
    public void onOpen() {
        try {
            super.onOpen();
        } catch (IllegalStateException x) {
            if (isOpen()) {
                throw x;
            }
        }
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
    protected int read(ByteBuffer buffer) {
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
