package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the script {@code medley} with a java that prints its arguments, one per line. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then
                echo 'openjdk version "17.0.15" 2025-04-15' >&2
            else
                printf '%s\\n' "$@"
            fi
            """;

    @TempDir
    private Path home;

    @BeforeEach
    void install() throws IOException {
        Files.copy(Path.of("../medley"), home.resolve("medley"));
        Path java = home.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, JAVA);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(home.resolve("config"));
        Files.writeString(home.resolve("config/jvm.options"), "# heap\n-Xmx1g\n21-:-XX:+Later\n");
        Files.createDirectories(home.resolve("mashup-server/target"));
        Files.createFile(home.resolve("mashup-server/target/medley.jar"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Da=1 -Db=2 | -Da=1, -Db=2",
                "-Dx=\"a b\" -Dy=c | -Dx=a b, -Dy=c",
                "'-Dx=a  b' | -Dx=a  b",
                "-Dx=it\\'s | -Dx=it's",
                "-Dx=* | -Dx=*",
                "-Dx=a%sb\\\\n | -Dx=a%sb\\n"
            })
    void quotesInJavaOptsHoldAnOptionTogether(String javaOpts, String options) throws Exception {
        assertThat(run(javaOpts).output()).containsSubsequence(options.split(", ", -1));
        assertThat(run(javaOpts).output())
                .startsWith("-Xmx1g")
                .endsWith(
                        "-jar",
                        home.toRealPath()
                                .resolve("mashup-server/target/medley.jar")
                                .toString(),
                        "demo")
                .hasSize(1 + options.split(", ", -1).length + 3);
    }

    @Test
    void javaOptsMayBeEmpty() throws Exception {
        assertThat(run("").output()).hasSize(4);
        assertThat(run("  ").output()).hasSize(4);
    }

    @Test
    void aQuoteThatIsNotClosedIsReported() throws Exception {
        Run run = run("-Dx=\"a b");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output())
                .containsExactly(
                        "medley: JAVA_OPTS is: -Dx=\"a b; expected JVM options in which each quote is closed on its line.");
    }

    private Run run(String javaOpts) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", home.resolve("medley").toString(), "demo");
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("JAVA_OPTS", javaOpts);
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output.lines().toList());
    }

    private record Run(int code, List<String> output) {}
}
