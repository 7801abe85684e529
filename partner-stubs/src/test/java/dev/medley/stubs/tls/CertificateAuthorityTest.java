package dev.medley.stubs.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthorityTest {

    @TempDir
    static Path folder;

    private static CertificateAuthority authority;

    @BeforeAll
    static void create() {
        authority = CertificateAuthority.create(folder, "Test authority");
    }

    @Test
    void aServerCertificateIsSignedByTheAuthorityAndNamesItsHosts() throws Exception {
        IssuedCertificate issued = authority.issue(
                CertificateRequest.forHosts("partner.example", "127.0.0.1", "::1", "*.partner.example"));

        List<X509Certificate> chain = certificates(issued.chain());
        assertThat(chain).hasSize(2);
        chain.get(0).verify(chain.get(1).getPublicKey());
        assertThat(chain.get(1)).isEqualTo(certificates(authority.certificate()).get(0));
        assertThat(chain.get(1).getBasicConstraints()).isNotNegative();
        assertThat(chain.get(0).getBasicConstraints()).isNegative();
        assertThat(chain.get(0).getSubjectAlternativeNames())
                .contains(List.of(2, "partner.example"), List.of(2, "*.partner.example"), List.of(7, "127.0.0.1"))
                .hasSize(4);
        chain.get(0).checkValidity();
        assertKeyBelongsTo(chain.get(0), key(issued.key(), "EC"), "SHA256withECDSA");
    }

    @Test
    void theKeyStoreHasKeyAndChainAndNotTheKeyOfTheAuthority() throws Exception {
        IssuedCertificate issued = authority.issue(CertificateRequest.forHosts("store.example"));

        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(issued.keyStore())) {
            store.load(input, issued.password().toCharArray());
        }
        assertThat(store.size()).isEqualTo(1);
        String alias = store.aliases().nextElement();
        assertThat(store.getCertificateChain(alias))
                .isEqualTo(certificates(issued.chain()).toArray());
        assertThat(store.getKey(alias, issued.password().toCharArray())).isEqualTo(key(issued.key(), "EC"));
    }

    @Test
    void aClientCertificateHasItsSubjectAndMayHaveAnRsaKey() throws Exception {
        IssuedCertificate issued = authority.issue(
                CertificateRequest.forClient("CN=alice, O=Example").withRsaKey());

        X509Certificate certificate = certificates(issued.chain()).get(0);
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=alice,O=Example");
        assertThat(certificate.getSubjectAlternativeNames()).isNull();
        assertThat(issued.chain().getFileName()).hasToString("alice.pem");
        assertKeyBelongsTo(certificate, key(issued.key(), "RSA"), "SHA256withRSA");
    }

    @Test
    void validityIsAsRequested() throws Exception {
        Instant from = Instant.parse("2031-03-31T23:59:59Z");
        X509Certificate certificate =
                issue(CertificateRequest.forHosts("a.example").validity(from, 2));

        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(from));
        assertThat(certificate.getNotAfter()).isEqualTo("2031-04-02T23:59:59Z");
        assertThatThrownBy(issue(CertificateRequest.forHosts("a.example").expired())::checkValidity)
                .isInstanceOf(CertificateExpiredException.class);
        assertThatThrownBy(issue(CertificateRequest.forHosts("a.example").notYetValid())::checkValidity)
                .isInstanceOf(CertificateNotYetValidException.class);
    }

    @Test
    void certificatesForTheSameHostHaveFilesOfTheirOwn() {
        IssuedCertificate first = authority.issue(CertificateRequest.forHosts("same.example"));
        IssuedCertificate second = authority.issue(CertificateRequest.forHosts("same.example"));

        assertThat(first.chain().getFileName()).hasToString("same.example.pem");
        assertThat(second.chain().getFileName()).hasToString("same.example-2.pem");
        assertThat(folder).isDirectoryNotContaining("glob:**/issue*");
    }

    @Test
    void aFolderHasOneAuthority() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CertificateAuthority.create(folder, "Other"))
                .withMessageContaining(folder.toString());
    }

    @Test
    void aFailureOfKeytoolIsReportedWithItsOutput() {
        assertThatIllegalStateException()
                .isThrownBy(() -> authority.issue(CertificateRequest.forClient("no distinguished name")))
                .withMessageContaining("keytool -genkeypair failed with status 1")
                .withMessageContaining("Incorrect AVA format");
    }

    @Test
    void aMissingKeytoolIsReported(@TempDir Path empty) {
        Keytool missing = new Keytool(empty.resolve("keytool"));

        assertThatThrownBy(() -> CertificateAuthority.create(empty, "None", missing))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("keytool could not be run")
                .hasMessageContaining("a JDK");
    }

    private static X509Certificate issue(CertificateRequest request) throws Exception {
        return certificates(authority.issue(request).chain()).get(0);
    }

    private static List<X509Certificate> certificates(Path pem) throws IOException, GeneralSecurityException {
        try (InputStream input = new ByteArrayInputStream(Files.readAllBytes(pem))) {
            return CertificateFactory.getInstance("X.509").generateCertificates(input).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }

    private static PrivateKey key(Path pem, String algorithm) throws IOException, GeneralSecurityException {
        String text = Files.readString(pem);
        assertThat(text).startsWith("-----BEGIN PRIVATE KEY-----\n").endsWith("\n-----END PRIVATE KEY-----\n");
        byte[] encoded = Base64.getMimeDecoder().decode(text.replaceAll("-----.*-----", ""));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static void assertKeyBelongsTo(X509Certificate certificate, PrivateKey key, String algorithm)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        byte[] signed = signature.sign();
        signature.initVerify(certificate);
        assertThat(signature.verify(signed)).isTrue();
    }
}
