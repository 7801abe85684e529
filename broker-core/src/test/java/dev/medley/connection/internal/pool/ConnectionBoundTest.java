package dev.medley.connection.internal.pool;

import static dev.medley.connection.internal.pool.Asker.release;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.connection.ResponseHead;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.Http2Settings;
import dev.medley.connection.internal.Lease;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.TransferListener;
import dev.medley.thread.internal.Soon;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leases when as many connections are open as may be. */
class ConnectionBoundTest {

    private static final int RACES = 3_000;

    @RegisterExtension
    final ConnectionRig rig = new ConnectionRig();

    @Test
    void aFreshLeaseAtTheBoundTakesThePlaceOfTheNextConnectionThatBecomesIdle() {
        ConnectionPool connections = rig.start();
        connections.setMaxConnections(1);
        PartnerConnection used = Asker.of(connections).connection();
        Asker fresh = Asker.of(connections, true);
        assertThat(fresh.isAnswered()).isFalse();
        release(used);
        assertThat(fresh.connection()).isNotSameAs(used);
        assertThat(used.isClosed()).isTrue();
    }

    @Test
    void aListenerThatWaitsGetsAnotherConnectionIfTheOneThatBecomesIdleIsNotReusable() {
        HandConnector connector = new HandConnector();
        ConnectionPool connections =
                connector.pool(ProtocolChoice.AUTO, "http://127.0.0.1:1", Http2Settings.DEFAULT, 1);
        Asker first = Asker.of(connections);
        HandStreams used = connector.establish();
        assertThat(first.answer()).isCompletedWithValue(used);
        Asker second = Asker.of(connections);
        used.spoil();
        used.release();
        assertThat(used.isClosed()).isTrue();
        assertThat(second.isAnswered()).isFalse();
        assertThat(second.answer()).isNotDone();
        HandStreams other = connector.establish();
        assertThat(second.answer()).isCompletedWithValue(other);
        assertThat(connections.counts().open()).isOne();
        assertThat(connections.counts().streams()).isOne();
    }

    @Test
    void anIdleConnectionIsLeasedWhileAnotherListenerWaitsForAFreshOne() {
        HandConnector connector = new HandConnector();
        ConnectionPool connections =
                connector.pool(ProtocolChoice.AUTO, "http://127.0.0.1:1", Http2Settings.DEFAULT, 2);
        Asker first = Asker.of(connections);
        HandStreams used = connector.establish();
        assertThat(first.answer()).isCompletedWithValue(used);
        Asker fresh = Asker.of(connections, true);
        used.release();
        assertThat(connections.counts().idle()).isOne();
        assertThat(Asker.of(connections).answer()).isCompletedWithValue(used);
        assertThat(fresh.isAnswered()).isFalse();
        assertThat(connector.pending()).isOne();
    }

    @Test
    void aConnectionThatBecomesIdleWhileALeaseIsAskedForIsLeased() throws Exception {
        ConnectionPool connections = rig.start();
        connections.setMaxConnections(1);
        PartnerConnection only = Asker.of(connections).connection();
        CyclicBarrier together = new CyclicBarrier(2);
        List<Integer> lost = new ArrayList<>();
        for (int i = 0; i < RACES; i++) {
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> {
                try {
                    together.await();
                } catch (Exception x) {
                    throw new IllegalStateException(x);
                }
                release(only);
            });
            together.await();
            Asker asker = Asker.of(connections);
            release.join();
            if (!asker.isAnswered() && connections.counts().idle() > 0) {
                lost.add(i);
                connections.cancel(asker);
                asker = Asker.of(connections);
            }
            assertThat(asker.connection()).isSameAs(only);
        }
        assertThat(lost).isEmpty();
    }

    @Test
    void anIdleConnectionDoesNotHoldARequestThatWasNotSent() {
        ConnectionPool connections = rig.start();
        WeakReference<TransferListener> listener = prepareAndRelease(connections);
        Soon.until("the listener is unreachable", () -> {
            System.gc();
            return listener.get() == null;
        });
        assertThat(connections.counts().idle()).isOne();
    }

    private static WeakReference<TransferListener> prepareAndRelease(ConnectionPool connections) {
        TransferListener listener = new Unused();
        PartnerConnection connection = Asker.of(connections).connection();
        ((Lease) connection).prepare(new DefaultOutboundRequest("GET", "/", List.of(), null), listener);
        release(connection);
        return new WeakReference<>(listener);
    }

    private static final class Unused implements TransferListener {

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
        public void onEnded(@Nullable Throwable failure) {}
    }
}
