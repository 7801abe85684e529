package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
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
            for option; do
                case $option in
                    -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*)
                        echo classes >"${option#*=}"
                        echo "$*" >>"$0.trained"
                        ;;
                esac
            done
            """;
    private static final int SIGTERM = 15;
    private static final String PREPARING = "Preparing the start-up cache";

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
                .endsWith(
                        "-jar",
                        home.toRealPath()
                                .resolve("mashup-server/target/medley.jar")
                                .toString(),
                        "plan")
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
    void theFirstStartMakesACacheThatAllStartsUse() throws Exception {
        Run first = run("", "serve");
        Run second = run("-Xmx2g", "serve");

        assertThat(first.output().get(0)).startsWith(PREPARING);
        assertThat(second.output())
                .containsExactly(
                        "-XX:SharedArchiveFile=" + caches().get(0),
                        "-Xlog:cds*=off",
                        "-Xmx1g",
                        "-Xmx2g",
                        "-jar",
                        jar().toString(),
                        "serve");
        assertThat(trainings()).hasSize(1).first().asString().endsWith(" train --seconds 0");
    }

    @Test
    void aJvmWithProfilesIsTrainedWithLoad() throws Exception {
        installJava("25.0.3");
        run("", "demo");

        assertThat(run("", "demo").output()).startsWith("-XX:AOTCache=" + caches().get(0), "-Xlog:aot*=off,cds*=off");
        assertThat(trainings()).hasSize(1).first().asString().endsWith(" train --seconds 5");
    }

    @Test
    void onlyServersMakeACache() throws Exception {
        assertThat(run("", "plan").output()).containsExactly("-Xmx1g", "-jar", jar().toString(), "plan");
        assertThat(home.resolve("mashup-server/target/start-up")).doesNotExist();
    }

    @Test
    void anotherJvmGetsACacheOfItsOwn() throws Exception {
        run("", "serve");
        Path first = caches().get(0);
        installJava("17.0.16");

        assertThat(run("", "serve").output().get(0)).startsWith(PREPARING);
        assertThat(caches()).hasSize(2).contains(first);
        assertThat(run("", "serve").output().get(0)).isNotEqualTo("-XX:SharedArchiveFile=" + first);
    }

    @Test
    void otherOptionsGetACacheOfTheirOwn() throws Exception {
        run("", "serve");
        Files.writeString(home.resolve("config/jvm.options"), "-Xmx3g\n");

        assertThat(run("", "serve").output().get(0)).startsWith(PREPARING);
    }

    @Test
    void aTruncatedCacheIsNotUsed() throws Exception {
        run("", "serve");
        Files.writeString(caches().get(0), "cl");

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", jar().toString(), "serve");
    }

    @Test
    void aCacheOlderThanTheJarIsMadeAgain() throws Exception {
        run("", "serve");
        Path size = Path.of(caches().get(0) + ".size");
        Files.setLastModifiedTime(size, FileTime.fromMillis(0));

        assertThat(run("", "serve").output().get(0)).startsWith(PREPARING);
        assertThat(trainings()).hasSize(2);
    }

    @Test
    void aCacheThatCannotBeMadeIsTriedOnce() throws Exception {
        Path java = home.resolve("jdk/bin/java");
        Files.writeString(java, Files.readString(java).replace("echo classes", ": no"));
        run("", "serve");

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", jar().toString(), "serve");
        assertThat(trainings()).hasSize(1);
    }

    @Test
    void aSignalDuringTheTrainingEndsBothAtOnce() throws Exception {
        Path java = home.resolve("jdk/bin/java");
        Path trainer = home.resolve("trainer");
        Files.writeString(
                java,
                "#!/bin/sh\necho 'openjdk version \"17.0.15\"' >&2\n[ \"$1\" = -version ] && exit\n" + "echo $$ >"
                        + trainer + ".new\nmv " + trainer + ".new " + trainer + "\nexec sleep 60\n");
        Process launcher = process("", "serve").start();
        Awaitility.await().until(() -> Files.exists(trainer));

        launcher.destroy();

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(128 + SIGTERM);
        long id = Long.parseLong(Files.readString(trainer).strip());
        Awaitility.await()
                .until(() -> ProcessHandle.of(id).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** Java 25 ends with an error if it is given both. */
    @ParameterizedTest
    @ValueSource(strings = {"-Xshare:auto", "-XX:SharedArchiveFile=own.jsa", "-XX:AOTMode=off", "-XX:AOTCache=own.aot"})
    void anOptionThatChoosesACacheTakesThePlaceOfTheLaunchers(String option) throws Exception {
        installJava("25.0.3");
        run("", "serve");

        assertThat(run(option, "serve").output())
                .containsExactly("-Xmx1g", "-XX:+Later", option, "-jar", jar().toString(), "serve");
    }

    /** As in a folder that is read-only; the superuser, whose tests these may be, can write there. */
    @Test
    void whereNoFolderCanBeMadeThereIsNoCacheAndNoMessage() throws Exception {
        Files.createFile(home.resolve("mashup-server/target/start-up"));

        assertThat(run("", "serve").output()).containsExactly("-Xmx1g", "-jar", jar().toString(), "serve");
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

    private List<Path> caches() throws IOException {
        try (Stream<Path> files = Files.list(home.toRealPath().resolve("mashup-server/target/start-up"))) {
            return files.filter(file -> !file.toString().endsWith(".size")).toList();
        }
    }

    private List<String> trainings() throws IOException {
        return Files.readAllLines(home.resolve("jdk/bin/java.trained"));
    }

    private Run run(String javaOpts) throws IOException, InterruptedException {
        return run(javaOpts, "plan");
    }

    private Run run(String javaOpts, String command) throws IOException, InterruptedException {
        Process process = process(javaOpts, command).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output.lines().toList());
    }

    private ProcessBuilder process(String javaOpts, String command) {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", home.resolve("medley").toString(), command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().put("JAVA_OPTS", javaOpts);
        return builder;
    }

    private record Run(int code, List<String> output) {}
}
