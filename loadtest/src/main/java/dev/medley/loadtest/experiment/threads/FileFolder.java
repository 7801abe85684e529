package dev.medley.loadtest.experiment.threads;

import dev.medley.loadtest.threads.FileBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A temporary folder with the files that nginx and Apache serve, and what they write. Removed when closed. */
final class FileFolder implements AutoCloseable {

    private final Path folder;

    private FileFolder(Path folder) {
        this.folder = folder;
    }

    /** Writes a file for each of {@code sizes}. */
    static FileFolder create(Set<Integer> sizes) throws IOException {
        Path folder = Files.createTempDirectory("medley-threads");
        // Started by root, they read with the rights of another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path files = Files.createDirectory(folder.resolve("files"));
        for (int size : sizes) {
            Files.write(files.resolve(Integer.toString(size)), FileBytes.of(size));
        }
        return new FileFolder(folder);
    }

    Path path() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
