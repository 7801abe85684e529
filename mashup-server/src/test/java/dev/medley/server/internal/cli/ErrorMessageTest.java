package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ErrorMessageTest {

    @Test
    void aFailureOfAFileHasFileAndReason() {
        assertThat(ErrorMessage.of(new NoSuchFileException("a.yaml"))).isEqualTo("a.yaml: no such file or folder");
        assertThat(ErrorMessage.of(new AccessDeniedException("a.yaml"))).isEqualTo("a.yaml: access is denied");
        assertThat(ErrorMessage.of(new FileSystemException("a.yaml", null, "No space left on device")))
                .isEqualTo("a.yaml: No space left on device");
        assertThat(ErrorMessage.of(new FileSystemException("a.yaml"))).isEqualTo("a.yaml: FileSystemException");
        assertThat(ErrorMessage.of(new UncheckedIOException(new AccessDeniedException("a.yaml"))))
                .isEqualTo("a.yaml: access is denied");
    }

    @Test
    void anotherFailureHasItsMessageOrItsName() {
        assertThat(ErrorMessage.of(new IOException("no route"))).isEqualTo("no route");
        assertThat(ErrorMessage.of(new IOException())).isEqualTo("IOException");
    }
}
