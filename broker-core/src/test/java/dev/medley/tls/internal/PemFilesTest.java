package dev.medley.tls.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemFilesTest {

    @TempDir
    static Path authorities;

    private static CertificateAuthority authority;
    private static IssuedCertificate server;
    private static IssuedCertificate other;

    @TempDir
    Path folder;

    @BeforeAll
    static void issue() {
        authority = CertificateAuthority.create(authorities, "Test");
        server = authority.issue(CertificateRequest.forHosts("server.test"));
        other = authority.issue(CertificateRequest.forHosts("other.test").withRsaKey());
    }

    @Test
    void certificatesAreReadInTheirOrder() {
        assertThat(PemFiles.certificates(server.chain()))
                .extracting(each -> each.getSubjectX500Principal().getName())
                .containsExactly("CN=server.test", "CN=Test");
    }

    @Test
    void aKeyStoreHasTheKeyAndItsChain() throws Exception {
        KeyStore store = PemFiles.keyStore(server.chain(), server.key());

        assertThat(store.size()).isEqualTo(1);
        String alias = store.aliases().nextElement();
        assertThat(store.getKey(alias, new char[0]).getAlgorithm()).isEqualTo("EC");
        assertThat(store.getCertificateChain(alias)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"rsa.pem,rsa-pkcs1.key,RSA", "ec.pem,ec-sec1.key,EC", "ed25519.pem,ed25519.key,EdDSA"})
    void keysAreReadInTheFormatsOfOpenSsl(String chain, String key, String algorithm) throws Exception {
        KeyStore store = PemFiles.keyStore(resource(chain), resource(key));

        assertThat(store.getKey("key", new char[0]).getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void aTrustStoreHasTheCertificatesOfAllFiles() throws Exception {
        KeyStore store = PemFiles.trustStore(List.of(authority.certificate(), resource("rsa.pem"), server.chain()));

        assertThat(store.size()).isEqualTo(4);
    }

    @Test
    void lineEndsOfWindowsAndTextAroundTheBlocksArePermitted() throws IOException {
        String text = "\uFEFFsubject=CN = server.test\n\n" + Files.readString(server.chain()) + "\ntrailing text\n";
        Path file = write("windows.pem", text.replace("\n", "\r\n"));

        assertThat(PemFiles.certificates(file)).isEqualTo(PemFiles.certificates(server.chain()));
    }

    @Test
    void chainAndKeyMayBeInOneFile() throws IOException {
        Path both = write("both.pem", Files.readString(server.key()) + Files.readString(server.chain()));

        assertThat(PemFiles.keyStore(both, both)).isNotNull();
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = folder.resolve("missing.pem");

        assertThatThrownBy(() -> PemFiles.certificates(missing))
                .isInstanceOf(CertificateFileException.class)
                .hasMessage(missing + ": there is no such file; expected one or more certificates in PEM"
                        + " (-----BEGIN CERTIFICATE-----)");
    }

    @Test
    void aDirectoryIsNoFile() {
        assertThatThrownBy(() -> PemFiles.certificates(folder)).hasMessageContaining("is a directory");
    }

    @Test
    void aKeyInPlaceOfACertificateIsRefused() {
        assertThatThrownBy(() -> PemFiles.keyStore(server.key(), server.chain()))
                .hasMessageStartingWith(server.key() + ": holds a key and no certificate (are the two files swapped?)");
    }

    @Test
    void aCertificateInPlaceOfAKeyIsRefused() {
        assertThatThrownBy(() -> PemFiles.keyStore(server.chain(), server.chain()))
                .hasMessageStartingWith(
                        server.chain() + ": holds a certificate and no key (are the two files swapped?)");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        assertThatThrownBy(() -> PemFiles.keyStore(server.chain(), other.key()))
                .hasMessage(
                        other.key() + ": the key does not belong to the certificate (CN=server.test); expected the key"
                                + " of the first certificate in " + server.chain());
    }

    @Test
    void aKeyOfTheSameKindButOfAnotherCertificateIsRefused() {
        assertThatThrownBy(() -> PemFiles.keyStore(server.chain(), resource("ec-sec1.key")))
                .hasMessageContaining("the key does not belong to the certificate (CN=server.test)");
    }

    @Test
    void aChainThatBeginsWithTheAuthorityIsRefused() throws IOException {
        Path reversed = write("reversed.pem", Files.readString(authority.certificate()) + first(server.chain()));

        assertThatThrownBy(() -> PemFiles.keyStore(reversed, server.key()))
                .hasMessageContaining(
                        "the key belongs to certificate 2 (CN=server.test) and not to the first (CN=Test)");
    }

    @Test
    void aChainOutOfOrderIsRefused() throws IOException {
        Path unordered = write("unordered.pem", Files.readString(server.chain()) + first(other.chain()));

        assertThatThrownBy(() -> PemFiles.keyStore(unordered, server.key()))
                .hasMessage(unordered
                        + ": certificate 3 (CN=other.test) did not issue certificate 2 (CN=Test); expected the"
                        + " server's own certificate first, then each issuer of the one before it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"encrypted.key", "encrypted-pkcs1.key"})
    void anEncryptedKeyIsRefusedWithTheCommandThatDecryptsIt(String name) {
        Path key = resource(name);

        assertThatThrownBy(() -> PemFiles.keyStore(resource("rsa.pem"), key))
                .hasMessage(key + ": the key is encrypted; expected one without a password: openssl pkey -in " + key
                        + " -out " + key + ".plain");
    }

    @Test
    void severalKeysInOneFileAreRefused() throws IOException {
        Path keys = write("keys.pem", Files.readString(server.key()) + Files.readString(other.key()));

        assertThatThrownBy(() -> PemFiles.keyStore(server.chain(), keys))
                .hasMessage(keys + ": holds 2 private keys; expected one");
    }

    @Test
    void aFileInDerIsRefusedWithTheCommandThatConvertsIt() throws Exception {
        X509Certificate certificate = PemFiles.certificates(server.chain()).get(0);
        Path der = Files.write(folder.resolve("server.der"), certificate.getEncoded());

        assertThatThrownBy(() -> PemFiles.certificates(der))
                .hasMessage(der + ": is binary (DER), not PEM; expected PEM: openssl x509 -inform der -in " + der
                        + " -out " + der + ".pem");
    }

    @ParameterizedTest
    @CsvSource({"'',is empty", "some text,holds no PEM block"})
    void aFileWithoutABlockIsRefused(String text, String fault) throws IOException {
        Path file = write("none.pem", text);

        assertThatThrownBy(() -> PemFiles.certificates(file)).hasMessageContaining(file + ": " + fault + "; expected");
    }

    @Test
    void aBlockWithoutAnEndIsRefused() throws IOException {
        Path file =
                write("cut.pem", "# one\n" + Files.readString(server.chain()).substring(0, 200));

        assertThatThrownBy(() -> PemFiles.certificates(file))
                .hasMessage(file + ": the block of line 2 has no end; expected -----END CERTIFICATE-----");
    }

    @Test
    void aBlockThatIsNotBase64IsRefused() throws IOException {
        Path file = write("damaged.pem", Files.readString(server.chain()).replaceFirst("M", "!"));

        assertThatThrownBy(() -> PemFiles.certificates(file)).hasMessageContaining("the block of line 1 is damaged");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CERTIFICATE", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void aBlockOfRandomBytesIsDamaged(String label) throws IOException {
        String content = Base64.getEncoder().encodeToString("random bytes".getBytes(StandardCharsets.UTF_8));
        Path file = write("random.pem", "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, content, label));
        Path chain = label.equals("CERTIFICATE") ? file : server.chain();

        assertThatThrownBy(() -> PemFiles.keyStore(chain, file))
                .isInstanceOf(CertificateFileException.class)
                .hasMessageContaining("line 1 is damaged");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String first(Path chain) throws IOException {
        String text = Files.readString(chain);
        String end = "-----END CERTIFICATE-----\n";
        return text.substring(0, text.indexOf(end) + end.length());
    }

    private static Path resource(String name) {
        try {
            return Path.of(PemFilesTest.class.getResource(name).toURI());
        } catch (URISyntaxException x) {
            throw new IllegalStateException(x);
        }
    }
}
