package dev.medley.connection;

import static dev.medley.connection.ConnectionRig.KEEP_ALIVE;
import static dev.medley.connection.ConnectionRig.assertSoon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.medley.stubs.Misbehaviour;
import dev.medley.stubs.RawPartner;
import dev.medley.thread.Soon;
import java.lang.ref.WeakReference;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PartnerConnectionsTest {

    @RegisterExtension
    final ConnectionRig rig = new ConnectionRig();

    @Test
    void aConnectionIsOpenedAndCounted() {
        PartnerConnections connections = rig.start();
        WireConnection connection = Asker.of(connections).connection();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1));
        assertThat(connection.protocol()).isEqualTo(Protocol.HTTP_1_1);
        assertThat(rig.partner().url()).endsWith(":" + ((InetSocketAddress) connection.remoteAddress()).getPort());
        assertThat(connection.localAddress()).isNotEqualTo(connection.remoteAddress());
        assertThat(connection.uses()).isZero();
    }

    @Test
    void everyConnectionHasANumberOfItsOwn() {
        PartnerConnections connections = rig.start();
        assertThat(Asker.of(connections).connection().id())
                .isNotEqualTo(Asker.of(connections).connection().id());
    }

    @Test
    void noneIsIdleUnlessItIsPutBack() {
        PartnerConnections connections = rig.start();
        assertThat(connections.takeIdle()).isNull();
        WireConnection connection = Asker.of(connections).connection();
        assertThat(connections.takeIdle()).isNull();
        connection.putBack();
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 1, 0, 1));
        assertThat(connections.takeIdle()).isSameAs(connection);
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(1, 0, 0, 1));
    }

    @Test
    void theLastOneInIsTheFirstOneOut() {
        PartnerConnections connections = rig.start();
        WireConnection first = Asker.of(connections).connection();
        WireConnection second = Asker.of(connections).connection();
        WireConnection third = Asker.of(connections).connection();
        second.putBack();
        third.putBack();
        first.putBack();
        assertThat(connections.takeIdle()).isSameAs(first);
        assertThat(connections.takeIdle()).isSameAs(third);
        assertThat(connections.takeIdle()).isSameAs(second);
        assertThat(connections.takeIdle()).isNull();
    }

    @Test
    void puttingBackTwiceIsAsGoodAsOnce() {
        PartnerConnections connections = rig.start();
        WireConnection connection = Asker.of(connections).connection();
        connection.putBack();
        connection.putBack();
        assertThat(connections.counts().idle()).isOne();
        assertThat(connections.takeIdle()).isSameAs(connection);
        assertThat(connections.takeIdle()).isNull();
    }

    @Test
    void aConnectionThatIsClosedIsGone() {
        PartnerConnections connections = rig.start();
        WireConnection connection = Asker.of(connections).connection();
        HandConnection other = rig.partner().accept();
        connection.close();
        other.awaitClosed();
        connection.putBack();
        assertSoon(connections, 0, 0);
        assertThat(connections.takeIdle()).isNull();
    }

    @Test
    void aConnectionThatThePartnerClosesWhileItIsIdleLeaves() {
        PartnerConnections connections = rig.start();
        WireConnection kept = Asker.of(connections).connection();
        rig.partner().accept();
        WireConnection lost = Asker.of(connections).connection();
        HandConnection closing = rig.partner().accept();
        kept.putBack();
        lost.putBack();
        closing.close();
        assertSoon(connections, 1, 1);
        assertThat(connections.takeIdle()).isSameAs(kept);
    }

    @Test
    void aConnectionThatThePartnerResetsWhileItIsIdleLeaves() {
        PartnerConnections connections = rig.start();
        Asker.of(connections).connection().putBack();
        rig.partner().accept().reset();
        assertSoon(connections, 0, 0);
    }

    @Test
    void bytesThatNobodyAskedForCloseAnIdleConnection() {
        PartnerConnections connections = rig.start();
        Asker.of(connections).connection().putBack();
        HandConnection partner = rig.partner().accept();
        partner.answer("nobody asked");
        partner.awaitClosed();
        assertSoon(connections, 0, 0);
    }

    @Test
    void aConnectionLetsGoOfWhomItWasOpenedFor() {
        PartnerConnections connections = rig.start();
        WeakReference<Asker> asker = openIdle(connections);
        Soon.until("nobody holds the asker", () -> {
            System.gc();
            return asker.get() == null;
        });
        assertThat(connections.counts().idle()).isOne();
    }

    private static WeakReference<Asker> openIdle(PartnerConnections connections) {
        Asker asker = Asker.of(connections);
        asker.connection().putBack();
        return new WeakReference<>(asker);
    }

    @Test
    void anIdleConnectionExpires() {
        PartnerConnections connections = rig.start();
        Asker.of(connections).connection().putBack();
        HandConnection partner = rig.partner().accept();
        rig.time().advance(KEEP_ALIVE.minusNanos(1));
        assertThat(connections.counts().idle()).isOne();
        rig.time().advance(Duration.ofNanos(1));
        partner.awaitClosed();
        assertSoon(connections, 0, 0);
        assertThat(rig.time().alarms()).isZero();
    }

    @Test
    void onlyThoseExpireThatNobodyHasWantedForLong() {
        PartnerConnections connections = rig.start();
        WireConnection old = Asker.of(connections).connection();
        WireConnection young = Asker.of(connections).connection();
        old.putBack();
        rig.time().advance(Duration.ofSeconds(20));
        young.putBack();
        rig.time().advance(Duration.ofSeconds(10));
        assertSoon(connections, 1, 1);
        rig.time().advance(Duration.ofSeconds(19));
        assertThat(connections.takeIdle()).isSameAs(young);
        young.putBack();
        rig.time().advance(KEEP_ALIVE);
        assertSoon(connections, 0, 0);
    }

    @Test
    void aConnectionInUseDoesNotExpire() {
        PartnerConnections connections = rig.start();
        WireConnection connection = Asker.of(connections).connection();
        connection.putBack();
        assertThat(connections.takeIdle()).isSameAs(connection);
        rig.time().advance(KEEP_ALIVE.multipliedBy(2));
        assertSoon(connections, 1, 0);
        connection.putBack();
        rig.time().advance(KEEP_ALIVE);
        assertSoon(connections, 0, 0);
    }

    @Test
    void withoutKeepAliveNoneExpires() {
        PartnerConnections connections = rig.start(rig.partner().url(), Duration.ZERO);
        Asker.of(connections).connection().putBack();
        assertThat(rig.time().alarms()).isZero();
        rig.time().advance(Duration.ofDays(1));
        assertThat(connections.counts().idle()).isOne();
    }

    @Test
    void aRefusedConnectionIsToldOnABrokerThread() {
        try (RawPartner refusing = RawPartner.start(Misbehaviour.REFUSE)) {
            PartnerConnections connections = rig.start(refusing.uri().toString(), KEEP_ALIVE);
            Asker.of(connections).assertFails(ConnectException.class);
            assertSoon(connections, 0, 0);
            assertThat(connections.counts().opened()).isZero();
        }
    }

    @Test
    void aConnectionThatIsNotAcceptedInTimeIsToldOnABrokerThread() {
        try (RawPartner deaf = RawPartner.start(Misbehaviour.NEVER_ACCEPT)) {
            PartnerConnections connections = rig.start(deaf.uri().toString(), KEEP_ALIVE);
            Asker asker = Asker.of(connections);
            assertThat(connections.counts().opening()).isOne();
            asker.assertFails(SocketTimeoutException.class);
            assertSoon(connections, 0, 0);
        }
    }

    @Test
    void anUnknownNameIsToldOnABrokerThread() {
        PartnerConnections connections = rig.start("http://no-such-partner.invalid:9001", KEEP_ALIVE);
        Asker.of(connections).assertFails(UnknownHostException.class);
        assertSoon(connections, 0, 0);
    }

    @Test
    void afterTheEndNoConnectionIsOpened() {
        PartnerConnections connections = rig.start();
        rig.manager().close();
        Asker.of(connections).assertFails(Throwable.class);
        assertSoon(connections, 0, 0);
    }

    @Test
    void beforeTheStartNoConnectionIsOpened() {
        PartnerConnections connections = rig.register("early", rig.partner().url(), KEEP_ALIVE);
        assertThatIllegalStateException()
                .isThrownBy(() -> connections.open(new Asker()))
                .withMessageContaining("not been started");
        assertThat(connections.counts()).isEqualTo(new ConnectionCounts(0, 0, 0, 0));
    }

    @Test
    void noTwoPartnersHaveOneName() {
        rig.register("twin", rig.partner().url(), KEEP_ALIVE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.register("twin", rig.partner().url(), KEEP_ALIVE))
                .withMessageContaining("twin");
    }

    @Test
    void twoPartnersAtOneAddressHaveConnectionsOfTheirOwn() {
        PartnerConnections one = rig.register("one", rig.partner().url(), KEEP_ALIVE);
        PartnerConnections two = rig.register("two", rig.partner().url(), KEEP_ALIVE);
        rig.manager().start();
        Asker.of(one).connection().putBack();
        assertThat(two.takeIdle()).isNull();
        assertThat(one.takeIdle()).isNotNull();
    }
}
