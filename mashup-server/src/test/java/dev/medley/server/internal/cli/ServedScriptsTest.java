package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.mashups.Jars;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.script.LineEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of a folder beside other mashups, for an engine of one line a script. */
class ServedScriptsTest {

    @TempDir
    private Path folder = Path.of("");

    private final LineEngine engine = new LineEngine();

    @Test
    void theScriptsOfTheFolderAndOfItsJarsAreServed() throws IOException {
        Files.writeString(folder.resolve("trip.mjs"), "/trip reply");
        Files.writeString(folder.resolve("user.mjs"), "/user/{id} reply");
        jar("shop.jar", "cart.mjs", "/cart reply");
        ServedFolder served = served();

        try (OpenMashups opened = served.open(configuration(""))) {
            assertThat(opened.paths()).containsExactly("/trip", "/user/{id}", "/cart");
        }
        assertThat(served.summary())
                .first()
                .isEqualTo("Mashups: /trip (script trip.mjs in %1$s), /user/{id} (script user.mjs in %1$s),"
                                .formatted(folder)
                        + " /cart (script cart.mjs in %s/shop.jar)".formatted(folder));
        assertThat(served.scripts()).hasSize(3);
    }

    @Test
    void theScriptsAreClosedWithTheMashups() throws IOException {
        Files.writeString(folder.resolve("trip.mjs"), "/trip reply");

        OpenMashups opened = served().open(configuration(""));
        assertThat(engine.open()).isEqualTo(1);
        opened.close();
        assertThat(engine.open()).isZero();
    }

    @Test
    void thePathOfADeclaredMashupIsRefused() throws IOException {
        Files.writeString(folder.resolve("user.mjs"), "/user/{name} reply");

        assertThatThrownBy(() -> served().open(configuration("mashups: {'/user/{id}': {reply: {body: '1'}}}")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "medley.yaml:1:11: mashups./user/{id}: is the path of %s/user.mjs; expected one mashup for it"
                                .formatted(folder));
        assertThat(engine.open()).isZero();
    }

    @Test
    void thePathOfASampleIsRefused() throws IOException {
        Files.writeString(folder.resolve("pass.mjs"), "/pass reply");

        assertThatThrownBy(() -> served().open(configuration("server: {samples: true}")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("%s/pass.mjs: its path /pass is that of dev.medley.server.internal.samples.PassServlet;"
                                .formatted(folder)
                        + " expected one mashup for it");
        assertThat(engine.open()).isZero();
    }

    @Test
    void aScriptThatCannotBeReadIsAProblemBesideTheProblemsOfTheJars() throws IOException {
        Files.write(folder.resolve("trip.mjs"), new byte[] {-1});
        Files.writeString(folder.resolve("a.jar"), "text");

        assertThatThrownBy(() -> served().open(configuration("")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(folder + "/trip.mjs:1:1: is not UTF-8")
                .hasMessageContaining(folder + "/a.jar: not a readable JAR: ");
    }

    private ServedFolder served() {
        return new ServedFolder(folder, script -> engine);
    }

    private void jar(String file, String script, String text) throws IOException {
        Jars.of(folder, "package shop; public class Helper {}")
                .with(script, text.getBytes(StandardCharsets.UTF_8))
                .writeTo(folder.resolve(file));
    }

    private static Configuration configuration(String yaml) {
        return ServerConfiguration.READER.parse("medley.yaml", yaml.isEmpty() ? "{}" : yaml, Map.of(), Map.of());
    }
}
