package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.PartnerTlsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a partner's TLS that cannot be used. */
class PartnerFilesTest {

    @TempDir
    private Path folder;

    @Test
    void aTrustFileThatIsMissingIsNamedWithItsPartner() {
        Path missing = folder.resolve("missing.pem");
        assertRefused(
                tls -> tls.trust(missing),
                missing + ": there is no such file; expected one or more certificates in PEM"
                        + " (-----BEGIN CERTIFICATE-----)");
    }

    @Test
    void aCertificateFileOfNoUseIsNamedWithItsPartner() throws Exception {
        Path certificate = Files.writeString(folder.resolve("client.pem"), "no PEM");
        assertRefused(
                tls -> tls.certificate(certificate).key(certificate), certificate + ": holds no PEM block; expected ");
    }

    private static void assertRefused(Consumer<PartnerTlsSettings.Builder> tls, String fault) {
        DefaultBrokerBuilder broker = DefaultBroker.builder()
                .partner(PartnerSettings.of("weather", "https://127.0.0.1:9001")
                        .tls(tls)
                        .build());
        assertThatIllegalArgumentException()
                .isThrownBy(broker::build)
                .withMessageStartingWith("partner weather: " + fault);
    }
}
