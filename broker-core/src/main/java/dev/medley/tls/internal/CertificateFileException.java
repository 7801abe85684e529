package dev.medley.tls.internal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of certificates or keys that cannot be used. The message has the file, the fault and what is expected, in one
 * line, and nothing of a key.
 */
public final class CertificateFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CertificateFileException(Path file, String fault, String expected) {
        this(file, fault, expected, null);
    }

    CertificateFileException(Path file, String fault, String expected, @Nullable Throwable cause) {
        super(file + ": " + fault + "; expected " + expected, cause);
    }
}
