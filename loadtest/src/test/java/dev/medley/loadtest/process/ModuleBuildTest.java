package dev.medley.loadtest.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The module of scripts, built in a folder whose {@code mvnw} writes a file. */
@DisabledOnOs(OS.WINDOWS)
class ModuleBuildTest {

    private static final String SOURCE = "broker-core/src/main/java/Broker.java";

    private static final String MVNW = """
            #!/bin/sh
            echo "$*" >>mvnw.log
            [ -f broken ] && echo "[ERROR] a class is missing" && exit 1
            mkdir -p mashup-server/mashup-js/target/quick/modules
            [ -f empty ] || echo >mashup-server/mashup-js/target/quick/modules/mashup-js-1.0.jar
            """;

    @TempDir
    private Path home = Path.of("");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void install() throws IOException {
        Files.writeString(home.resolve("mvnw"), MVNW);
        assertThat(home.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        write("pom.xml");
        for (String module : List.of("partner-stubs", "broker-core", "loadtest", "mashup-server")) {
            write(module + "/pom.xml");
            write(module + "/src/main/java/Main.java");
        }
        write("mashup-server/mashup-js/pom.xml");
        write("mashup-server/mashup-js/src/main/java/Main.java");
        write(SOURCE);
    }

    @Test
    void theModuleIsBuiltOnceAndAgainAfterASourceHasChanged() throws Exception {
        Path folder = build();
        assertThat(folder).isEqualTo(home.resolve("mashup-server/mashup-js/target/quick/modules"));
        assertThat(builds()).containsExactly("-B -Dquick -pl mashup-server/mashup-js -am package");
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("Building the module of scripts...");

        assertThat(build()).isEqualTo(folder);
        assertThat(builds()).hasSize(1);

        Files.setLastModifiedTime(
                home.resolve(SOURCE), FileTime.from(Instant.now().plusSeconds(1)));
        build();
        assertThat(builds()).hasSize(2);
    }

    @Test
    void aBuildThatFailsSaysWhereItsOutputIs() throws IOException {
        write("broken");

        assertThatThrownBy(this::build)
                .isInstanceOf(IOException.class)
                .hasMessage("the build has failed; see above, or " + home.resolve(".medley/build.log"));
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("[ERROR] a class is missing");
    }

    @Test
    void aBuildThatMakesNoJarIsAnError() throws IOException {
        write("empty");

        assertThatThrownBy(this::build)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the build has made no mashup-js-*.jar in ");
    }

    @Test
    void theSourcesOfACheckoutAreFound() {
        assertThat(ModuleBuild.sources())
                .hasValueSatisfying(found -> assertThat(found.resolve("mashup-server/mashup-js/pom.xml"))
                        .exists());
    }

    private Path build() throws Exception {
        return new ModuleBuild(home, new PrintStream(printed, true, StandardCharsets.UTF_8)).folder();
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(home.resolve("mvnw.log"));
    }

    private void write(String file) throws IOException {
        Path written = home.resolve(file);
        Files.createDirectories(Objects.requireNonNull(written.getParent()));
        Files.createFile(written);
    }
}
