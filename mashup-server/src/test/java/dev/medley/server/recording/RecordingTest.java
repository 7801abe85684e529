package dev.medley.server.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that were changed by hand, and have gone wrong. */
class RecordingTest {

    private static final String RECORDING = """
            {
              "recording": 1,
              "mashup": "/m",
              "request": {"method": "GET", "target": "%s", "headers": {}},
              "reply": {"status": 200, "headers": {}},
              "tookMs": 1,
              "exchanges": %s
            }
            """;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("r.json");
    }

    /** After the address of the server, the first one would send the request to another host. */
    @ParameterizedTest
    @ValueSource(strings = {"@127.0.0.2/m", "0/m", "m", "", "http://127.0.0.2/m"})
    void aTargetThatIsNoPathIsRefused(String target) throws IOException {
        Files.writeString(file, RECORDING.formatted(target, "[]"));

        assertThatThrownBy(() -> Recording.of(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s: request.target: '%s' is not a path; expected one that begins with /", file, target);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyItsOwnerMayReadTheFile() throws IOException {
        Files.writeString(
                file,
                RECORDING
                        .formatted("/m", "[]")
                        .replace("\"headers\": {}}", "\"headers\": {}, \"body\": {\"text\": \"\"}}"));
        Recording recording = Recording.of(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        recording.write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        Path other = folder.resolve("other.json");
        recording.writeWithSecrets(other);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(other)))
                .isEqualTo("rw-------");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("r.json", "other.json");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkStaysOne() throws IOException {
        Files.writeString(file, RECORDING.formatted("/m", "[]"));
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);

        Recording.of(link).write(link);

        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(file)).contains("warning");
    }

    @Test
    void aDirectoryIsRefused() {
        assertThatThrownBy(() -> Recording.of(folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s: is a directory; expected a recording", folder);
    }

    @Test
    void headerFieldsThatAreMissingOrHaveNoValuesAreNamed() throws IOException {
        String recording = RECORDING.formatted("/m", "[]");
        Files.writeString(file, recording.replace(", \"headers\": {}}", "}"));
        assertThatThrownBy(() -> Recording.of(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("%s: request: ", file)
                .hasMessageContaining("headers is missing; expected an object");

        Files.writeString(file, recording.replace("\"headers\": {}}", "\"headers\": {\"A\": null}}"));
        assertThatThrownBy(() -> Recording.of(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the header field 'A' has null; expected an array of its values");
    }

    @Test
    void anExchangeThatIsNullIsRefused() throws IOException {
        Files.writeString(file, RECORDING.formatted("/m", "[null]"));

        assertThatThrownBy(() -> Recording.of(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%s: exchanges[0]: expected an exchange", file);
    }
}
