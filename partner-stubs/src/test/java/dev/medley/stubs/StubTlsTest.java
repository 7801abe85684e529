package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.stubs.tls.KeyStores;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The stubs over TLS, as the HTTP client of the JDK sees them. */
class StubTlsTest {

    @TempDir
    static Path folder;

    private static CertificateAuthority authority;
    private static IssuedCertificate issued;

    @BeforeAll
    static void issue() {
        authority = CertificateAuthority.create(folder, "Stub authority");
        issued = authority.issue(CertificateRequest.forHosts("localhost", "127.0.0.1"));
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void everyPortSpeaksTheVersionThatTheClientOffers(HttpClient.Version version) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().tls(issued).start()) {
            assertThat(stubs.uri()).hasScheme("https");
            HttpResponse<String> response =
                    get(client(version, null), stubs.uri().resolve("/partner/3"));

            assertThat(response.version()).isEqualTo(version);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).startsWith("{\"partner\":3,").hasSize(1024);
            assertThat(stubs.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"h2", "http/1.1"})
    void alpnSelectsTheProtocolThatIsOffered(String offered) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().tls(issued).start();
                SSLSocket socket =
                        (SSLSocket) context(null).getSocketFactory().createSocket("127.0.0.1", stubs.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {offered});
            socket.setSSLParameters(parameters);
            socket.startHandshake();

            assertThat(socket.getApplicationProtocol()).isEqualTo(offered);
        }
    }

    @Test
    void theEndpointTlsDescribesTheConnection() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().tls(issued).start()) {
            URI byName = URI.create("https://localhost:" + stubs.port() + "/tls");

            assertThat(get(client(HttpClient.Version.HTTP_2, null), byName).body())
                    .isEqualTo("{\"secure\":true,\"protocol\":\"TLSv1.3\",\"cipher\":\"TLS_AES_256_GCM_SHA384\","
                            + "\"sni\":[\"localhost\"],\"client\":null}");
        }
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            assertThat(get(HttpClient.newHttpClient(), stubs.uri().resolve("/tls"))
                            .body())
                    .isEqualTo("{\"secure\":false}");
        }
    }

    @Test
    void clientsMayNeedACertificate() throws Exception {
        IssuedCertificate alice = authority.issue(CertificateRequest.forClient("CN=alice"));
        try (PartnerStubs stubs = PartnerStubs.builder()
                .tls(issued)
                .requireClientCertificate(authority.certificate())
                .start()) {
            URI uri = stubs.uri().resolve("/tls");

            assertThat(get(client(HttpClient.Version.HTTP_2, alice), uri).body())
                    .contains("\"client\":\"CN=alice\"");
            try (Socket socket = context(null).getSocketFactory().createSocket("127.0.0.1", stubs.port())) {
                socket.setSoTimeout(RawClient.PATIENCE_MILLIS);
                // In TLS 1.3 the handshake of the client is over before the server misses the certificate.
                assertThatThrownBy(() -> socket.getInputStream().read())
                        .isInstanceOf(SSLException.class)
                        .hasMessageContaining("certificate");
            }
        }
    }

    @Test
    void clientsThatDoNotTrustTheAuthorityRefuse() {
        try (PartnerStubs stubs = PartnerStubs.builder().tls(issued).start()) {
            assertThatThrownBy(() -> get(HttpClient.newHttpClient(), stubs.uri().resolve("/tls")))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void clientCertificatesNeedTls() {
        assertThatIllegalStateException()
                .isThrownBy(() -> PartnerStubs.builder().requireClientCertificate(authority.certificate()))
                .withMessageContaining("call tls first");
    }

    private static HttpResponse<String> get(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private static HttpClient client(HttpClient.Version version, @Nullable IssuedCertificate own)
            throws IOException, GeneralSecurityException {
        return HttpClient.newBuilder().version(version).sslContext(context(own)).build();
    }

    private static SSLContext context(@Nullable IssuedCertificate own) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(KeyStores.ofTrusted(authority.certificate()));
        KeyManager[] keys = null;
        if (own != null) {
            KeyStore store = KeyStores.load(own.keyStore(), own.password());
            KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
            factory.init(store, own.password().toCharArray());
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }
}
