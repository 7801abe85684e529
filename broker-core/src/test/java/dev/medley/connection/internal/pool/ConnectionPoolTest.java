package dev.medley.connection.internal.pool;

import static dev.medley.connection.internal.pool.Asker.release;
import static dev.medley.connection.internal.pool.ConnectionRig.KEEP_ALIVE;
import static dev.medley.connection.internal.pool.ConnectionRig.assertSoon;
import static dev.medley.connection.internal.pool.ConnectionRig.takeIdle;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.Protocol;
import dev.medley.connection.internal.PartnerConnection;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConnectionPoolTest {

    @RegisterExtension
    final ConnectionRig rig = new ConnectionRig();

    @Test
    void aConnectionIsOpenedAndCounted() {
        ConnectionPool connections = rig.start();
        PartnerConnection connection = Asker.of(connections).connection();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1, 1));
        assertThat(connection.protocol()).isEqualTo(Protocol.HTTP_1_1);
        assertThat(rig.partner().url()).endsWith(":" + ((InetSocketAddress) connection.remoteAddress()).getPort());
        assertThat(connection.localAddress()).isNotEqualTo(connection.remoteAddress());
        assertThat(connection.uses()).isZero();
    }

    @Test
    void everyConnectionHasANumberOfItsOwn() {
        ConnectionPool connections = rig.start();
        assertThat(Asker.of(connections).connection().id())
                .isNotEqualTo(Asker.of(connections).connection().id());
    }

    @Test
    void noneIsIdleUnlessItIsPutBack() {
        ConnectionPool connections = rig.start();
        assertThat(takeIdle(connections)).isNull();
        PartnerConnection connection = Asker.of(connections).connection();
        assertThat(takeIdle(connections)).isNull();
        release(connection);
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 1, 0, 1, 0));
        assertThat(takeIdle(connections)).isSameAs(connection);
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1, 1));
    }

    @Test
    void theLastOneInIsTheFirstOneOut() {
        ConnectionPool connections = rig.start();
        PartnerConnection first = Asker.of(connections).connection();
        PartnerConnection second = Asker.of(connections).connection();
        PartnerConnection third = Asker.of(connections).connection();
        release(second);
        release(third);
        release(first);
        assertThat(takeIdle(connections)).isSameAs(first);
        assertThat(takeIdle(connections)).isSameAs(third);
        assertThat(takeIdle(connections)).isSameAs(second);
        assertThat(takeIdle(connections)).isNull();
    }

    @Test
    void puttingBackTwiceIsAsGoodAsOnce() {
        ConnectionPool connections = rig.start();
        PartnerConnection connection = Asker.of(connections).connection();
        release(connection);
        release(connection);
        assertThat(connections.counts().idle()).isOne();
        assertThat(takeIdle(connections)).isSameAs(connection);
        assertThat(takeIdle(connections)).isNull();
    }

    @Test
    void aConnectionThatIsClosedIsGone() {
        ConnectionPool connections = rig.start();
        PartnerConnection connection = Asker.of(connections).connection();
        HandConnection other = rig.partner().accept();
        connection.close();
        other.awaitClosed();
        release(connection);
        assertSoon(connections, 0, 0);
        assertThat(takeIdle(connections)).isNull();
    }

    @Test
    void aConnectionThatThePartnerClosesWhileItIsIdleLeaves() {
        ConnectionPool connections = rig.start();
        PartnerConnection kept = Asker.of(connections).connection();
        rig.partner().accept();
        PartnerConnection lost = Asker.of(connections).connection();
        HandConnection closing = rig.partner().accept();
        release(kept);
        release(lost);
        closing.close();
        assertSoon(connections, 1, 1);
        assertThat(takeIdle(connections)).isSameAs(kept);
    }

    @Test
    void aConnectionThatThePartnerResetsWhileItIsIdleLeaves() {
        ConnectionPool connections = rig.start();
        release(Asker.of(connections).connection());
        rig.partner().accept().reset();
        assertSoon(connections, 0, 0);
    }

    @Test
    void bytesThatNoRequestAskedForCloseAnIdleConnection() {
        ConnectionPool connections = rig.start();
        release(Asker.of(connections).connection());
        HandConnection partner = rig.partner().accept();
        partner.answer("not requested");
        partner.awaitClosed();
        assertSoon(connections, 0, 0);
    }

    @Test
    void aConnectionKeepsNoReferenceToItsListener() {
        ConnectionPool connections = rig.start();
        WeakReference<Asker> asker = openIdle(connections);
        Soon.until("the asker is not referenced", () -> {
            System.gc();
            return asker.get() == null;
        });
        assertThat(connections.counts().idle()).isOne();
    }

    private static WeakReference<Asker> openIdle(ConnectionPool connections) {
        Asker asker = Asker.of(connections);
        release(asker.connection());
        return new WeakReference<>(asker);
    }

    @Test
    void anIdleConnectionExpires() {
        ConnectionPool connections = rig.start();
        release(Asker.of(connections).connection());
        HandConnection partner = rig.partner().accept();
        rig.clock().advance(KEEP_ALIVE.minusNanos(1));
        assertThat(connections.counts().idle()).isOne();
        rig.clock().advance(Duration.ofNanos(1));
        partner.awaitClosed();
        assertSoon(connections, 0, 0);
        assertThat(rig.clock().alarms()).isZero();
    }

    @Test
    void onlyConnectionsThatAreIdleForLongExpire() {
        ConnectionPool connections = rig.start();
        PartnerConnection old = Asker.of(connections).connection();
        PartnerConnection young = Asker.of(connections).connection();
        release(old);
        rig.clock().advance(Duration.ofSeconds(20));
        release(young);
        rig.clock().advance(Duration.ofSeconds(10));
        assertSoon(connections, 1, 1);
        rig.clock().advance(Duration.ofSeconds(19));
        assertThat(takeIdle(connections)).isSameAs(young);
        release(young);
        rig.clock().advance(KEEP_ALIVE);
        assertSoon(connections, 0, 0);
    }

    @Test
    void aConnectionInUseDoesNotExpire() {
        ConnectionPool connections = rig.start();
        PartnerConnection connection = Asker.of(connections).connection();
        release(connection);
        assertThat(takeIdle(connections)).isSameAs(connection);
        rig.clock().advance(KEEP_ALIVE.multipliedBy(2));
        assertSoon(connections, 1, 0);
        release(connection);
        rig.clock().advance(KEEP_ALIVE);
        assertSoon(connections, 0, 0);
    }

    @Test
    void withoutKeepAliveNoneExpires() {
        ConnectionPool connections = rig.start(rig.partner().url(), Duration.ZERO);
        release(Asker.of(connections).connection());
        assertThat(rig.clock().alarms()).isZero();
        rig.clock().advance(Duration.ofDays(1));
        assertThat(connections.counts().idle()).isOne();
    }

    @Test
    void aRefusedConnectionIsReportedOnABrokerThread() {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE)) {
            ConnectionPool connections = rig.start(refusing.uri().toString(), KEEP_ALIVE);
            Asker.of(connections).assertFails(ConnectException.class);
            assertSoon(connections, 0, 0);
            assertThat(connections.counts().opened()).isZero();
        }
    }

    @Test
    void aConnectTimeoutIsReportedOnABrokerThread() {
        try (RawPartner deaf = RawPartner.start(Misbehaviour.NEVER_ACCEPT)) {
            ConnectionPool connections = rig.start(deaf.uri().toString(), KEEP_ALIVE);
            Asker asker = Asker.of(connections);
            assertThat(connections.counts().opening()).isOne();
            asker.assertFails(SocketTimeoutException.class);
            assertSoon(connections, 0, 0);
        }
    }

    @Test
    void anUnknownNameIsReportedOnABrokerThread() {
        ConnectionPool connections = rig.start("http://no-such-partner.invalid:9001", KEEP_ALIVE);
        Asker.of(connections).assertFails(UnknownHostException.class);
        assertSoon(connections, 0, 0);
    }

    @Test
    void afterTheEndNoConnectionIsOpened() {
        ConnectionPool connections = rig.start();
        rig.manager().close();
        Asker.of(connections).assertFails(Throwable.class);
        assertSoon(connections, 0, 0);
    }

    @Test
    void twoPartnersAtOneAddressHaveConnectionsOfTheirOwn() {
        ConnectionPool one = rig.pool(rig.partner().url(), KEEP_ALIVE);
        ConnectionPool two = rig.pool(rig.partner().url(), KEEP_ALIVE);
        rig.manager().start();
        release(Asker.of(one).connection());
        assertThat(takeIdle(two)).isNull();
        assertThat(takeIdle(one)).isNotNull();
    }
}
