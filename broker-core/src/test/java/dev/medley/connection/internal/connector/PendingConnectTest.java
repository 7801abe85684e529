package dev.medley.connection.internal.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandPartner;
import dev.medley.connection.internal.ConnectListener;
import dev.medley.connection.internal.ConnectSettings;
import dev.medley.connection.internal.ConnectionListener;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.connection.internal.address.Address;
import dev.medley.connection.internal.address.AddressRule;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.CountedPool;
import dev.medley.thread.internal.Loop;
import dev.medley.thread.internal.Soon;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PendingConnectTest {

    /** Beyond the number of the loops: what chose them in turn would come to each. */
    private static final int CONNECTS = 4;

    /** Long: the test reports the time-outs itself. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(10);

    private final CountedPool pool = CountedPool.start();
    private final HandPartner partner = HandPartner.open();
    private final RawPartner deaf = RawPartner.start(Misbehaviour.NEVER_ACCEPT);
    private final SocketConnector connector =
            new SocketConnector(pool.pool(), pool.pool().clock(), CONNECT_TIMEOUT.toMillis());
    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void start() {
        connector.start();
    }

    @AfterEach
    void close() {
        connector.close();
        partner.close();
        deaf.close();
        pool.close();
    }

    @Test
    void theAddressAfterOneThatDoesNotAnswerIsConnectedOnTheLoopThatAsked() {
        Loop asking = Objects.requireNonNull(pool.pool().loops()).all().get(0);
        SocketDestination destination =
                new SocketDestination(connector, Address.of(deaf.uri()), ConnectSettings.of(CONNECT_TIMEOUT));

        for (int i = 0; i < CONNECTS; i++) {
            asking.execute(() -> {
                PendingConnect connect = new PendingConnect(destination, new Unheard(), new Outcome());
                connect.resolved(List.of(address(deaf.uri()), address(URI.create(partner.url()))));
                timeOut(connect);
            });
        }

        Soon.until("all connects end", () -> outcomes.size() == CONNECTS);
        assertThat(outcomes).containsOnly("established on loop " + asking.number());
    }

    @Test
    void anAddressThatIsNotPublicIsNotConnectedToWhateverTheNameIs() {
        try (RawPartner inside = RawPartner.start(Misbehaviour.OK)) {
            int port = inside.port();
            SocketDestination destination =
                    new SocketDestination(connector, new Address("http", "rebound.test", port), publicOnly());

            new PendingConnect(destination, new Unheard(), new Outcome())
                    .resolved(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));

            Soon.until("the connect ends", () -> !outcomes.isEmpty());
            assertThat(outcomes)
                    .containsExactly(
                            "failed: java.net.ConnectException: rebound.test does not resolve to a public address, but to"
                                    + " 127.0.0.1 (loopback)");
            assertThat(inside.connections()).isZero();
        }
    }

    private static ConnectSettings publicOnly() {
        ConnectSettings any = ConnectSettings.of(CONNECT_TIMEOUT);
        return new ConnectSettings(
                any.protocol(),
                any.connectTimeout(),
                any.handshakeTimeout(),
                any.tls(),
                any.http2(),
                any.limits(),
                AddressRule.PUBLIC);
    }

    /** Jetty reports it on the thread of the scheduler. */
    private void timeOut(PendingConnect connect) {
        pool.pool()
                .scheduler()
                .schedule(() -> connect.failed(new SocketTimeoutException("for the test")), 0, TimeUnit.MILLISECONDS);
    }

    private static InetSocketAddress address(URI uri) {
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private final class Outcome implements ConnectListener {

        @Override
        public void onHandshaking() {}

        @Override
        public void onConnectionEstablished(PartnerConnection connection) {
            outcomes.add("established on loop " + Loop.currentNumber());
        }

        @Override
        public void onConnectionFailed(Throwable failure) {
            outcomes.add("failed: " + failure);
        }
    }

    /** What happens to the connection later is no matter here. */
    private static final class Unheard implements ConnectionListener {

        @Override
        public void onConnectionIdle(PartnerConnection connection) {}

        @Override
        public void onMaxStreamsChanged(PartnerConnection connection) {}

        @Override
        public void onConnectionDraining(PartnerConnection connection) {}

        @Override
        public void onConnectionStale(PartnerConnection connection) {}

        @Override
        public void onConnectionClosed(PartnerConnection connection) {}
    }
}
