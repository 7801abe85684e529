package dev.medley.server.internal.mashups;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of JARs in a temporary folder. The JVM keeps the table of contents of a JAR that it has opened: once the file is
 * overwritten, each class that is loaded from it is a failure.
 */
final class JarCopies implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JarCopies.class);

    private final List<Path> files = new ArrayList<>();
    private @Nullable Path folder;

    /** A copy, and the digest of its content. */
    record Copy(Path file, String digest) {}

    /** Copies {@code jar}. Blocks meanwhile. */
    Copy copy(Path jar) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
            Path copy = target(jar);
            files.add(copy);
            Files.copy(in, copy);
            return new Copy(copy, hex(digest));
        }
    }

    private Path target(Path jar) throws IOException {
        Path parent = folder;
        if (parent == null) {
            try {
                parent = Files.createTempDirectory("medley-mashups-");
            } catch (IOException x) {
                throw new IOException(
                        "no copy can be made in %s (java.io.tmpdir), expected a writable folder: %s"
                                .formatted(System.getProperty("java.io.tmpdir"), x.getMessage()),
                        x);
            }
            folder = parent;
        }
        return parent.resolve(jar.getFileName());
    }

    /** Returns the digest of the content of {@code jar}, or of the failure to read it. Blocks meanwhile. */
    static String digest(Path jar) {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
            return hex(digest);
        } catch (IOException x) {
            return x.toString();
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }

    /** Deletes the copies. */
    @Override
    public void close() {
        Path parent = folder;
        if (parent == null) {
            return;
        }
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(parent);
        } catch (IOException x) {
            LOG.warn("cannot delete the copies of JARs in {}", parent, x);
        }
        folder = null;
        files.clear();
    }
}
