package dev.medley.server.internal.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.mashups.Jars;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the engine of scripts comes from. */
class ModuleFolderTest {

    private static final String SERVICE = "META-INF/services/dev.medley.server.internal.script.ScriptEngine";

    /** Opens no scripts, by a class that is loaded late. */
    private static final String ENGINE = """
            package engine;

            public class Engine implements dev.medley.server.internal.script.ScriptEngine {
                @Override
                public dev.medley.server.internal.script.OpenScripts open(
                        java.util.List<dev.medley.server.internal.script.ScriptFiles> folders,
                        dev.medley.config.internal.Configuration configuration) {
                    return new Late().none();
                }
            }
            """;

    private static final String LATE = """
            package engine;

            public class Late {
                public dev.medley.server.internal.script.OpenScripts none() {
                    return dev.medley.server.internal.script.OpenScripts.NONE;
                }
            }
            """;

    private static final Configuration CONFIGURATION =
            ServerConfiguration.READER.parse("medley.yaml", "{}", Map.of(), Map.of());

    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private Path scratch = Path.of("");

    @Test
    void theEngineIsLoadedOnceWithTheServersClasses() throws IOException {
        engine("engine.Engine").writeTo(folder.resolve("engine.jar"));
        ModuleFolder modules = new ModuleFolder(folder);

        ScriptEngine engine = modules.engine("trip.mjs");
        assertThat(engine.getClass().getName()).isEqualTo("engine.Engine");
        assertThat(engine.getClass().getClassLoader().getParent()).isEqualTo(ScriptEngine.class.getClassLoader());
        assertThat(modules.engine("trip.mjs")).isSameAs(engine);
    }

    @Test
    void anEngineWhoseJarIsOverwrittenLoadsItsClasses() throws IOException {
        Path jar = engine("engine.Engine").writeTo(folder.resolve("engine.jar"));
        ScriptEngine engine = new ModuleFolder(folder).engine("trip.mjs");

        Files.writeString(jar, "overwritten");
        assertThat(engine.open(List.of(), CONFIGURATION)).isSameAs(OpenScripts.NONE);
    }

    @Test
    void aFolderWithoutAnEngineIsRefused() throws IOException {
        Jars.of(scratch, LATE).writeTo(folder.resolve("library.jar"));

        assertProblem(
                folder,
                folder
                        + ": no JAR of the folder has an engine for scripts; expected a folder with the JARs of the module"
                        + " mashup-js");
    }

    @Test
    void aFolderThatIsNotThereIsRefused() throws IOException {
        Path nowhere = folder.resolve("none");
        assertProblem(nowhere, nowhere + ": no such folder; expected a folder with the JARs of the module mashup-js");
        Path file = Files.createFile(folder.resolve("file"));
        assertProblem(file, file + ": not a folder; expected a folder with the JARs of the module mashup-js");
    }

    @Test
    void aFileThatIsNoJarIsRefused() throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "text");

        assertThatThrownBy(() -> new ModuleFolder(folder).engine("trip.mjs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(folder + ": cannot read: ")
                .hasMessageContaining("broken.jar is not a readable JAR: ");
    }

    @Test
    void anEngineThatCannotBeLoadedIsRefused() throws IOException {
        engine("engine.Other").writeTo(folder.resolve("engine.jar"));

        assertThatThrownBy(() -> new ModuleFolder(folder).engine("trip.mjs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(folder + ": the engine of scripts cannot be loaded: ")
                .hasMessageContaining("engine.Other");
    }

    @Test
    void withoutScriptsNoEngineIsAskedFor() {
        EngineSource none = script -> {
            throw new AssertionError("asked for " + script);
        };

        assertThat(none.open(List.of(new ScriptFiles("mashups", Map.of("lib/a.mjs", ""))), CONFIGURATION))
                .isSameAs(OpenScripts.NONE);
    }

    @Test
    void aProgramWithoutTheModuleIsToldWhatItsScriptNeeds() {
        EngineSource source = EngineSource.ofClassPath();
        List<ScriptFiles> scripts = List.of(new ScriptFiles("mashups", Map.of("trip.mjs", "")));

        assertThatThrownBy(() -> source.open(scripts, CONFIGURATION))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("mashups/trip.mjs: there is no engine for scripts; expected the module mashup-js, in the"
                        + " version of mashup-server, on the class path");
    }

    private Jars engine(String service) throws IOException {
        return Jars.of(scratch, ENGINE, LATE).with(SERVICE, service.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertProblem(Path modules, String problem) {
        assertThatThrownBy(() -> new ModuleFolder(modules).engine("trip.mjs"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(problem);
    }
}
