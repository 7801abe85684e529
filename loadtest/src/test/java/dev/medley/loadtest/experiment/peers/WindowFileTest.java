package dev.medley.loadtest.experiment.peers;

import static dev.medley.loadtest.experiment.peers.PeerGiven.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowFileTest {

    @TempDir
    private Path folder;

    @Test
    void theWindowsOfSeveralRunsAreReadBackInOrder() throws IOException {
        PeerWindow first = window("a", 1, "vertx", 123.4);
        PeerWindow second = window("b", 1, "medley-async", Double.NaN, 0.01, 0.02);

        WindowFile.in(folder).append(List.of(first));
        WindowFile.in(folder).append(List.of(second));

        assertThat(WindowFile.in(folder).read()).containsExactly(first, second);
    }

    @Test
    void aFolderWithoutTheFileHasNoWindows() throws IOException {
        assertThat(WindowFile.in(folder).read()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"run\":", "{}", "{\"run\":\"a\",\"other\":1}"})
    void aLineThatIsNoWindowIsNamed(String line) throws IOException {
        WindowFile.in(folder).append(List.of(window("a", 1, "vertx", 100)));
        Path file = folder.resolve(WindowFile.NAME);
        Files.writeString(file, Files.readString(file) + line + "\n");

        assertThatThrownBy(() -> WindowFile.in(folder).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + ", line 2: not a window of this experiment")
                .hasMessageContaining("--out");
    }
}
