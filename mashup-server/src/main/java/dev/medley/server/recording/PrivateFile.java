package dev.medley.server.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Writes files that only their owner may read, each as a whole or not at all. */
final class PrivateFile {

    private PrivateFile() {}

    /** Writes {@code text}, in place of an earlier file; what is no file, such as a pipe, is written to. */
    static void write(Path file, String text) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            Files.writeString(target, text);
            return;
        }
        // Where there are permissions, a temporary file has those of its owner only, from its creation on.
        Path whole = Files.createTempFile(Objects.requireNonNull(target.getParent()), ".medley-", ".tmp");
        try {
            Files.writeString(whole, text);
            Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
