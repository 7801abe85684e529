package dev.medley.server.internal.inbound;

import dev.medley.account.internal.ClientAccount;
import dev.medley.config.HalfClose;
import dev.medley.thread.internal.ChannelOwner;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.LoopEndPoint;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http2.server.internal.HTTP2ServerConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket of a client. While Medley answers a request of HTTP/1.1, Jetty does not read from the client. This socket then
 * detects its end, so that the exchanges of a client that leaves are cancelled.
 *
 * <p>The end follows whatever the client has sent before, such as its next requests. So this socket reads up to
 * {@value #MAX_AHEAD} bytes ahead and keeps them for the next read. It does not watch a client that has sent more until those
 * bytes have been read.
 *
 * <p>An incomplete reply of HTTP/1 ends with a reset of the connection: after a FIN, a reply without a length would seem
 * complete (RFC 9112, section 8).
 */
public final class InboundEndPoint extends LoopEndPoint {

    /** The bytes that are read ahead at most. */
    static final int MAX_AHEAD = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(InboundEndPoint.class);
    private static final int RESET_AT_ONCE = 0;
    private static final String FIN = "the client has closed its side of the connection";
    private static final String RESET = "the client has reset the connection";

    private final Executor executor;
    private final ClosedConnections closed;
    private final HalfClose halfClose;
    private final ClientAccount account;
    private final ClientPace pace = new ClientPace();
    /** Held while the socket is read: the selecting thread reads ahead while another one may read a body. */
    private final ReentrantLock reading = new ReentrantLock();
    /** The bytes that have been read ahead, to be read from now; null if there are none. Written under {@link #reading}. */
    private volatile @Nullable ByteBuffer ahead;

    private volatile boolean ended;
    private final AtomicLong flushed = new AtomicLong();

    /**
     * Creates the end point of a connected socket.
     *
     * @param owner of the socket; null if no loop selects it
     * @param executor runs what finds bytes that have been read ahead, unless it runs on the loop
     * @param account of the client
     * @param closed counts the clients that have left
     * @param halfClose whether a client that has closed its side of the connection has left
     */
    public InboundEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler scheduler,
            @Nullable ChannelOwner owner,
            Executor executor,
            ClientAccount account,
            ClosedConnections closed,
            HalfClose halfClose) {
        super(channel, selector, key, scheduler, owner);
        this.executor = executor;
        this.account = account;
        this.closed = closed;
        this.halfClose = halfClose;
    }

    // ---- Reads. -------------------------------------------------------------------------------------------------

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
        reading.lock();
        try {
            ByteBuffer kept = ahead;
            // A client that has left is not served what it has sent before.
            return kept == null || !isOpen() ? super.fill(buffer) : take(kept, buffer);
        } finally {
            reading.unlock();
        }
    }

    private int take(ByteBuffer kept, ByteBuffer buffer) {
        int taken = BufferUtil.append(buffer, kept);
        if (!kept.hasRemaining()) {
            ahead = null;
        }
        // There may be more in the socket.
        lookAgain();
        return taken;
    }

    @Override
    protected void needsFillInterest() {
        super.needsFillInterest();
        // The socket does not report again what has been read from it.
        if (ahead != null) {
            reportAhead();
        }
    }

    private void reportAhead() {
        Runnable task = () -> getFillInterest().fillable();
        Loop loop = Loop.current();
        if (loop != null && getFillInterest().getCallbackInvocationType() != Invocable.InvocationType.BLOCKING) {
            loop.defer(task);
        } else {
            executor.execute(task);
        }
    }

    @Override
    protected boolean isClient() {
        return true;
    }

    @Override
    protected boolean isServedMuch() {
        return account.hasManyAttempts();
    }

    // ---- Reads ahead. -------------------------------------------------------------------------------------------

    @Override
    protected boolean onUnawaited() {
        InboundConnection client = client();
        if (client == null || client.awaitsHead()) {
            // It reads by itself.
            return false;
        }
        int free;
        try {
            free = readAhead();
        } catch (IOException reset) {
            ended = true;
            gone(client, RESET);
            return false;
        }
        if (ended && halfClose == HalfClose.CANCEL) {
            gone(client, FIN);
        }
        return !ended && free > 0;
    }

    private void gone(InboundConnection client, String how) {
        if (client.hasReplied() && !isWritePending()) {
            // It has its reply, and the thread that wrote it is about to read on.
            return;
        }
        closed.add(ClosedFor.CLIENT_GONE);
        client.clientGone(new EofException(how));
    }

    /** Reads what there is, and returns the number of bytes that may be read ahead still. */
    private int readAhead() throws IOException {
        reading.lock();
        try {
            ByteBuffer kept = ahead;
            ByteBuffer into = kept == null ? BufferUtil.allocate(MAX_AHEAD) : kept;
            int position = BufferUtil.flipToFill(into);
            int read;
            try {
                read = getChannel().read(into);
            } finally {
                BufferUtil.flipToFlush(into, position);
            }
            if (read > 0) {
                notIdle();
                ahead = into;
            }
            if (read < 0) {
                ended = true;
            }
            return BufferUtil.space(into);
        } finally {
            reading.unlock();
        }
    }

    /** Has the client looked at while its request is being answered. The loop does so anyway, unless it had to stop. */
    void lookForEnd() {
        ByteBuffer kept = ahead;
        if (!ended && (kept == null || BufferUtil.space(kept) > 0)) {
            selectUnawaited();
        }
    }

    // ---- The end. ------------------------------------------------------------------------------------------------

    /** Returns whether to close this cuts off a reply that has begun. */
    boolean isWithinReply() {
        InboundConnection client = client();
        return client != null && client.isWithinReply();
    }

    @Override
    public void doClose() {
        if (isWithinReply()) {
            try {
                getChannel().setOption(StandardSocketOptions.SO_LINGER, RESET_AT_ONCE);
            } catch (IOException closed) {
                LOG.debug("a connection with an incomplete reply is not reset, because it is already closed", closed);
            }
        }
        super.doClose();
    }

    /** Closes the connection, and counts that. */
    void close(ClosedFor reason) {
        closed.add(reason);
        close(new TimeoutException(reason.label()));
    }

    // ---- The end of idle connections. ---------------------------------------------------------------------------

    /** A server that stops shortens it: a client that reads slowly has that time from then on. */
    @Override
    public void setIdleTimeout(long millis) {
        if (isWritePending()) {
            notIdle();
        }
        super.setIdleTimeout(millis);
    }

    @Override
    protected void onIdleExpired(TimeoutException timeout) {
        if (!readUnnoticed() && isStillIdle()) {
            super.onIdleExpired(timeout);
        }
    }

    /**
     * Returns whether something is awaited from the client, and has been since the time-out began. Jetty would fail a request that
     * another thread has just read, or a reply that another thread begins to write just now. The time-out begins anew.
     */
    private boolean isStillIdle() {
        InboundConnection client = client();
        if (client == null) {
            return true;
        }
        boolean awaited = getFillInterest().isInterested() || (client.isServing() && isWritePending());
        long timeout = getIdleTimeout();
        boolean hasJustCome = client.isServing() && TimeUnit.NANOSECONDS.toMillis(client.servingNanos()) < timeout;
        return awaited && !hasJustCome && getIdleFor() >= timeout;
    }

    /**
     * Reads what the client has sent unnoticed, if that is awaited: the process may have been paused, for longer than the
     * connection may be idle. Returns whether there was something.
     */
    boolean readUnnoticed() {
        if (!getFillInterest().isInterested()) {
            return false;
        }
        try {
            readAhead();
        } catch (IOException reset) {
            ended = true;
            return false;
        }
        if (ahead == null) {
            return false;
        }
        reportAhead();
        return true;
    }

    // ---- For the watch. -----------------------------------------------------------------------------------------

    @Override
    public boolean flush(ByteBuffer... buffers) throws IOException {
        long before = BufferUtil.remaining(buffers);
        boolean all = super.flush(buffers);
        flushed.addAndGet(before - BufferUtil.remaining(buffers));
        return all;
    }

    /** Returns the number of bytes that the client has been sent. */
    long flushed() {
        return flushed.get();
    }

    /** Returns whether something waits to be written. */
    boolean isWritePending() {
        return getWriteFlusher().isPending();
    }

    /** Returns the address of the client, and what its connection is waiting for, for the log. */
    public String describe() {
        InboundConnection client = client();
        String state;
        if (client == null) {
            state = "not open yet";
        } else if (isWritePending()) {
            state = "a reply waits to be read";
        } else if (client.isServing()) {
            state = "a request is in flight";
        } else {
            state = client.isLingering() ? "the rest of a request is dropped" : "idle";
        }
        return getRemoteSocketAddress() + ", " + state;
    }

    ClientPace pace() {
        return pace;
    }

    /** Returns the account of the client. */
    public ClientAccount account() {
        return account;
    }

    /** Returns the socket below {@code endPoint}, which may be one of TLS. */
    public static InboundEndPoint below(EndPoint endPoint) {
        return Objects.requireNonNull(of(endPoint), "the socket of a client");
    }

    /** Returns the socket below {@code endPoint}; null if it is none of a client. */
    static @Nullable InboundEndPoint of(EndPoint endPoint) {
        EndPoint socket = endPoint;
        while (socket instanceof EndPoint.Wrapper wrapper) {
            socket = wrapper.unwrap();
        }
        return socket instanceof InboundEndPoint known ? known : null;
    }

    /** Returns the connection above this socket and above TLS; null until it is known. */
    @Nullable
    InboundConnection client() {
        Connection connection = connection();
        if (connection instanceof InboundConnection http1) {
            return http1;
        }
        return connection instanceof HTTP2ServerConnection http2 ? Http2Client.of(http2) : null;
    }

    private @Nullable Connection connection() {
        Connection connection = getConnection();
        return connection instanceof SslConnection tls ? tls.getSslEndPoint().getConnection() : connection;
    }

    /** Returns whether it serves sessions, and nothing else. */
    boolean isOfSessions() {
        if (connection() instanceof SessionConnection) {
            return true;
        }
        InboundConnection client = client();
        return client != null && client.isSession();
    }
}
