package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the script {@code medley} with a java that prints its arguments, one per line. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then
                echo 'openjdk version "VERSION" 2025-04-15' >&2
            else
                printf '%s\\n' "$@"
            fi
            """;
    private static final String MAKES = "-Dmedley.start-up-cache=";

    @TempDir
    private Path home;

    @BeforeEach
    void install() throws IOException {
        Files.copy(Path.of("../medley"), home.resolve("medley"));
        installJava("17.0.15");
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
                .endsWith("-jar", copy().toString(), "plan")
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

    @Test
    void aServerWithoutACacheMakesItForTheNextStart() throws Exception {
        List<String> first = run("-Xmx2g", "serve").output();
        Path cache = asked(first);
        assertThat(first).containsExactly(MAKES + cache, "-Xmx1g", "-Xmx2g", "-jar", copy().toString(), "serve");
        assertThat(Path.of(cache + ".options")).hasContent("-Xmx1g\n");

        make(cache);

        assertThat(run("-Xmx2g", "serve").output())
                .containsExactly(
                        "-XX:SharedArchiveFile=" + cache,
                        "-Xlog:cds*=off",
                        "-Xmx1g",
                        "-Xmx2g",
                        "-jar",
                        copy().toString(),
                        "serve");
    }

    @Test
    void aJvmWithProfilesHasACacheOfAnotherKind() throws Exception {
        installJava("25.0.3");
        Path cache = asked(run("", "demo").output());
        make(cache);

        assertThat(run("", "demo").output()).startsWith("-XX:AOTCache=" + cache, "-Xlog:aot*=off,cds*=off");
    }

    @Test
    void onlyServersMakeACache() throws Exception {
        assertThat(run("", "plan").output()).containsExactly("-Xmx1g", "-jar", copy().toString(), "plan");
    }

    /** The JVM itself would write a cache at the end of any command. */
    @ParameterizedTest
    @ValueSource(strings = {"17.0.15", "25.0.3"})
    void noJvmThatTheLauncherStartsWritesACacheByItself(String version) throws Exception {
        installJava(version);

        assertThat(run("", "serve", "--help").output())
                .endsWith("-jar", copy().toString(), "serve", "--help")
                .noneMatch(option -> option.startsWith("-XX:") && !option.equals("-XX:+Later"));
    }

    @Test
    void anotherJvmGetsACacheOfItsOwn() throws Exception {
        Path first = asked(run("", "serve").output());
        make(first);
        installJava("17.0.16");

        assertThat(asked(run("", "serve").output())).isNotEqualTo(first);
    }

    @Test
    void otherOptionsGetACacheOfTheirOwn() throws Exception {
        Path first = asked(run("", "serve").output());
        make(first);
        Files.writeString(home.resolve("config/jvm.options"), "-Xmx3g\n");

        assertThat(asked(run("", "serve").output())).isNotEqualTo(first);
    }

    @Test
    void anotherJarGetsACacheOfItsOwn() throws Exception {
        Path first = asked(run("", "serve").output());
        make(first);
        Files.setLastModifiedTime(jar(), FileTime.from(Instant.now().plusSeconds(2)));

        assertThat(asked(run("", "serve").output())).isNotEqualTo(first);
    }

    @Test
    void aTruncatedCacheIsNotUsed() throws Exception {
        Path cache = asked(run("", "serve").output());
        make(cache);
        Files.writeString(cache, "cl");

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", copy().toString(), "serve");
    }

    @Test
    void aCacheThatCannotBeMadeIsTriedOnce() throws Exception {
        Path cache = asked(run("", "serve").output());
        Files.writeString(Path.of(cache + ".size"), "none");

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", copy().toString(), "serve");
    }

    /** Java 25 ends with an error if it is given both. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xshare:auto", "-XX:SharedArchiveFile=own.jsa", "-XX:AOTMode=off", "-XX:AOTCache=own.aot"})
    void anOptionThatChoosesACacheTakesThePlaceOfTheLaunchers(String option) throws Exception {
        installJava("25.0.3");
        assertThat(run(option, "serve").output())
                .containsExactly("-Xmx1g", "-XX:+Later", option, "-jar", copy().toString(), "serve");
        make(asked(run("", "serve").output()));

        assertThat(run(option, "serve").output())
                .containsExactly("-Xmx1g", "-XX:+Later", option, "-jar", copy().toString(), "serve");
    }

    /** As in a folder that is read-only; the superuser, whose tests these may be, can write there. */
    @Test
    void whereNoFolderCanBeMadeThereIsNeitherCopyNorCacheAndNoMessage() throws Exception {
        Files.createFile(home.resolve(".medley"));

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", jar().toString(), "serve");
    }

    @Test
    void allStartsOfABuildHaveOneCopyWithItsTime() throws Exception {
        run("", "plan");
        Path copy = copy();

        run("", "plan");

        assertThat(copy()).isEqualTo(copy);
        assertThat(Files.getLastModifiedTime(copy)).isEqualTo(Files.getLastModifiedTime(jar()));
    }

    private void installJava(String version) throws IOException {
        Path java = home.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, JAVA.replace("VERSION", version));
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    private Path jar() throws IOException {
        return home.toRealPath().resolve("mashup-server/target/medley.jar");
    }

    /** The copy of the JAR for the next start. */
    private Path copy() throws IOException {
        Path work = home.toRealPath().resolve(".medley");
        return work.resolve("builds")
                .resolve(Files.readString(work.resolve("current")).strip())
                .resolve("medley.jar");
    }

    /** The cache that the server is to make. */
    private static Path asked(List<String> output) {
        assertThat(output.get(0)).startsWith(MAKES);
        return Path.of(output.get(0).substring(MAKES.length()));
    }

    private static void make(Path cache) throws IOException {
        Files.writeString(cache, "classes");
        Files.writeString(Path.of(cache + ".size"), "7");
    }

    private Run run(String javaOpts) throws IOException, InterruptedException {
        return run(javaOpts, "plan");
    }

    private Run run(String javaOpts, String... command) throws IOException, InterruptedException {
        Process process = process(javaOpts, command).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output.lines().toList());
    }

    private ProcessBuilder process(String javaOpts, String... command) {
        List<String> line =
                new ArrayList<>(List.of("/bin/sh", home.resolve("medley").toString()));
        line.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("JAVA_OPTS", javaOpts);
        return builder;
    }

    private record Run(int code, List<String> output) {}
}
