package dev.medley.server.internal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The engine of a command without {@code --modules}. */
class CommandEngineTest {

    @TempDir
    private Path home = Path.of("");

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aBuildThatFailsIsAnErrorOfTheScript() throws IOException {
        Path maven = Files.writeString(home.resolve("mvnw"), "#!/bin/sh\nexit 1\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();

        assertThatThrownBy(() -> new CommandEngine(() -> Optional.of(home)).engine("mashups/trip.mjs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "mashups/trip.mjs: the engine for scripts cannot be built: the build has failed; see above, or "
                                + home.resolve(".medley/build.log"));
    }

    @Test
    void withoutSourcesTheMessageNamesTheScriptAndTheOption() {
        assertThatThrownBy(() -> new CommandEngine(Optional::empty).engine("mashups/trip.mjs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "mashups/trip.mjs: there is no engine for scripts; expected --modules DIR (or MEDLEY_MODULES),"
                                + " a folder with the JARs of the module mashup-js");
    }
}
