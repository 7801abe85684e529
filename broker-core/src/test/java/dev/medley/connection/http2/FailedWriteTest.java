package dev.medley.connection.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.Address;
import dev.medley.connection.ConnectListener;
import dev.medley.connection.ConnectionListener;
import dev.medley.connection.Http2Settings;
import dev.medley.connection.OutboundRequest;
import dev.medley.connection.PartnerConnection;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.ResponseLimits;
import dev.medley.connection.Transfer;
import dev.medley.connection.TransferListener;
import dev.medley.connection.UnprocessedException;
import dev.medley.thread.CountedPool;
import dev.medley.thread.Soon;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests whose write fails when the partner has got them, or may have. */
class FailedWriteTest {

    private static final byte[] EMPTY_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

    private static final int OUTPUT = 64 * 1024;

    private final CountedPool pool = CountedPool.start();

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void aRequestOfWhichBytesWereWrittenMayHaveBeenProcessed() {
        FailingEndPoint endPoint = new FailingEndPoint();
        PartnerConnection connection = connect(endPoint);
        Recorded recorded = new Recorded();
        Transfer transfer = ((Http2Connection) connection)
                .newLease()
                .prepare(new OutboundRequest("GET", "/", List.of(), null), recorded);
        endPoint.failing = true;
        transfer.send();
        assertThat(recorded.ended).isCompleted();
        assertThat(recorded.ended.join()).isInstanceOf(IOException.class).isNotInstanceOf(UnprocessedException.class);
        assertThat(transfer.begun()).isTrue();
    }

    private PartnerConnection connect(FailingEndPoint endPoint) {
        CompletableFuture<PartnerConnection> established = new CompletableFuture<>();
        Http2Client client = new Http2Client(pool.pool(), pool.pool().clock(), OutboundRequest.DEFAULT_MAX_HEAD);
        Connection frames = client.newConnection(
                endPoint,
                Address.of(URI.create("http://127.0.0.1:1")),
                Http2Settings.DEFAULT,
                ResponseLimits.DEFAULT,
                new NoPool(),
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
        endPoint.setConnection(frames);
        frames.onOpen();
        endPoint.addInput(ByteBuffer.wrap(EMPTY_SETTINGS));
        return established
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Takes all bytes of a write, and fails it nevertheless: as a socket does whose partner resets it meanwhile. */
    private final class FailingEndPoint extends ByteArrayEndPoint {

        private volatile boolean failing;

        FailingEndPoint() {
            super(pool.pool().scheduler(), 0, new byte[0], OUTPUT);
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            boolean all = super.flush(buffers);
            if (failing) {
                throw new IOException("connection reset");
            }
            return all;
        }
    }

    private static final class NoPool implements ConnectionListener {

        @Override
        public void onConnectionIdle(PartnerConnection connection) {}

        @Override
        public void onMaxStreamsChanged(PartnerConnection connection) {}

        @Override
        public void onConnectionDraining(PartnerConnection connection) {}

        @Override
        public void onConnectionClosed(PartnerConnection connection) {}
    }

    private static final class Recorded implements TransferListener {

        private final CompletableFuture<@Nullable Throwable> ended = new CompletableFuture<>();

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
