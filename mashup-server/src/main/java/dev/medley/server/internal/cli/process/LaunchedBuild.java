package dev.medley.server.internal.cli.process;

import dev.medley.loadtest.process.ProjectFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The copy of the JAR that the launcher runs, {@code .medley/builds/NAME/medley.jar}. Its process locks the file {@code in-use}
 * beside it until it ends, however it ends, and removes the copies that no process has locked.
 */
public final class LaunchedBuild {

    private static final Logger LOG = LoggerFactory.getLogger(LaunchedBuild.class);
    private static final String IN_USE = "in-use";

    /** A launcher has written {@code in-use}, and its process may not have locked it yet. */
    private static final Duration STARTING = Duration.ofMinutes(1);

    /** Never closed, nor collected: that would release the lock. */
    @SuppressWarnings("UnusedVariable")
    private static @Nullable FileChannel held;

    private LaunchedBuild() {}

    /** Locks the copy that this process runs, and removes unused ones; does nothing if it runs no copy of the launcher. */
    public static void use() {
        Path code = ProjectFolder.code();
        if (code != null && Files.exists(code.resolveSibling(IN_USE))) {
            Path folder = code.resolveSibling("");
            try {
                held = lock(folder);
                removeUnused(folder, Instant.now());
            } catch (IOException x) {
                // In a folder that is read-only, where no process removes a copy either.
                LOG.debug("{} is not locked", folder, x);
            }
        }
    }

    /** Locks the copy in {@code folder} until the channel is closed. */
    static FileChannel lock(Path folder) throws IOException {
        FileChannel file = FileChannel.open(folder.resolve(IN_USE), StandardOpenOption.READ, StandardOpenOption.WRITE);
        file.lock(0, Long.MAX_VALUE, true);
        return file;
    }

    /** Removes the copies beside {@code own} that no process uses, except the one for the next start. */
    static void removeUnused(Path own, Instant now) throws IOException {
        Path builds = own.resolveSibling("");
        Path current = builds.resolve(
                Files.readString(builds.resolveSibling("current")).strip());
        List<Path> others;
        try (Stream<Path> folders = Files.list(builds)) {
            others = folders.filter(folder -> !folder.equals(own) && !folder.equals(current))
                    .toList();
        }
        for (Path folder : others) {
            try {
                removeIfUnused(folder, now);
            } catch (IOException x) {
                LOG.debug("{} is not removed", folder, x);
            }
        }
    }

    private static void removeIfUnused(Path folder, Instant now) throws IOException {
        Path inUse = folder.resolve(IN_USE);
        Instant used =
                Files.getLastModifiedTime(Files.exists(inUse) ? inUse : folder).toInstant();
        if (now.isBefore(used.plus(STARTING))) {
            return;
        }
        try (FileChannel file = FileChannel.open(inUse, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (file.tryLock() != null) {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path each : files.toList()) {
                        Files.delete(each);
                    }
                }
                Files.delete(folder);
            }
        }
    }
}
