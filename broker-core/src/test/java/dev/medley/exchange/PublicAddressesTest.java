package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A partner whose name resolves to an address that is not public: the address that is connected to is checked. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class PublicAddressesTest {

    @RegisterExtension
    final BrokerRig rig;

    PublicAddressesTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
    }

    @Test
    void aNameThatResolvesToLoopbackIsNotConnectedTo() {
        PartnerStubs inside = rig.stubs();
        rig.start(at("http://localhost:" + inside.port()).publicAddressesOnly(true));
        RecordingListener exchange = rig.get("/partner/0");
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_FAILED);
        assertThat(exchange.failure())
                .hasMessageContaining("localhost does not resolve to a public address, but to 127.0.0.1 (loopback)");
        assertThat(exchange.failure().summary()).isEqualTo("connect failed");
        assertThat(inside.recorded()).isEmpty();
    }

    @Test
    void anyAddressIsConnectedToUnlessItIsConfigured() {
        PartnerStubs inside = rig.stubs();
        rig.start(at("http://localhost:" + inside.port()));
        rig.get("/partner/0").assertEnded(Outcome.COMPLETED, null);
    }
}
