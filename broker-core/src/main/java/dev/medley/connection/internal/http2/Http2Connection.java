package dev.medley.connection.internal.http2;

import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HeaderListException;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.WriteBatch;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.jetty.PartnerEndPoint;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.Clock;
import dev.medley.thread.internal.SerialWork;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A connection that speaks HTTP/2: a lease a stream. It is established once the partner's settings have come, because these bound
 * the streams.
 *
 * <p>Requests that are sent within one {@link WriteBatch}, or while another thread is sending, are written together.
 */
final class Http2Connection extends PartnerConnection implements Session.Listener, WriteBatch.Writer {

    /** Writes requests that were put off to the end of a turn, if that does not end: its work waits, which it must not. */
    private static final long LATE_WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final BrokerPool pool;
    private final RequestFrames requests;
    private final Http2Settings settings;
    private final AtomicReference<@Nullable ConnectListener> connect;
    private final Queue<StreamTransfer> unsent = new ConcurrentLinkedQueue<>();
    private final SerialWork writes = new SerialWork();
    private final AtomicBoolean lateWriteScheduled = new AtomicBoolean();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Liveness liveness;
    private volatile @Nullable FrameSession session;
    private volatile int maxStreams;
    private volatile @Nullable Throwable failure;

    Http2Connection(
            BrokerPool pool,
            Clock clock,
            Address address,
            Http2Settings settings,
            ConnectionListener owner,
            ConnectListener connect) {
        super(owner);
        this.pool = pool;
        requests = new RequestFrames(address);
        this.settings = settings;
        this.connect = new AtomicReference<>(connect);
        liveness = new Liveness(this, clock, settings.pingInterval().toNanos());
    }

    /** Called once, before anything else, with the session that carries the streams. */
    void opening(FrameSession carrier) {
        session = carrier;
    }

    // ---- Streams. -----------------------------------------------------------------------------------------------

    @Override
    public int maxStreams() {
        return maxStreams;
    }

    /** Its streams are shared by all loops. */
    @Override
    public int loop() {
        return 0;
    }

    @Override
    public Lease newLease() {
        return new StreamTransfer(this);
    }

    /** Sends the request, at the end of the turn if one is under way. */
    void send(StreamTransfer transfer) {
        unsent.add(transfer);
        if (!WriteBatch.defer(this)) {
            write();
        } else if (lateWriteScheduled.compareAndSet(false, true)) {
            pool.clock().schedule(LATE_WRITE_NANOS, this::writeLate);
        }
    }

    private void writeLate() {
        lateWriteScheduled.set(false);
        write();
    }

    /** Writes the requests that wait; those that come meanwhile are written by the thread that is writing already. */
    @Override
    public void write() {
        if (unsent.isEmpty() || !writes.begins()) {
            return;
        }
        do {
            openStreams();
        } while (writes.goesOn());
    }

    private void openStreams() {
        StreamTransfer first = unsent.poll();
        if (first != null) {
            FrameSession carrier = session();
            carrier.open(() -> first.open(carrier), () -> {
                for (StreamTransfer next = unsent.poll(); next != null; next = unsent.poll()) {
                    next.open(carrier);
                }
            });
            if (carrier.isSpent()) {
                drain();
            }
        }
    }

    /** A transfer has prepared to use a stream. */
    void streamUsed() {
        used();
    }

    /** A stream is free again. */
    void streamReleased() {
        streamIdle();
    }

    boolean isOpenStream(int streamId) {
        return session().getStream(streamId) != null;
    }

    long streamsOpened() {
        FrameSession carrier = session;
        return carrier == null ? 0 : carrier.getStreamsOpened();
    }

    RequestFrames requests() {
        return requests;
    }

    BrokerPool pool() {
        return pool;
    }

    /**
     * Returns why the header fields of {@code request} cannot be sent, or null. Where it is the partner that accepts too few, the
     * connection takes no further request.
     */
    @Nullable
    Exception headerFault(DefaultOutboundRequest request) {
        long bound = requests.headerListBound(request);
        long encoded = session().getGenerator().getHpackEncoder().getMaxHeaderListSize();
        if (bound > encoded) {
            String fault = "the header fields may take %d bytes as HTTP/2 counts and encodes them; at most %d"
                    + " are allowed by limits.max-request-head";
            return new InvalidRequestException(fault.formatted(bound, encoded), true);
        }
        long accepted = session().acceptedHeaderList();
        long size = bound > accepted ? requests.headerListSize(request) : 0;
        if (size <= accepted) {
            return null;
        }
        drain();
        return new HeaderListException(size, accepted);
    }

    // ---- Events of the session. Called by Jetty. ----------------------------------------------------------------

    @Override
    public void onSettings(Session opened, SettingsFrame frame) {
        int allowed = session().getMaxLocalStreams();
        int before = maxStreams;
        maxStreams = allowed < 0 ? settings.maxStreams() : Math.min(allowed, settings.maxStreams());
        ConnectListener first = connect.getAndSet(null);
        if (first != null) {
            // Before the first exchange, which may take a while.
            liveness.start();
            first.onConnectionEstablished(this);
        } else if (before != maxStreams) {
            maxStreamsChanged();
        }
    }

    @Override
    public void onGoAway(Session opened, GoAwayFrame frame) {
        failed(new IOException("the partner went away with " + describe(frame)));
        drain();
    }

    @Override
    public void onFailure(Session opened, Throwable cause, Callback callback) {
        failure = failureOr(cause);
        failed(cause);
        drain();
        callback.succeeded();
    }

    @Override
    public void onClose(Session opened, GoAwayFrame frame, Callback callback) {
        drain();
        callback.succeeded();
    }

    /** The connect has failed, unless the connection is established. */
    void failed(Throwable cause) {
        ConnectListener first = connect.getAndSet(null);
        if (first != null) {
            // The partner may refuse the client's certificate after the handshake (RFC 8446, section 4.6.2).
            IOException ofRead =
                    session().getEndPoint() instanceof PartnerEndPoint endPoint ? endPoint.readFailure() : null;
            Throwable known = ofRead == null ? cause : ofRead;
            String why = known.getMessage() == null ? "" : ": " + known.getMessage();
            first.onConnectionFailed(
                    known instanceof SSLException ? known : new IOException("HTTP/2 is not set up" + why, known));
        }
    }

    /** Bytes have arrived. */
    void onBytes() {
        liveness.onBytes();
    }

    /** The socket is closed. Streams that Jetty has not failed are failed. */
    void onTransportClosed(Throwable cause) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        liveness.stop();
        failed(cause);
        for (Stream stream : session().getStreams()) {
            ((StreamTransfer) stream.getListener()).connectionLost(cause);
        }
        closed();
    }

    /** Returns why the connection failed; {@code seen} if nothing came before it. */
    Throwable failureOr(Throwable seen) {
        Throwable first = failure;
        return first == null ? seen : first;
    }

    /** It takes no further request; those whose streams have been leased go on. By any thread. */
    void drain() {
        if (draining.compareAndSet(false, true)) {
            draining();
        }
    }

    private static String describe(GoAwayFrame frame) {
        String reason = frame.tryConvertPayload();
        String code = ErrorCode.toString(frame.getError(), "code " + frame.getError());
        return reason == null || reason.isEmpty() ? code : code + " (" + reason + ")";
    }

    // ---- The connection. ----------------------------------------------------------------------------------------

    /** Closes the connection at once; streams that are open fail. */
    void abort(Throwable cause) {
        failure = cause;
        session().getEndPoint().close(cause);
    }

    /** Announces the end to the partner, and closes. */
    @Override
    public void close() {
        FrameSession carrier = session();
        carrier.close(ErrorCode.NO_ERROR.code, null, Callback.from(carrier::disconnect));
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public boolean isReusable() {
        return !draining.get() && !session().isClosed();
    }

    @Override
    public Protocol protocol() {
        return Protocol.HTTP_2;
    }

    @Override
    public SocketAddress localAddress() {
        return session().getLocalSocketAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
        return session().getRemoteSocketAddress();
    }

    FrameSession session() {
        return Objects.requireNonNull(session, "not opening yet");
    }
}
