package dev.medley.tls.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;

/**
 * A digest of the bytes of several files, or of the failures to read them. It follows the content, and not times or links:
 * Kubernetes replaces the target of a link, and a copy may keep the old time.
 */
public final class FileFingerprint {

    private static final int MAX_BYTES = 16 << 20;

    private FileFingerprint() {}

    /** Reads {@code files}, and blocks meanwhile; returns the same text as long as none of them has changed. */
    public static String of(Collection<Path> files) {
        MessageDigest digest = sha256();
        files.forEach(file -> digest.update(digest(file)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] digest(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // Such as a pipe: to open it may never end.
            return "no regular file".getBytes(StandardCharsets.UTF_8);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return sha256().digest(in.readNBytes(MAX_BYTES));
        } catch (IOException x) {
            return x.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }
}
