package dev.medley.tls.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFingerprintTest {

    @Test
    void aPipeInThePlaceOfAFileIsNotWaitedFor(@TempDir Path folder) throws Exception {
        assumeTrue(File.separatorChar == '/');
        Path file = Files.writeString(folder.resolve("secret"), "4711");
        String before = FileFingerprint.of(List.of(file));
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        String after = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> FileFingerprint.of(List.of(file)));
        assertThat(after).isNotEqualTo(before);
    }
}
