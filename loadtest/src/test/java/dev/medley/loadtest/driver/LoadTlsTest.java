package dev.medley.loadtest.driver;

import static dev.medley.loadtest.driver.Plans.millis;
import static dev.medley.loadtest.driver.Plans.run;
import static dev.medley.loadtest.driver.Plans.runWell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.loadtest.driver.client.ErrorKind;
import dev.medley.loadtest.driver.plan.LoadPlan;
import dev.medley.loadtest.driver.plan.LoadProtocol;
import dev.medley.loadtest.driver.plan.LoadTrust;
import dev.medley.loadtest.driver.plan.Phase;
import dev.medley.loadtest.driver.result.LoadResult;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Http2Misbehaviour;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawHttp2Partner;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.stubs.tls.CertificateAuthority;
import dev.medley.stubs.tls.TlsMisbehaviour;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTlsTest {

    private static final Phase FIVE = Phase.ofRate(50, millis(100));

    @TempDir
    private static Path folder;

    private static CertificateAuthority authority;

    @BeforeAll
    static void createAuthority() {
        authority = CertificateAuthority.create(folder.resolve("tls"), "Load test");
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "H2"})
    void loadsATargetWhoseAuthorityIsTrusted(LoadProtocol protocol) {
        try (PartnerStubs server = PartnerStubs.builder().tls(authority).start()) {
            LoadResult result = runWell(LoadPlan.to(server.uri().resolve("/tls"))
                    .protocol(protocol)
                    .trust(LoadTrust.authoritiesOf(authority.certificate()))
                    .timeout(Plans.SOON)
                    .expectedText("\"secure\":true")
                    .open(FIVE));

            assertThat(result.total().succeeded()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "H2"})
    void acceptsNoCertificateOfAnUnknownAuthority(LoadProtocol protocol) {
        try (PartnerStubs server = PartnerStubs.builder().tls(authority).start()) {
            LoadResult result = run(LoadPlan.to(server.uri().resolve("/partner/1"))
                    .protocol(protocol)
                    .timeout(Plans.SOON)
                    .open(FIVE));

            assertThat(result.total().errors()).isEqualTo(Map.of(ErrorKind.TLS_HANDSHAKE, 5L));
            assertThat(result.total().messages()).hasSize(1);
            assertThat(result.total().messages().keySet().iterator().next())
                    .contains("unable to find valid certification path to requested target");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STALLED_HANDSHAKE, not completed in time",
        "CLOSE_IN_HANDSHAKE, SSLHandshakeException: ",
        "OTHER_HOST, No subject alternative names matching IP address 127.0.0.1 found",
        "EXPIRED, CertificateExpiredException: NotAfter",
        "NOT_YET_VALID, CertificateNotYetValidException: NotBefore",
        "UNKNOWN_AUTHORITY, unable to find valid certification path",
        "ONLY_TLS_1_1, protocol_version",
        "NO_COMMON_CIPHER, handshake_failure",
        "PLAIN_HTTP, plaintext connection?"
    })
    void namesAFailedHandshakeAndItsCause(TlsMisbehaviour misbehaviour, String cause) {
        Duration timeout = misbehaviour == TlsMisbehaviour.STALLED_HANDSHAKE ? millis(1200) : Plans.SOON;
        try (RawPartner http1 = RawPartner.start(
                        choices -> choices.then(Misbehaviour.OK).tls(authority, misbehaviour));
                RawHttp2Partner http2 = RawHttp2Partner.start(
                        choices -> choices.then(Http2Misbehaviour.OK).tls(authority, misbehaviour))) {
            assertFails(http1.uri(), LoadProtocol.HTTP_1_1, timeout, cause);
            assertFails(http2.uri(), LoadProtocol.H2, timeout, cause);
        }
    }

    @Test
    void doesNotFallBackToHttp1() {
        try (RawPartner partner =
                RawPartner.start(choices -> choices.then(Misbehaviour.OK).tls(authority, TlsMisbehaviour.NO_ALPN))) {
            LoadResult result = run(LoadPlan.to(partner.uri())
                    .protocol(LoadProtocol.H2)
                    .trust(LoadTrust.ANY)
                    .timeout(Plans.SOON)
                    .open(FIVE));

            assertThat(result.total().messages())
                    .isEqualTo(Map.of("SSLHandshakeException: the target does not offer h2 via ALPN", 5L));
        }
    }

    @Test
    void namesTheFileThatHoldsNoAuthority() throws IOException {
        Path missing = folder.resolve("missing.pem");
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        Path key = authority.forLoopback().key();

        assertThatThrownBy(() -> LoadTrust.authoritiesOf(missing))
                .hasMessage(missing + ": there is no such file; expected the certificate of an authority in PEM");
        assertThatThrownBy(() -> LoadTrust.authoritiesOf(empty)).hasMessageContaining(empty + " holds no certificate");
        assertThatThrownBy(() -> LoadTrust.authoritiesOf(key)).hasMessageContaining(key + " holds no certificate");
        assertThatThrownBy(() -> LoadTrust.authoritiesOf(folder)).hasMessageContaining(folder + " is a folder");
    }

    @ParameterizedTest
    @CsvSource({"http, H2", "https, H2C"})
    void refusesAProtocolThatDoesNotSuitTheTarget(String scheme, LoadProtocol protocol) {
        LoadPlan.Builder plan = LoadPlan.to(URI.create(scheme + "://127.0.0.1:9/"))
                .protocol(protocol)
                .closed(1);

        assertThatThrownBy(plan::build).hasMessageContaining("the protocol is " + protocol + ", but must be");
    }

    private static void assertFails(URI target, LoadProtocol protocol, Duration timeout, String cause) {
        LoadResult result = run(LoadPlan.to(target)
                .protocol(protocol)
                .trust(LoadTrust.authoritiesOf(authority.certificate()))
                .timeout(timeout)
                .open(FIVE));

        assertThat(result.total().errors()).isEqualTo(Map.of(ErrorKind.TLS_HANDSHAKE, 5L));
        assertThat(String.join("\n", result.total().messages().keySet())).contains(cause);
    }
}
