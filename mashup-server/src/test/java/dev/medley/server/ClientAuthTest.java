package dev.medley.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ClientAuth;
import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.BrokerPool;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpClient.Version;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClientAuthTest {

    @TempDir
    static Path folder;

    private static TlsRig rig;
    private static IssuedCertificate alice;
    private static IssuedCertificate stranger;

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
        alice = rig.authority().issue(CertificateRequest.forClient("CN=alice, O=Example"));
        stranger = CertificateAuthority.create(folder.resolve("other"), "Other")
                .issue(CertificateRequest.forClient("CN=mallory"));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    static Stream<ExecutionMode> modes() {
        return Stream.of(ExecutionMode.values())
                .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable());
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aMashupSeesTheClientsCertificateThatIsNeeded(ExecutionMode mode) throws Exception {
        RunningServer server = rig.start(settings -> settings.execution(mode)
                .tls(tls -> tls.clientAuth(ClientAuth.NEED, rig.authority().certificate())));

        assertThat(TlsClients.get(rig.clients().client(alice), TlsRig.client(server))
                        .body())
                .isEqualTo("CN=alice,O=Example 2");
        assertRefused(rig.clients().socket(server.port()));
        assertRefused(rig.clients().insisting(server.port(), stranger));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aMashupSeesTheClientsCertificateThatIsWanted(ExecutionMode mode) throws Exception {
        RunningServer server = rig.start(settings -> settings.execution(mode)
                .tls(tls -> tls.clientAuth(ClientAuth.WANT, rig.authority().certificate())));

        assertThat(TlsClients.get(rig.clients().client(alice), TlsRig.client(server))
                        .body())
                .isEqualTo("CN=alice,O=Example 2");
        assertThat(TlsClients.get(rig.clients().client(Version.HTTP_1_1), TlsRig.client(server))
                        .body())
                .isEqualTo("none 0");
        // The client of the JDK keeps a certificate back whose authority the server does not name.
        assertThat(TlsClients.get(rig.clients().client(stranger), TlsRig.client(server))
                        .body())
                .isEqualTo("none 0");
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aMashupSeesNoCertificateThatIsNotAskedFor(ExecutionMode mode) throws Exception {
        RunningServer server = rig.start(settings -> settings.execution(mode));

        assertThat(TlsClients.get(rig.clients().client(alice), TlsRig.client(server))
                        .body())
                .isEqualTo("none 0");
    }

    @ParameterizedTest
    @EnumSource(
            value = ClientAuth.class,
            names = {"WANT", "NEED"})
    void aCertificateThatIsNotTrustedIsRefused(ClientAuth kind) throws Exception {
        RunningServer server = rig.start(settings ->
                settings.tls(tls -> tls.clientAuth(kind, rig.authority().certificate())));

        assertThat(TlsClients.get(rig.clients().insisting(alice), TlsRig.client(server))
                        .body())
                .isEqualTo("CN=alice,O=Example 2");
        assertRefused(rig.clients().insisting(server.port(), stranger));
    }

    /** With TLS 1.3 a client sees the refusal when it reads, and not in the handshake. */
    private static void assertRefused(SSLSocket connected) throws IOException {
        try (SSLSocket socket = connected) {
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getOutputStream()
                                .write("GET /client HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
                        socket.getInputStream().readNBytes(1);
                    })
                    .isInstanceOfAny(SSLException.class, SocketException.class);
        }
    }
}
