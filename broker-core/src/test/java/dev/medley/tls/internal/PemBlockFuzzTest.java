package dev.medley.tls.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whatever a file of certificates has in it, it is blocks, or refused with its name. */
class PemBlockFuzzTest {

    @FuzzTest
    void aFileIsBlocksOrRefused(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("medley-fuzz", ".pem");
        try {
            Files.write(file, bytes);
            for (PemBlock block : PemBlock.read(file, "certificates", "openssl x509 -in %s")) {
                assertThat(block.label()).matches("[A-Z0-9 ]+");
                assertThat(block.content()).hasSizeLessThanOrEqualTo(bytes.length);
                assertThat(block.line()).isPositive();
            }
        } catch (CertificateFileException refused) {
            assertThat(refused.getMessage()).contains(file.toString());
        } finally {
            Files.delete(file);
        }
    }
}
