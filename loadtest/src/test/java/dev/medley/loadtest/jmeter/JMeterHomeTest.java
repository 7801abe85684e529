package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JMeterHomeTest {

    @TempDir
    Path project;

    @Test
    void theOneThatIsNamedComesFirstThenThatOfTheEnvironmentThenTheOneThatWasBuilt() throws Exception {
        Path named = jmeter("named");
        Path environment = jmeter("environment");
        Path built = jmeter("loadtest/target/jmeter");
        Path code = project.resolve("mashup-server/target/medley.jar");

        assertThat(find(named, environment.toString(), code).path()).isEqualTo(named);
        assertThat(find(null, environment.toString(), code).path()).isEqualTo(environment);
        assertThat(find(null, null, code).path()).isEqualTo(built);
        assertThat(find(null, "", code).path()).isEqualTo(built);
    }

    @Test
    void theOneThatWasBuiltIsFoundFromTheClassesToo() throws Exception {
        Path built = jmeter("loadtest/target/jmeter");

        assertThat(find(null, null, project.resolve("loadtest/target/classes")).path())
                .isEqualTo(built);
        assertThat(find(null, null, project.resolve("loadtest/target/quick/classes"))
                        .path())
                .isEqualTo(built);
    }

    @Test
    void aFolderThatWasNamedButHoldsNoJMeterIsNotPassedOver() throws Exception {
        jmeter("loadtest/target/jmeter");
        Path code = project.resolve("loadtest/target/classes");

        assertThatThrownBy(() -> find(project, null, code))
                .isInstanceOf(JMeterException.class)
                .hasMessage("there is no JMeter in " + project + ": it has no bin/ApacheJMeter.jar");
        assertThatThrownBy(() -> find(null, project.toString(), code))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("there is no JMeter in " + project);
    }

    @Test
    void withoutAnyTheMessageSaysWhatToDo() {
        assertThatThrownBy(() -> find(null, null, project.resolve("medley.jar")))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("./medley")
                .hasMessageContaining("--jmeter DIR")
                .hasMessageContaining("JMETER_HOME");
    }

    @Test
    void inTheFolderOfTheSourcesItIsDownloaded() throws Exception {
        Files.createDirectories(project.resolve("loadtest"));
        Files.createFile(project.resolve("loadtest/pom.xml"));
        Path code = project.resolve(".medley/builds/1/medley.jar");
        List<Path> downloads = new ArrayList<>();

        JMeterHome first = JMeterHome.find(null, null, code, sources -> {
            downloads.add(sources);
            jmeter("loadtest/target/jmeter");
        });
        JMeterHome second = JMeterHome.find(null, null, code, downloads::add);

        assertThat(downloads).containsExactly(project);
        assertThat(first.path()).isEqualTo(project.resolve("loadtest/target/jmeter"));
        assertThat(second).isEqualTo(first);
    }

    private static JMeterHome find(@Nullable Path named, @Nullable String environment, Path code) {
        return JMeterHome.find(named, environment, code, sources -> {});
    }

    private Path jmeter(String folder) {
        Path home = project.resolve(folder);
        try {
            Files.createDirectories(home.resolve("bin"));
            Files.createFile(home.resolve("bin/ApacheJMeter.jar"));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return home;
    }
}
