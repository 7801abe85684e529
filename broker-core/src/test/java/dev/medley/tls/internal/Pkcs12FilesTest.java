package dev.medley.tls.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Pkcs12FilesTest {

    @TempDir
    static Path folder;

    private static CertificateAuthority authority;
    private static IssuedCertificate server;

    @BeforeAll
    static void issue() {
        authority = CertificateAuthority.create(folder, "Test");
        server = authority.issue(CertificateRequest.forHosts("server.test"));
    }

    @Test
    void theKeyHasAnEmptyPasswordAndItsChain() throws Exception {
        KeyStore store = Pkcs12Files.keyStore(server.keyStore(), server.password());

        assertThat(store.getKey("key", new char[0])).isNotNull();
        assertThat(store.getCertificateChain("key")).hasSize(2);
    }

    @Test
    void aWrongPasswordIsNamed() {
        assertThatThrownBy(() -> Pkcs12Files.keyStore(server.keyStore(), "wrong"))
                .isInstanceOf(CertificateFileException.class)
                .hasMessage(
                        server.keyStore() + ": the password is wrong; expected the one that the file was made with");
    }

    @Test
    void anotherFileIsRefused() {
        assertThatThrownBy(() -> Pkcs12Files.keyStore(server.chain(), server.password()))
                .isInstanceOf(CertificateFileException.class)
                .hasMessage(
                        server.chain() + ": is damaged, or not PKCS#12; expected a PKCS#12 file with a private key and"
                                + " its certificate chain");
    }

    @Test
    void aFileWithoutAKeyIsRefused() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "authority", PemFiles.certificates(authority.certificate()).get(0));
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }

        assertThatThrownBy(() -> Pkcs12Files.keyStore(file, "changeit"))
                .hasMessage(file + ": holds 0 private keys; expected one");
    }
}
