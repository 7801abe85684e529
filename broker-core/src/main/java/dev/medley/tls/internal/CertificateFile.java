package dev.medley.tls.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The bytes of a file, which is small. */
final class CertificateFile {

    /** Many times the size of a system's collection of authorities. */
    private static final int MAX_BYTES = 16 << 20;

    private CertificateFile() {}

    /**
     * Reads a file.
     *
     * @throws CertificateFileException if it cannot be read, or is too large
     */
    static byte[] read(Path file, String expected) {
        if (Files.isDirectory(file)) {
            throw new CertificateFileException(file, "is a directory", expected);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new CertificateFileException(file, "is larger than 16 MiB", expected);
            }
            return bytes;
        } catch (NoSuchFileException x) {
            throw new CertificateFileException(file, "there is no such file", expected, x);
        } catch (AccessDeniedException x) {
            throw new CertificateFileException(file, "is not readable", "a file that this user can read", x);
        } catch (IOException x) {
            throw new CertificateFileException(file, "cannot be read (" + x + ")", expected, x);
        }
    }
}
