package dev.medley.server.internal.cli.process;

import dev.medley.loadtest.process.ProjectFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the start-up cache that the launcher has not found, while the server runs: by {@code medley train} in a process of its own
 * at the lowest priority, which ends with this one.
 */
public final class StartUpCache {

    /**
     * The system property with the path of the cache, by the launcher. Beside that file are {@code .options}, the options of the JVM,
     * one a line, and, once it is complete, {@code .size}, its size, or {@code none} if the JVM has not made one.
     */
    private static final String PROPERTY = "medley.start-up-cache";

    private static final Logger LOG = LoggerFactory.getLogger(StartUpCache.class);
    private static final int FIRST_WITH_PROFILES = 25;
    private static final int SECONDS_OF_LOAD = 5;

    private final Path cache;
    private final Path made;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** @param cache its path */
    StartUpCache(Path cache) {
        this.cache = cache;
        made = Path.of(cache + "." + ProcessHandle.current().pid());
    }

    /** Begins to make the cache, if the launcher asks for it. To be called when the server answers. */
    public static void makeInBackground() {
        Thread thread = new Thread(StartUpCache::make, "medley-start-up-cache");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Makes the cache, if the launcher asks for it. Blocks until it is made.
     *
     * @return whether the launcher asks for it
     */
    public static boolean make() {
        String path = System.getProperty(PROPERTY);
        Path code = ProjectFolder.code();
        if (path == null || code == null) {
            return false;
        }
        new StartUpCache(Path.of(path)).makeOnce(code);
        return true;
    }

    private void makeOnce(Path jar) {
        // A file of its own: to close another channel of the same file would release the lock.
        try (FileChannel lock =
                FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            // Waits for another server of the same build, which may be making it.
            lock.lock();
            if (!Files.exists(beside(".size"))) {
                make(command(jar, Files.readAllLines(beside(".options"))));
            }
        } catch (IOException x) {
            LOG.debug("no start-up cache is created", x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs {@code command}, which writes the file {@link #made}, and moves that to its place. */
    public void make(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS").forEach(builder.environment()::remove);
        // Its requests are nobody's: a receiver would get their spans beside those of the server.
        builder.environment().put("OTEL_SDK_DISABLED", "true");
        removeRemains();
        LOG.info("creating the start-up cache for the next start, at low priority");
        Process training = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(training), "medley-start-up-cache-end"));
        int status = training.waitFor();
        if (ended.get()) {
            return;
        }
        if (status == 0 && Files.exists(made)) {
            Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
            Files.writeString(beside(".size"), String.valueOf(Files.size(cache)));
        } else {
            removeRemains();
            // Otherwise each start would try again.
            Files.writeString(beside(".size"), "none");
        }
    }

    /** Removes what runs have left that were ended: up to two files, named after the process of the server. */
    private void removeRemains() throws IOException {
        Path name = cache.getFileName();
        try (DirectoryStream<Path> remains = Files.newDirectoryStream(cache.resolveSibling(""), name + ".[0-9]*")) {
            for (Path each : remains) {
                Files.delete(each);
            }
        }
    }

    /** At an orderly end the JVM would write the cache first, and Java 25 starts another process for that. */
    private void end(Process training) {
        ended.set(true);
        training.descendants().forEach(ProcessHandle::destroyForcibly);
        training.destroyForcibly();
    }

    private List<String> command(Path jar, List<String> options) {
        boolean profiles = Runtime.version().feature() >= FIRST_WITH_PROFILES;
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add((profiles ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + made);
        command.addAll(List.of("-jar", jar.toString(), "train", "--seconds", profiles ? "" + SECONDS_OF_LOAD : "0"));
        return command;
    }

    private Path beside(String suffix) {
        return Path.of(cache + suffix);
    }
}
