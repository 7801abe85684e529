package dev.medley.connection.internal.http2;

import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.ResponseLimits;
import dev.medley.connection.internal.Transfer;
import dev.medley.connection.internal.TransferListener;
import dev.medley.connection.internal.address.Address;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.Soon;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/** A connection whose other end is in memory, without a pool of connections. */
final class Http2Rig implements ConnectionListener, AutoCloseable {

    private static final byte[] EMPTY_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    private static final int OUTPUT = 64 * 1024;

    private final CountedPool pool = CountedPool.start();
    private final AtomicInteger drained = new AtomicInteger();

    @Override
    public void close() {
        pool.close();
    }

    /** An end that takes what is written. */
    static class End extends ByteArrayEndPoint {

        End(Http2Rig rig) {
            super(rig.pool.pool().scheduler(), 0, new byte[0], OUTPUT);
        }
    }

    /** Connects to a partner that has sent empty settings. */
    Http2Connection connect(End end) {
        CompletableFuture<PartnerConnection> established = new CompletableFuture<>();
        Http2Client client = new Http2Client(pool.pool(), pool.pool().clock(), DefaultOutboundRequest.DEFAULT_MAX_HEAD);
        Connection frames = client.newConnection(
                end,
                Address.of(URI.create("http://127.0.0.1:1")),
                Http2Settings.DEFAULT,
                ResponseLimits.DEFAULT,
                this,
                new ConnectListener() {
                    @Override
                    public void onHandshaking() {}

                    @Override
                    public void onConnectionEstablished(PartnerConnection connection) {
                        established.complete(connection);
                    }

                    @Override
                    public void onConnectionFailed(Throwable failure) {
                        established.completeExceptionally(failure);
                    }
                });
        end.setConnection(frames);
        frames.onOpen();
        end.addInput(ByteBuffer.wrap(EMPTY_SETTINGS));
        return (Http2Connection) established
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Prepares a GET. */
    static Transfer get(Http2Connection connection, Recorded recorded) {
        return connection.newLease().prepare(new DefaultOutboundRequest("GET", "/", List.of(), null), recorded);
    }

    /** How often the connection was reported as one that takes no further request. */
    int drained() {
        return drained.get();
    }

    @Override
    public void onConnectionIdle(PartnerConnection connection) {}

    @Override
    public void onMaxStreamsChanged(PartnerConnection connection) {}

    @Override
    public void onConnectionDraining(PartnerConnection connection) {
        drained.incrementAndGet();
    }

    @Override
    public void onConnectionStale(PartnerConnection connection) {}

    @Override
    public void onConnectionClosed(PartnerConnection connection) {}

    /** Records the end of a transfer. */
    static final class Recorded implements TransferListener {

        final CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();

        @Override
        public void onWaitingForResponse() {}

        @Override
        public void onHeadersCompleted(ResponseHead head) {}

        @Override
        public boolean onBodyPart(ByteBuffer bytes) {
            return true;
        }

        @Override
        public void onBodyCompleted() {}

        @Override
        public void onConnectionIdle() {}

        @Override
        public void onEnded(@Nullable Throwable failure) {
            ended.complete(failure);
        }
    }
}
