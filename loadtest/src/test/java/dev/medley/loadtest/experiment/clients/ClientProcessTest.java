package dev.medley.loadtest.experiment.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClientProcessTest {

    @TempDir
    private Path folder;

    @Test
    void aCommandHasTheAnswerOfTheProgram() throws Exception {
        try (ClientProcess client = start("while read -r line; do echo \"{\\\"did\\\":\\\"$line\\\"}\"; done", 30)) {
            assertThat(client.command("connect").get("did").asString()).isEqualTo("connect");
            assertThat(client.command("burst 1 0 1").get("did").asString()).isEqualTo("burst 1 0 1");
        }
    }

    @Test
    void aProgramThatEndsIsNamedWithItsExitCodeAndTheEndOfItsLog() throws Exception {
        try (ClientProcess client = start("read -r line; echo out of memory >&2; exit 3", 30)) {
            assertThatThrownBy(() -> client.command("connect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the client program apache ended during the command 'connect'")
                    .hasMessageContaining("exit code 3")
                    .hasMessageContaining("out of memory");
            assertThatThrownBy(() -> client.command("disconnect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'disconnect'");
        }
    }

    @Test
    void anAnswerThatIsNoJsonObjectIsShown() throws Exception {
        try (ClientProcess client = start("while read -r line; do echo \"$line\"; done", 30)) {
            assertThatThrownBy(() -> client.command("hello")).hasMessageContaining("answered 'hello'");
            assertThatThrownBy(() -> client.command("12")).hasMessageContaining("answered '12'");
        }
    }

    @Test
    void aProgramThatDoesNotAnswerIsEnded() throws Exception {
        try (ClientProcess client = start("read -r line; exec sleep 300", 1)) {
            assertThatThrownBy(() -> client.command("connect"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer within 1 s");
        }
    }

    private ClientProcess start(String script, int seconds) throws IOException {
        return ClientProcess.start(
                "apache",
                new ProcessBuilder("sh", "-c", script),
                folder.resolve("client.log"),
                Duration.ofSeconds(seconds));
    }
}
