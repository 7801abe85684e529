package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProgramProcessTest {

    @TempDir
    private Path folder;

    @Test
    void aCommandHasTheAnswerOfTheProgram() throws Exception {
        try (ProgramProcess program = start("while read -r line; do echo \"{\\\"did\\\":\\\"$line\\\"}\"; done", 30)) {
            assertThat(program.command("connect").get("did").asString()).isEqualTo("connect");
            assertThat(program.command("burst 1 0 1").get("did").asString()).isEqualTo("burst 1 0 1");
        }
    }

    @Test
    void aProgramThatEndsIsNamedWithItsExitCodeAndTheEndOfItsLog() throws Exception {
        try (ProgramProcess program = start("read -r line; echo out of memory >&2; exit 3", 30)) {
            assertThatThrownBy(() -> program.command("connect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the program apache ended during the command 'connect'")
                    .hasMessageContaining("exit code 3")
                    .hasMessageContaining("out of memory");
            assertThatThrownBy(() -> program.command("disconnect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'disconnect'");
        }
    }

    @Test
    void anAnswerThatIsNoJsonObjectIsShown() throws Exception {
        try (ProgramProcess program = start("while read -r line; do echo \"$line\"; done", 30)) {
            assertThatThrownBy(() -> program.command("hello")).hasMessageContaining("answered 'hello'");
            assertThatThrownBy(() -> program.command("12")).hasMessageContaining("answered '12'");
        }
    }

    @Test
    void aProgramThatDoesNotAnswerIsEnded() throws Exception {
        try (ProgramProcess program = start("read -r line; exec sleep 300", 1)) {
            assertThatThrownBy(() -> program.command("connect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer within 1 s");
        }
    }

    private ProgramProcess start(String script, int seconds) throws IOException {
        return ProgramProcess.start(
                "apache",
                new ProcessBuilder("sh", "-c", script),
                folder.resolve("program.log"),
                Duration.ofSeconds(seconds));
    }
}
