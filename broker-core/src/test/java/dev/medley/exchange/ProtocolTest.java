package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ConnectionInfo;
import dev.medley.connection.Protocol;
import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exchanges with partners that speak each protocol, in the clear and over TLS. */
class ProtocolTest {

    private static final int MANY = 50;

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    private enum Way {
        HTTP_1_1_IN_THE_CLEAR("http", ProtocolChoice.AUTO, Protocol.HTTP_1_1),
        H2C("http", ProtocolChoice.H2C, Protocol.HTTP_2),
        H2("https", ProtocolChoice.H2, Protocol.HTTP_2),
        NEGOTIATED("https", ProtocolChoice.AUTO, Protocol.HTTP_2),
        HTTP_1_1_OVER_TLS("https", ProtocolChoice.HTTP_1_1, Protocol.HTTP_1_1);

        final String scheme;
        final ProtocolChoice choice;
        final Protocol spoken;

        Way(String scheme, ProtocolChoice choice, Protocol spoken) {
            this.scheme = scheme;
            this.choice = choice;
            this.spoken = spoken;
        }
    }

    @BeforeAll
    static void createAuthority() {
        authority = CertificateAuthority.create(folder, "authority");
    }

    @ParameterizedTest
    @EnumSource
    void anExchangeCompletes(Way way) {
        start(way);
        RecordingListener exchange = rig.get("/partner/0?size=2000");
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.exchange().connection())
                .extracting(ConnectionInfo::protocol)
                .isEqualTo(way.spoken);
    }

    @ParameterizedTest
    @EnumSource
    void manyExchangesAtATimeComplete(Way way) {
        start(way);
        List<RecordingListener> exchanges = IntStream.range(0, MANY)
                .mapToObj(i -> rig.get("/partner/" + i + "?size=20000"))
                .toList();
        exchanges.forEach(exchange -> exchange.assertEnded(Outcome.COMPLETED, null));
        if (way.spoken.multiplexed()) {
            assertThat(rig.partner().connections().opened()).isOne();
        }
    }

    private void start(Way way) {
        PartnerStubs.Builder stubs = PartnerStubs.builder();
        if (way.scheme.equals("https")) {
            stubs.tls(authority.issue(CertificateRequest.forHosts("127.0.0.1")));
        }
        PartnerStubs started = rig.stubs(stubs);
        PartnerSettings.Builder partner = BrokerRig.at(started.uri()).protocol(way.choice);
        rig.start(way.scheme.equals("https") ? partner.tls(tls -> tls.trust(authority.certificate())) : partner);
    }
}
