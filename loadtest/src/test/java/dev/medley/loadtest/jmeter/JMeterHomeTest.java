package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

        assertThat(JMeterHome.find(named, environment.toString(), code).path()).isEqualTo(named);
        assertThat(JMeterHome.find(null, environment.toString(), code).path()).isEqualTo(environment);
        assertThat(JMeterHome.find(null, null, code).path()).isEqualTo(built);
        assertThat(JMeterHome.find(null, "", code).path()).isEqualTo(built);
    }

    @Test
    void theOneThatWasBuiltIsFoundFromTheClassesToo() throws Exception {
        Path built = jmeter("loadtest/target/jmeter");

        assertThat(JMeterHome.find(null, null, project.resolve("loadtest/target/classes"))
                        .path())
                .isEqualTo(built);
        assertThat(JMeterHome.find(null, null, project.resolve("loadtest/target/quick/classes"))
                        .path())
                .isEqualTo(built);
    }

    @Test
    void aFolderThatWasNamedButHoldsNoJMeterIsNotPassedOver() throws Exception {
        jmeter("loadtest/target/jmeter");
        Path code = project.resolve("loadtest/target/classes");

        assertThatThrownBy(() -> JMeterHome.find(project, null, code))
                .isInstanceOf(JMeterException.class)
                .hasMessage("there is no JMeter in " + project + ": it has no bin/ApacheJMeter.jar");
        assertThatThrownBy(() -> JMeterHome.find(null, project.toString(), code))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("there is no JMeter in " + project);
    }

    @Test
    void withoutAnyTheMessageSaysWhatToDo() {
        assertThatThrownBy(() -> JMeterHome.find(null, null, project.resolve("medley.jar")))
                .isInstanceOf(JMeterException.class)
                .hasMessageContaining("./mvnw package")
                .hasMessageContaining("--jmeter DIR")
                .hasMessageContaining("JMETER_HOME");
    }

    private Path jmeter(String folder) throws IOException {
        Path home = project.resolve(folder);
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("bin/ApacheJMeter.jar"));
        return home;
    }
}
