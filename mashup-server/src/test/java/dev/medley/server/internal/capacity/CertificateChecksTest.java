package dev.medley.server.internal.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateChecksTest {

    private static final Map<String, String> NOTHING = Map.of();

    @TempDir
    static Path folder;

    private static IssuedCertificate server;
    private static IssuedCertificate client;

    @BeforeAll
    static void issue() {
        CertificateAuthority authority = CertificateAuthority.create(folder, "Test");
        server = authority.issue(CertificateRequest.forHosts("server.test"));
        client = authority.issue(CertificateRequest.forClient("CN=client").validity(Instant.now(), 29));
    }

    @Test
    void aConfigurationWithoutTlsHasNoFindings() {
        assertThat(CertificateChecks.of(read("server: {}"), Instant.now())).isEmpty();
    }

    @Test
    void aCertificateThatIsValidForLongIsFine() {
        List<Finding> findings = CertificateChecks.of(read(ofServer(server.key())), Instant.now());

        assertThat(findings).extracting(Finding::verdict).containsExactly("ok");
        assertThat(findings.get(0).check()).isEqualTo("server.tls: days left of server.test.pem");
    }

    @Test
    void aCertificateThatExpiresWithinThirtyDaysIsFound() {
        Instant later = Instant.now().plus(Duration.ofDays(336));

        List<Finding> findings = CertificateChecks.of(read(ofServer(server.key())), later);

        assertThat(findings).extracting(Finding::verdict).containsExactly("too low");
        assertThat(findings.get(0).available()).hasValue(28);
        assertThat(findings.get(0).fixes())
                .containsExactly("renew " + server.chain() + "; a running server loads the new one automatically");
    }

    @Test
    void aClientCertificateOfAPartnerThatExpiresIsFound() {
        Configuration configuration = read("""
                partners:
                  bank:
                    url: https://127.0.0.1:9001
                    tls: {certificate: %s, key: %s}
                """.formatted(client.chain(), client.key()));

        List<Finding> findings = CertificateChecks.of(configuration, Instant.now());

        assertThat(findings).extracting(Finding::check).containsExactly("bank: tls: days left of client.pem");
        assertThat(findings).extracting(Finding::verdict).containsExactly("too low");
    }

    @Test
    void aFileThatCannotBeUsedIsFoundWithItsFault() {
        List<Finding> findings = CertificateChecks.of(read(ofServer(client.key())), Instant.now());

        assertThat(findings.get(0).fixes().get(0))
                .startsWith(client.key() + ": the key does not belong to the certificate (CN=server.test)");
    }

    private static String ofServer(Path key) {
        return "server: {tls: {certificate: %s, key: %s}}".formatted(server.chain(), key);
    }

    private static Configuration read(String yaml) {
        return ServerConfiguration.READER.parse("medley.yaml", yaml, NOTHING, NOTHING);
    }
}
