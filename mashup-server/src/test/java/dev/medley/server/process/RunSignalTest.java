package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code medley record} in a process of its own. */
@DisabledOnOs(OS.WINDOWS)
class RunSignalTest {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    private Path folder;

    @Test
    void aSignalEndsARunThatWaitsAndNothingIsWritten() throws Exception {
        Path output = folder.resolve("output");
        Path recording = folder.resolve("recording.json");
        try (PartnerStubs stubs = PartnerStubs.builder()
                .answer("GET", "/hangs", StubAnswer.misbehaviour(StubMisbehaviour.HANG))
                .start()) {
            Path file = Files.writeString(folder.resolve("medley.yaml"), """
                    partners: {slow: {url: "%s"}}
                    mashups: {/wait: {exchanges: {slow: {path: /hangs}}}}
                    """.formatted(stubs.uri()));
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "dev.medley.server.internal.cli.Medley",
                            "record",
                            file.toString(),
                            "/wait",
                            "--out",
                            recording.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                stubs.awaitRecorded(1, "GET", "/hangs", ServerProcess.PATIENCE);

                process.destroy();

                assertThat(process.waitFor(ServerProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(process.exitValue()).as(Files.readString(output)).isEqualTo(TERMINATED);
                assertThat(recording).doesNotExist();
            } finally {
                process.destroyForcibly().onExit().join();
            }
        }
    }
}
