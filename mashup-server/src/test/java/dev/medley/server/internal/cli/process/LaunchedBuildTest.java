package dev.medley.server.internal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchedBuildTest {

    private final Instant later = Instant.now().plus(Duration.ofMinutes(2));

    @TempDir
    private Path work;

    @BeforeEach
    void currentBuild() throws IOException {
        Files.writeString(work.resolve("current"), "3\n");
        build("3");
    }

    @Test
    void copiesThatNoProcessUsesAreRemovedButTheOneForTheNextStart() throws Exception {
        build("1");
        Path own = build("2");
        Files.createDirectories(work.resolve("builds/incomplete"));

        LaunchedBuild.removeUnused(own, later);

        assertThat(builds()).containsExactlyInAnyOrder("2", "3");
    }

    @Test
    void aCopyThatAProcessUsesStaysUntilItEnds() throws Exception {
        Path used = build("1");
        Path own = build("2");
        Process user = user(used);
        try {
            assertThat(user.getInputStream().read()).isEqualTo('l');

            LaunchedBuild.removeUnused(own, later);
            assertThat(builds()).contains("1");
        } finally {
            user.destroyForcibly().onExit().join();
        }

        LaunchedBuild.removeUnused(own, later);
        assertThat(builds()).containsExactlyInAnyOrder("2", "3");
    }

    @Test
    void aCopyThatALauncherHasJustChosenStays() throws Exception {
        build("1");
        Path own = build("2");

        LaunchedBuild.removeUnused(own, Instant.now());

        assertThat(builds()).contains("1");
    }

    private Path build(String name) throws IOException {
        Path folder = Files.createDirectories(work.resolve("builds").resolve(name));
        Files.createFile(folder.resolve("medley.jar"));
        Files.writeString(folder.resolve("in-use"), "1");
        return folder;
    }

    private List<String> builds() throws IOException {
        try (Stream<Path> folders = Files.list(work.resolve("builds"))) {
            return folders.map(folder -> folder.getFileName().toString()).toList();
        }
    }

    private static Process user(Path folder) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BuildUser.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A process that uses a build until its input ends. */
    static final class BuildUser {

        private BuildUser() {}

        /** Prints {@code locked} once it does. */
        public static void main(String[] args) throws IOException {
            try (FileChannel held = LaunchedBuild.lock(Path.of(args[0]))) {
                System.out.println(held.isOpen() ? "locked" : "closed");
                System.in.readAllBytes();
            }
        }
    }
}
