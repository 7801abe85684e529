package dev.medley.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fault 62: a WAR that is redeployed again and again under load. The script {@code loadtest/life/run redeploy} does it a hundred
 * times.
 *
 * <p>Each container has a JVM of its own, whose heap has nothing of other tests.
 */
class RedeployTest {

    private static final int REDEPLOYS = Integer.getInteger("medley.life.redeploys", 2);
    private static final int SECONDS = 60 + 30 * REDEPLOYS;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @EnumSource
    void noClassLoaderThreadOrConnectionIsLeft(Container.Kind kind) throws Exception {
        Path log = scratch.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Redeployments.class.getName(),
                        kind.name(),
                        String.valueOf(REDEPLOYS),
                        Files.createDirectory(scratch.resolve("redeployments")).toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                    .as(() -> read(log))
                    .isTrue();
            assertThat(process.exitValue()).as(() -> read(log)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
