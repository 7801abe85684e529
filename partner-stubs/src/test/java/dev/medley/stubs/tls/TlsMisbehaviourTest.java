package dev.medley.stubs.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.RawClient;
import dev.medley.stubs.RawHttp2Client;
import dev.medley.stubs.RecordingSocket;
import dev.medley.stubs.TlsClient;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each misbehaviour of TLS as a client sees it, and the others over TLS. */
class TlsMisbehaviourTest {

    private static final String BODY = "{\"partner\":0,\"status\":\"ok\"}";

    @TempDir
    static Path folder;

    private static CertificateAuthority authority;
    private static TlsClient tls;

    @BeforeAll
    static void create() throws GeneralSecurityException {
        authority = CertificateAuthority.create(folder, "Raw authority");
        tls = TlsClient.trusting(authority);
    }

    @Test
    void aCorrectPartnerAnswersOverTls() throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, TlsMisbehaviour.OK);
                SSLSocket socket = tls.connect(partner.port(), "h2", "http/1.1");
                RawClient client = RawClient.over(socket)) {
            assertThat(partner.uri()).hasScheme("https");
            assertThat(client.get("/path").readUntil(BODY)).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(client.get("/path").readUntil(BODY)).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            assertThat(partner.requests()).isEqualTo(2);
        }
    }

    @Test
    void aCorrectPartnerOfHttp2IsSelectedByAlpn() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(
                        builder -> builder.then(Http2Misbehaviour.OK).tls(authority));
                SSLSocket socket = tls.connect(partner.port(), "h2", "http/1.1");
                RawHttp2Client client = RawHttp2Client.over(socket)) {
            assertThat(client.get(1).next()).startsWith("HEADERS 1 :status=200");
            assertThat(client.next()).isEqualTo("DATA 1 " + BODY + " end");
            assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
        }
    }

    @Test
    void muchIsSentOverTls() throws IOException {
        try (RawPartner partner = start(Misbehaviour.HUGE_HEADERS, TlsMisbehaviour.OK);
                RawClient client = RawClient.over(tls.connect(partner.port()))) {
            assertThat(client.get("/path").readUntil(BODY)).hasSizeGreaterThan(1 << 20);
        }
        try (RawHttp2Partner partner = RawHttp2Partner.start(builder ->
                        builder.then(Http2Misbehaviour.FLOOD_OF_PINGS).tls(authority));
                RawHttp2Client client = RawHttp2Client.over(tls.connect(partner.port(), "h2"))) {
            client.get(1);
            for (int i = 0; i < 20_000; i++) {
                assertThat(client.next()).isEqualTo("PING 0 8");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OTHER_HOST, No subject alternative",
        "EXPIRED, NotAfter",
        "NOT_YET_VALID, NotBefore",
        "UNKNOWN_AUTHORITY, unable to find valid certification path",
        "ONLY_TLS_1_1, protocol_version",
        "NO_COMMON_CIPHER, handshake_failure",
        "CLOSE_IN_HANDSHAKE, terminated the handshake",
        "PLAIN_HTTP, Unsupported or unrecognized SSL message"
    })
    void theHandshakeFails(TlsMisbehaviour misbehaviour, String reason) throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, misbehaviour);
                SSLSocket socket = tls.connect(partner.port())) {
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLException.class)
                    .hasStackTraceContaining(reason);
            assertThat(partner.connections()).isEqualTo(1);
            assertThat(partner.requests()).isZero();
        }
    }

    @Test
    void theHandshakeMayBeReset() throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, TlsMisbehaviour.RESET_IN_HANDSHAKE);
                SSLSocket socket = tls.connect(partner.port())) {
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOfAny(SocketException.class, SSLException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void theHandshakeMayStall() throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, TlsMisbehaviour.STALLED_HANDSHAKE);
                SSLSocket socket = tls.connect(partner.port())) {
            socket.setSoTimeout(150);
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketTimeoutException.class);
            assertThat(partner.open()).isEqualTo(1);
        }
    }

    @Test
    void noProtocolMayBeSelected() throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, TlsMisbehaviour.NO_ALPN);
                SSLSocket socket = tls.connect(partner.port(), "h2", "http/1.1")) {
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEmpty();
        }
    }

    @Test
    void aRecordMayBeCorrupt() throws IOException {
        try (RawPartner partner = start(Misbehaviour.OK, TlsMisbehaviour.CORRUPT_RECORD);
                RawClient client = RawClient.over(tls.connect(partner.port()))) {
            assertThatThrownBy(() -> client.get("/path").read(1)).isInstanceOf(SSLException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"OK, 21", "NO_CLOSE_NOTIFY, 23"})
    void theEndIsAnnouncedByAnAlertUnlessItIsATruncation(TlsMisbehaviour misbehaviour, int lastRecord)
            throws IOException {
        try (RawPartner partner = start(Misbehaviour.CLOSE_IN_BODY, misbehaviour);
                RecordingSocket recording = new RecordingSocket(partner.port());
                // The types of records are visible up to TLS 1.2.
                SSLSocket socket = tls.over(recording, "TLSv1.2");
                RawClient client = RawClient.over(socket)) {
            assertThat(client.get("/path").readToEnd()).endsWith("{\"partner\":0,");
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
            assertThat(recording.lastRecordType()).isEqualTo(lastRecord);
        }
    }

    @Test
    void resetsAreResetsOverTlsToo() throws IOException {
        try (RawPartner partner = start(Misbehaviour.RESET_IN_BODY, TlsMisbehaviour.OK);
                RawClient client = RawClient.over(tls.connect(partner.port()))) {
            client.get("/path").readUntil("{\"partner\":0,");
            assertThatThrownBy(client::readToEnd).hasMessageContaining("reset");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Misbehaviour.class,
            names = {"EARLY_RESPONSE", "UNSOLICITED_100", "DRIP_HEADERS", "DRIP_BODY", "CLOSE_AFTER_RESPONSE"})
    void misbehavioursOfHttp11AreTheSameOverTls(Misbehaviour misbehaviour) throws IOException {
        try (RawPartner partner = start(misbehaviour, TlsMisbehaviour.OK);
                RawClient client = RawClient.over(tls.connect(partner.port()))) {
            assertThat(client.get("/path").readUntil(BODY)).contains("HTTP/1.1 200 OK\r\n");
        }
    }

    private static RawPartner start(Misbehaviour misbehaviour, TlsMisbehaviour inTls) {
        return RawPartner.start(builder ->
                builder.then(misbehaviour).dripInterval(Duration.ofMillis(1)).tls(authority, inTls));
    }
}
