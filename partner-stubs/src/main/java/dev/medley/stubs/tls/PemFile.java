package dev.medley.stubs.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;
import java.util.List;

/** Writes certificates and keys in PEM (RFC 7468). */
final class PemFile {

    private static final int LINE_LENGTH = 64;

    private PemFile() {}

    static void write(Path file, List<Certificate> certificates) throws IOException, CertificateEncodingException {
        StringBuilder text = new StringBuilder();
        for (Certificate certificate : certificates) {
            text.append(block("CERTIFICATE", certificate.getEncoded()));
        }
        Files.writeString(file, text);
    }

    static void write(Path file, PrivateKey key) throws IOException {
        createForOwner(file);
        Files.writeString(file, block("PRIVATE KEY", key.getEncoded()));
    }

    /** Creates an empty file that only its owner can read, where the file system knows owners. */
    static void createForOwner(Path file) throws IOException {
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    private static String block(String label, byte[] encoded) {
        Base64.Encoder encoder = Base64.getMimeEncoder(LINE_LENGTH, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + label + "-----\n" + encoder.encodeToString(encoded) + "\n-----END " + label + "-----\n";
    }
}
