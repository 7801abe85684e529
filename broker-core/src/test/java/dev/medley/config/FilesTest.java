package dev.medley.config;

import static dev.medley.config.Given.NOTHING;
import static dev.medley.config.Given.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {

    @TempDir
    private Path folder;

    @Test
    void aFileThatDoesNotExistIsNamed() {
        Path file = folder.resolve("medley.yaml");

        assertThat(problems(file)).containsExactly(file + ": there is no such file; expected a YAML file");
    }

    @Test
    void aFolderIsNoFile() {
        assertThat(problems(folder)).containsExactly(folder + ": is a directory; expected a YAML file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatMayNotBeReadIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), "server:\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
        assumeThat(Files.isReadable(file)).isFalse();

        assertThat(problems(file)).containsExactly(file + ": may not be read; expected a file that this user may read");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatCannotBeReadIsNamed() throws Exception {
        Path loop = folder.resolve("medley.yaml");
        Files.createSymbolicLink(loop, loop);

        assertThat(problems(loop)).singleElement().asString().startsWith(loop + ": cannot be read; ");
    }

    @Test
    void aFileInAnotherEncodingIsToldWithTheLineWhereThatShows() throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.write(file, "server:\n  # größer\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(problems(file)).containsExactly(file + ":2: is not UTF-8; expected a file in that encoding");
    }

    @Test
    void aFileThatEndsWithinACharacterIsNotUtf8() throws Exception {
        Path file = folder.resolve("medley.yaml");
        Files.write(file, new byte[] {'#', ' ', (byte) 0xc3});

        assertThat(problems(file)).containsExactly(file + ":1: is not UTF-8; expected a file in that encoding");
    }

    @Test
    void aMistakeInAFileIsToldWithThePathThatWasGiven() throws Exception {
        Path file = Files.writeString(folder.resolve("medley.yaml"), "server:\n  port: none\n");

        assertThat(problems(file))
                .containsExactly(file
                        + ":2: server.port: 'none' is not a whole number; expected a whole number from 0 to 65535");
    }

    private static List<String> problems(Path file) {
        return problemsOf(() -> ConfigurationReader.read(file, NOTHING, NOTHING));
    }
}
