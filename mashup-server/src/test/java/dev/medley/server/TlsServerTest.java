package dev.medley.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ClientAuth;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class TlsServerTest {

    private static final int ALERT = 21;
    private static final int PROTOCOL_VERSION = 70;

    @TempDir
    static Path folder;

    private static TlsRig rig;
    private static IssuedCertificate shop;
    private static IssuedCertificate wildcard;

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
        shop = rig.authority().issue(CertificateRequest.forHosts("shop.test").withRsaKey());
        wildcard = rig.authority().issue(CertificateRequest.forHosts("*.wild.test"));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void aClientGetsTheProtocolThatItAsksForByAlpn(Version version) throws Exception {
        RunningServer server = rig.start(settings -> {});

        HttpResponse<String> reply = TlsClients.get(rig.clients().client(version), TlsRig.client(server));

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.version()).isEqualTo(version);
        assertThat(reply.headers().map()).doesNotContainKey("Strict-Transport-Security");
        assertThat(server.uri()).hasScheme("https");
    }

    @Test
    void aClientWithoutAlpnGetsHttp1() throws IOException {
        RunningServer server = rig.start(settings -> {});

        try (SSLSocket socket = rig.clients().socket(server.port())) {
            socket.getOutputStream().write("GET /client HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
        }
    }

    @Test
    void versionsBelow12AreRefused() throws IOException {
        RunningServer server = rig.start(settings -> {});

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(ClientHello.tls11());
            byte[] alert = socket.getInputStream().readNBytes(7);
            assertThat(alert[0]).isEqualTo((byte) ALERT);
            assertThat(alert[6]).isEqualTo((byte) PROTOCOL_VERSION);
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2, TLSv1.3", "TLSv1.3, TLSv1.2"})
    void onlyTheConfiguredVersionsArePermitted(String permitted, String refused) throws IOException {
        RunningServer server = rig.start(settings -> settings.tls(tls -> tls.versions(permitted)));

        try (SSLSocket socket = rig.clients().socket(server.port())) {
            socket.setEnabledProtocols(new String[] {permitted});
            socket.startHandshake();
            assertThat(socket.getSession().getProtocol()).isEqualTo(permitted);
        }
        try (SSLSocket socket = rig.clients().socket(server.port())) {
            socket.setEnabledProtocols(new String[] {refused});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
    }

    @Test
    void onlyTheConfiguredCiphersArePermitted() throws IOException {
        RunningServer server = rig.start(settings -> settings.tls(tls -> tls.ciphers("TLS_AES_256_GCM_SHA384")));

        try (SSLSocket socket = rig.clients().socket(server.port())) {
            socket.startHandshake();
            assertThat(socket.getSession().getCipherSuite()).isEqualTo("TLS_AES_256_GCM_SHA384");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "shop.test, CN=shop.test",
        "SHOP.test, CN=shop.test",
        "a.wild.test, CN=*.wild.test",
        "localhost, CN=localhost",
        "unknown.test, CN=localhost",
        ", CN=localhost"
    })
    void theNameThatAClientAsksForSelectsTheCertificate(String name, String subject) throws IOException {
        RunningServer server = rig.start(settings -> settings.tls(tls -> tls.certificates(
                List.of(rig.localhost().chain(), shop.chain(), wildcard.chain()),
                List.of(rig.localhost().key(), shop.key(), wildcard.key()))));

        assertThat(rig.clients()
                        .certificate(server.port(), name)
                        .getSubjectX500Principal()
                        .getName())
                .isEqualTo(subject);
    }

    @Test
    void aKeyStoreIsReadWithItsPassword() throws Exception {
        RunningServer server = rig.startPlain(settings -> settings.tls(
                tls -> tls.keyStore(rig.localhost().keyStore(), rig.localhost().password())));

        assertThat(TlsClients.get(rig.clients().client(Version.HTTP_2), TlsRig.client(server))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void administrationHasTlsOfItsOwn() throws Exception {
        RunningServer server = rig.start(settings -> settings.adminTls(tls -> tls.certificate(shop.chain(), shop.key())
                .clientAuth(ClientAuth.NEED, rig.authority().certificate())));

        assertThat(server.adminUri()).hasScheme("https");
        assertThat(rig.clients()
                        .certificate(server.port(), null)
                        .getSubjectX500Principal()
                        .getName())
                .isEqualTo("CN=localhost");
        try (SSLSocket socket = rig.clients().socket(server.adminPort())) {
            // With TLS 1.3 a client sees the refusal when it reads, and not in the handshake.
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theStatusAndTheMetricsShowTheCertificates() throws Exception {
        RunningServer server = rig.start(settings -> {});

        JsonNode tls = Replies.json(Replies.get(server.adminUri(), "/status")).path("tls");
        String metrics = Replies.get(server.adminUri(), "/metrics").body();

        assertThat(tls.propertyNames()).containsExactly("mashups");
        assertThat(tls.path("mashups").path("clientAuth").asString()).isEqualTo("none");
        JsonNode certificate = tls.path("mashups").path("certificates").path(0);
        assertThat(certificate.path("subject").asString()).isEqualTo("CN=localhost");
        assertThat(certificate.path("issuer").asString()).isEqualTo("CN=Test");
        assertThat(certificate.path("names").toString()).isEqualTo("[\"localhost\",\"127.0.0.1\"]");
        assertThat(certificate.path("daysLeft").asDouble()).isBetween(364.0, 365.0);
        assertThat(certificate.path("notAfter").asString()).matches("20..-.*Z");
        assertThat(metrics)
                .containsPattern(
                        "medley_tls_certificate_left_seconds\\{connector=\"mashups\",file=\".*localhost.*\"} 3\\.1[45].*E7");
    }

    @Test
    void aServerWithoutTlsHasNoneInItsStatus() throws IOException {
        RunningServer server = rig.startPlain(settings -> {});

        assertThat(Replies.json(Replies.get(server.adminUri(), "/status"))
                        .path("tls")
                        .isEmpty())
                .isTrue();
        assertThat(server.uri()).hasScheme("http");
    }

    @Test
    void anExpiredCertificateIsServed() throws IOException {
        IssuedCertificate expired =
                rig.authority().issue(CertificateRequest.forHosts("localhost").expired());
        RunningServer server =
                rig.startPlain(settings -> settings.tls(tls -> tls.certificate(expired.chain(), expired.key())));

        assertThatThrownBy(() -> rig.clients().certificate(server.port(), null))
                .hasStackTraceContaining("validity check failed");
    }

    @Test
    void aMissingFileStopsTheStart() {
        Path missing = folder.resolve("missing.pem");

        assertThatThrownBy(() -> rig.startPlain(settings -> settings.tls(
                        tls -> tls.certificate(missing, rig.localhost().key()))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("server.tls: " + missing + ": there is no such file; expected ");
    }

    @Test
    void aWrongPasswordStopsTheStart() {
        assertThatThrownBy(() -> rig.startPlain(settings ->
                        settings.adminTls(tls -> tls.keyStore(rig.localhost().keyStore(), "wrong"))))
                .hasMessageStartingWith("server.admin.tls: " + rig.localhost().keyStore() + ": the password is wrong");
    }

    @Test
    void anUnknownCipherStopsTheStart() {
        assertThatThrownBy(() -> rig.start(settings -> settings.tls(tls -> tls.ciphers("TLS_NO_SUCH_CIPHER"))))
                .hasMessageStartingWith("server.tls.ciphers: this Java runtime has no cipher suite TLS_NO_SUCH_CIPHER;"
                        + " expected one of TLS_");
    }

    @Test
    void aClientThatStallsItsHandshakeIsClosed() throws IOException {
        RunningServer server =
                rig.start(settings -> settings.https(https -> https.handshakeTimeout(Duration.ofMillis(300))));

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(22);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aConnectionOutlivesTheTimeOfItsHandshake() throws IOException {
        RunningServer server =
                rig.start(settings -> settings.https(https -> https.handshakeTimeout(Duration.ofMillis(300))));

        try (SSLSocket socket = rig.clients().socket(server.port());
                Socket stalled = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.startHandshake();
            // The later of the two has been closed, so the time of the other has passed as well.
            assertThat(stalled.getInputStream().read()).isEqualTo(-1);
            socket.getOutputStream().write("GET /client HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void aCopyOfTheFilesIsReplacedUnderLoad() throws Exception {
        Path chain = Files.copy(rig.localhost().chain(), folder.resolve("copy.pem"));
        Path key = Files.copy(rig.localhost().key(), folder.resolve("copy.key"));
        RunningServer server = rig.startPlain(settings -> settings.tls(tls -> tls.certificate(chain, key)));
        HttpClient kept = rig.clients().client(Version.HTTP_2);
        assertThat(TlsClients.get(kept, TlsRig.client(server)).statusCode()).isEqualTo(200);

        Files.copy(shop.chain(), chain, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(shop.key(), key, StandardCopyOption.REPLACE_EXISTING);

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(TlsClients.get(kept, TlsRig.client(server)).statusCode()).isEqualTo(200);
            assertThat(rig.clients()
                            .certificate(server.port(), null)
                            .getSubjectX500Principal()
                            .getName())
                    .isEqualTo("CN=shop.test");
        });
    }
}
