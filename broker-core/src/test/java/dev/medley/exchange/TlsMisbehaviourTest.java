package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.ProtocolChoice;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.PartnerTlsSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Everything that a partner can do wrong by TLS, under HTTP/1.1 and under HTTP/2. */
class TlsMisbehaviourTest {

    private static final int TIMES = 20;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;

    @RegisterExtension
    final BrokerRig rig = new BrokerRig();

    @BeforeAll
    static void createAuthority() {
        authority = CertificateAuthority.create(folder, "authority");
    }

    /** The partner's ticket for the resumption of the session may come before or after the request is sent. */
    @RepeatedTest(TIMES)
    void aTicketThatComesBeforeTheRequestSpoilsNoConnection(RepetitionInfo info) {
        TlsMisbehaviour way = info.getCurrentRepetition() % 2 == 0 ? TlsMisbehaviour.OK : TlsMisbehaviour.NO_ALPN;
        rig.start(settings(http1(way, Misbehaviour.OK).uri()).retries(0));
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EXPIRED            | tls handshake failed: certificate expired (NotAfter: ",
                "NOT_YET_VALID      | tls handshake failed: certificate not yet valid (NotBefore: ",
                "OTHER_HOST         | tls handshake failed: certificate of another host",
                "UNKNOWN_AUTHORITY  | tls handshake failed: certificate of an unknown authority",
                "ONLY_TLS_1_1       | tls handshake failed: the partner refused it with alert protocol_version",
                "NO_COMMON_CIPHER   | tls handshake failed: the partner refused it with alert handshake_failure",
                "PLAIN_HTTP         | tls handshake failed: the partner does not speak TLS on port",
                "CLOSE_IN_HANDSHAKE | tls handshake failed: the partner closed the connection during the handshake"
            })
    void aHandshakeThatFailsNamesItsCause(TlsMisbehaviour misbehaviour, String message) {
        for (boolean http2 : List.of(false, true)) {
            URI uri = http2
                    ? http2(misbehaviour).uri()
                    : http1(misbehaviour, Misbehaviour.OK).uri();
            rig.start(settings(uri));
            RecordingListener exchange = rig.get("/");
            exchange.assertEnded(Outcome.FAILED, Reason.TLS_HANDSHAKE_FAILED);
            assertThat(exchange.failure())
                    .hasMessageStartingWith("partner partner, ")
                    .hasMessageContaining(message)
                    .hasMessageContaining("host 127.0.0.1");
            assertThat(exchange.events()).containsExactly(Event.CONNECTION_FAILED, Event.ENDED);
            rig.assertNothingLeft();
            rig.broker().close();
        }
    }

    @Test
    void aResetInTheHandshakeIsAFailedConnect() {
        rig.start(settings(
                http1(TlsMisbehaviour.RESET_IN_HANDSHAKE, Misbehaviour.OK).uri()));
        RecordingListener exchange = rig.get("/");
        exchange.awaitEnd();
        assertThat(exchange.failure().reason()).isIn(Reason.CONNECT_FAILED, Reason.TLS_HANDSHAKE_FAILED);
    }

    @Test
    void aHandshakeThatStallsIsAConnectTimeout() {
        rig.start(settings(http2(TlsMisbehaviour.STALLED_HANDSHAKE).uri()).connectTimeout(CONNECT_TIMEOUT));
        RecordingListener exchange = rig.get("/");
        exchange.await(ExchangeState.HANDSHAKING);
        rig.pass(CONNECT_TIMEOUT);
        exchange.awaitEnd();
        assertThat(exchange.failure().reason()).isEqualTo(Reason.CONNECT_TIMEOUT);
        assertThat(exchange.exchange().timings().nanosIn(ExchangeState.HANDSHAKING))
                .isEqualTo(CONNECT_TIMEOUT.toNanos());
    }

    @Test
    void theHandshakeHasATimeoutOfItsOwn() {
        rig.start(settings(http2(TlsMisbehaviour.STALLED_HANDSHAKE).uri())
                .retry(r -> r.connectRetries(0))
                .tls(tls -> tls.handshakeTimeout(CONNECT_TIMEOUT)));
        RecordingListener exchange = rig.get("/");
        exchange.await(ExchangeState.HANDSHAKING);
        rig.pass(CONNECT_TIMEOUT);
        exchange.assertEnded(Outcome.FAILED, Reason.CONNECT_TIMEOUT);
        // By the deadline of the attempt, or by that of the connect, which are over at once.
        assertThat(exchange.failure()).hasMessageMatching(".* tls handshake (is|was) not complete within 3000 ms.*");
    }

    @Test
    void aPartnerWithoutAlpnIsRefusedWhereHttp2IsConfigured() {
        rig.start(
                settings(http1(TlsMisbehaviour.NO_ALPN, Misbehaviour.OK).uri()).protocol(ProtocolChoice.H2));
        RecordingListener exchange = rig.get("/");
        exchange.assertEnded(Outcome.FAILED, Reason.TLS_HANDSHAKE_FAILED);
        assertThat(exchange.failure()).hasMessageContaining("does not offer h2 via ALPN");
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPIRED", "NOT_YET_VALID", "OTHER_HOST", "UNKNOWN_AUTHORITY"})
    void withoutVerificationEachCertificateIsAccepted(TlsMisbehaviour misbehaviour) {
        rig.start(at(http2(misbehaviour).uri()).tls(options(false, null)));
        rig.get("/").assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aCorruptRecordEndsTheConnection() {
        rig.start(
                settings(http1(TlsMisbehaviour.CORRUPT_RECORD, Misbehaviour.OK).uri()));
        rig.get("/").awaitEnd();
        assertThat(rig.partner().connections().idle()).isLessThanOrEqualTo(1);
    }

    @Test
    void aClientCertificateIsSent() {
        IssuedCertificate client = authority.issue(CertificateRequest.forClient("CN=alice"));
        rig.start(settings(mutual().uri()).tls(options(true, client)));
        rig.get("/partner/0").assertEnded(Outcome.COMPLETED, null);
    }

    @Test
    void aClientCertificateThatIsMissingFailsTheExchange() {
        rig.start(settings(mutual().uri()));
        RecordingListener exchange = rig.get("/partner/0");
        exchange.awaitEnd();
        // By TLS 1.3 the partner refuses after the handshake: a write may fail before its alert is read.
        assertThat(exchange.failure().reason()).isIn(Reason.CONNECT_FAILED, Reason.TLS_HANDSHAKE_FAILED);
    }

    private PartnerStubs mutual() {
        IssuedCertificate server = authority.issue(CertificateRequest.forHosts("127.0.0.1"));
        return rig.stubs(PartnerStubs.builder().tls(server).requireClientCertificate(authority.certificate()));
    }

    private RawPartner http1(TlsMisbehaviour misbehaviour, Misbehaviour behaviour) {
        return rig.raw(choices -> choices.tls(authority, misbehaviour).then(behaviour));
    }

    private RawHttp2Partner http2(TlsMisbehaviour misbehaviour) {
        return rig.rawHttp2(choices -> choices.tls(authority, misbehaviour).then(Http2Misbehaviour.OK));
    }

    private static PartnerSettings.Builder settings(URI uri) {
        return at(uri).tls(options(true, null)).retry(r -> r.connectRetries(0)).retries(0);
    }

    private static Consumer<PartnerTlsSettings.Builder> options(boolean verify, @Nullable IssuedCertificate client) {
        return tls -> {
            tls.verify(verify);
            if (verify) {
                tls.trust(authority.certificate());
            }
            if (client != null) {
                tls.certificate(client.chain()).key(client.key());
            }
        };
    }
}
