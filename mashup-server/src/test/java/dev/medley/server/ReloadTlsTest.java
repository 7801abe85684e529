package dev.medley.server;

import static dev.medley.server.ReloadRig.at;
import static dev.medley.server.ReloadRig.reload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.admin.log.LogLines;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.CertificateRequest;
import dev.medley.stubs.tls.IssuedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reloads that change certificates: of the server, and of authorities of partners. */
class ReloadTlsTest {

    private static final String LOOKS = ", reload-interval: 50ms";
    private static final Duration SEVERAL_LOOKS = Duration.ofMillis(500);

    @TempDir
    private static Path authorities = Path.of("");

    private static CertificateAuthority authority;
    private static CertificateAuthority another;
    private static IssuedCertificate first;
    private static IssuedCertificate second;

    @TempDir
    private Path folder;

    private ReloadRig rig;

    @BeforeAll
    static void issue() throws IOException {
        authority = CertificateAuthority.create(Files.createDirectory(authorities.resolve("one")), "One");
        another = CertificateAuthority.create(Files.createDirectory(authorities.resolve("another")), "Another");
        first = authority.issue(CertificateRequest.forHosts("first.test"));
        second = authority.issue(CertificateRequest.forHosts("second.test"));
    }

    @BeforeEach
    void open() {
        rig = new ReloadRig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
    }

    @Test
    void newHandshakesGetTheCertificateOfOtherFiles() throws Exception {
        PartnerStubs partner = rig.partner("a");
        rig.write(tls(first.chain(), first.key()), at(partner), at(partner));
        RunningServer server = rig.start(new TwoStepServlet());
        assertThat(presented(server)).isEqualTo("CN=first.test");

        rig.write(tls(second.chain(), second.key()), at(partner), at(partner));
        ReloadReport report = reload(server);

        assertThat(report.changed()).containsExactly("server.tls.certificate", "server.tls.key");
        assertThat(presented(server)).isEqualTo("CN=second.test");
    }

    @Test
    void aCertificateThatCannotBeUsedRefusesTheWholeReload() throws Exception {
        PartnerStubs partner = rig.partner("a");
        rig.write(tls(first.chain(), first.key()), at(partner), at(partner));
        RunningServer server = rig.start(new TwoStepServlet());

        rig.write(tls(first.chain(), second.key()), at(partner), at(partner) + ", timeout: 3s");
        ReloadReport report = reload(server);

        assertThat(report.applied()).isFalse();
        assertThat(report.problems())
                .singleElement()
                .asString()
                .startsWith("server.tls: " + second.key() + ": the key does not belong to the certificate");
        assertThat(presented(server)).isEqualTo("CN=first.test");
        assertThat(server.broker().partner("second").settings().timeout()).hasSeconds(60);
    }

    @Test
    void theAuthorityOfAPartnerIsReadAgain() throws Exception {
        Path trust = folder.resolve("trust.pem");
        Files.copy(authority.certificate(), trust);
        try (PartnerStubs partner = PartnerStubs.builder()
                .tls(another)
                .answer("GET", "/who", 200, "\"a\"")
                .start()) {
            String settings = at(partner) + ", tls: {trust: ['" + trust + "']}";
            rig.write("", settings, settings);
            RunningServer server = rig.start(new TwoStepServlet());
            assertThat(Replies.get(server.uri(), "/two").statusCode()).isEqualTo(502);
            assertThat(reload(server).changed()).isEmpty();

            Files.copy(another.certificate(), trust, StandardCopyOption.REPLACE_EXISTING);
            ReloadReport report = reload(server);

            assertThat(report.changed()).containsExactly("partners.first.tls", "partners.second.tls");
            assertThat(Replies.get(server.uri(), "/two").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aChangeThatNamesOtherFilesIsReloadedOnce() throws Exception {
        String settings = at(rig.partner("a"));
        rig.write(LOOKS, settings, settings);
        rig.start(new TwoStepServlet());
        try (LogLines log = LogLines.of("dev.medley.server.internal.reload")) {
            rig.write(LOOKS, settings, trusting(authority.certificate()));

            await().until(() -> !log.lines().isEmpty());
            await().during(SEVERAL_LOOKS)
                    .untilAsserted(() -> assertThat(log.lines())
                            .singleElement()
                            .asString()
                            .contains("reloaded (the files have changed); changed: partners.second"));
        }
    }

    @Test
    void aFileThatIsMissingIsReadOnceItIsThere() throws Exception {
        Path trust = folder.resolve("trust.pem");
        String settings = at(rig.partner("a"));
        rig.write(LOOKS, settings, settings);
        RunningServer server = rig.start(new TwoStepServlet());
        rig.write(LOOKS, settings, trusting(trust));
        assertThat(reload(server).applied()).isFalse();

        Files.copy(authority.certificate(), trust);

        await().until(() ->
                !server.broker().partner("second").settings().tls().files().isEmpty());
    }

    private static String trusting(Path authority) {
        return "url: 'https://partner.test', tls: {trust: ['%s']}".formatted(authority);
    }

    /** Returns settings of a server with TLS. */
    static String tls(Path certificate, Path key) {
        return ", tls: {certificate: ['%s'], key: ['%s']}".formatted(certificate, key);
    }

    private static String presented(RunningServer server) throws IOException {
        return new TlsClients(authority.certificate())
                .certificate(server.port(), null)
                .getSubjectX500Principal()
                .getName();
    }
}
