package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void troubleWithAFileIsToldInWords() {
        assertThat(FailureText.of(new NoSuchFileException("a.yaml")))
                .isEqualTo("a.yaml: there is no such file or folder");
        assertThat(FailureText.of(new AccessDeniedException("a.yaml"))).isEqualTo("a.yaml: access is denied");
        assertThat(FailureText.of(new FileSystemException("a.yaml", null, "No space left on device")))
                .isEqualTo("a.yaml: No space left on device");
        assertThat(FailureText.of(new FileSystemException("a.yaml"))).isEqualTo("a.yaml: FileSystemException");
        assertThat(FailureText.of(new UncheckedIOException(new AccessDeniedException("a.yaml"))))
                .isEqualTo("a.yaml: access is denied");
    }

    @Test
    void otherTroubleIsToldInItsOwnWordsOrByItsName() {
        assertThat(FailureText.of(new IOException("no route"))).isEqualTo("no route");
        assertThat(FailureText.of(new IOException())).isEqualTo("IOException");
    }
}
