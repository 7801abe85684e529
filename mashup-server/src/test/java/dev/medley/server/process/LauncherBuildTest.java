package dev.medley.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the script {@code medley} in a folder whose {@code mvnw} copies a JAR, and the JVM of the tests. */
@DisabledOnOs(OS.WINDOWS)
class LauncherBuildTest {

    private static final String BUILD = "loadtest/src/main/java/dev/medley/loadtest/process/MavenBuild.java";

    /** Waits for the file {@code go}, and notes its process and what it was asked for. */
    private static final String MVNW = """
            #!/bin/sh
            echo "$$ $*" >>mvnw.log
            echo "[INFO] Building Medley :: broker core 1.0  [1/2]"
            until [ -f go ]; do sleep 0.05; done
            if [ -f broken ]; then
                echo "[INFO] nothing to say"
                echo "[ERROR] a class is missing"
                exit 1
            fi
            mkdir -p mashup-server/target/quick/standalone
            cat next.jar >mashup-server/target/quick/standalone/medley.jar
            """;

    @TempDir
    private Path home;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void install() throws IOException {
        Files.copy(Path.of("../medley"), home.resolve("medley"));
        Files.createDirectories(home.resolve(BUILD).getParent());
        Files.copy(Path.of("..").resolve(BUILD), home.resolve(BUILD));
        Files.writeString(home.resolve("mvnw"), MVNW);
        assertThat(home.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        Files.createDirectories(home.resolve("config"));
        Files.writeString(home.resolve("config/jvm.options"), "-XX:TieredStopAtLevel=1\n");
        Files.createDirectories(home.resolve("mashup-server/target"));
        Files.createFile(home.resolve("pom.xml"));
        jar(home.resolve("next.jar"), LateClasses.class, LateClasses.Late.class);
        Files.createFile(home.resolve("go"));
    }

    @AfterEach
    void endProcesses() {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        builds().forEach(id -> ProcessHandle.of(id).ifPresent(ProcessHandle::destroyForcibly));
    }

    /** The gallery is no source: a change of it builds nothing. */
    @Test
    void aProcessThatRunsLoadsItsClassesWhateverIsBuiltMeanwhile() throws Exception {
        Process running = launch("serve");
        awaitOutput(running, "waits");

        Files.createFile(home.resolve("config/gallery.yaml"));
        assertThat(output(launch("plan", "end"))).isEqualTo("waits\n");
        sourcesChange();
        jar(home.resolve("next.jar"), LateClasses.class);
        assertThat(output(launch("plan", "end"))).contains("Building Medley (sources have changed)...");
        deleteTargets();
        write(running, "go on\n");

        assertThat(end(running)).isZero();
        assertThat(output(running)).endsWith("loaded late\n");
    }

    @Test
    void aChangeDuringABuildIsBuiltByTheNextStart() throws Exception {
        Files.delete(home.resolve("go"));
        Process first = launch("plan", "end");
        await().atMost(ServerProcess.PATIENCE).until(() -> builds().size() == 1);
        sourcesChange();
        Files.createFile(home.resolve("go"));
        assertThat(end(first)).isZero();

        assertThat(output(launch("plan", "end"))).contains("Building Medley (sources have changed)...");
        assertThat(builds()).hasSize(2);
    }

    @Test
    void ofTwoBuildsAtOnceOneWaitsForTheOther() throws Exception {
        Files.delete(home.resolve("go"));
        Process first = launch("plan", "end");
        await().atMost(ServerProcess.PATIENCE).until(() -> builds().size() == 1);
        Process second = launch("plan", "end");
        awaitOutput(second, "Waiting for another build of Medley...");

        Files.createFile(home.resolve("go"));

        assertThat(end(first)).isZero();
        assertThat(end(second)).isZero();
        assertThat(output(first)).contains("Building Medley (first build", "broker core (1 of 2)");
        assertThat(output(second)).doesNotContain("Building");
        assertThat(builds()).hasSize(1);
    }

    @Test
    void aBuildThatWasKilledKeepsNoOtherFromBuilding() throws Exception {
        Files.delete(home.resolve("go"));
        Process killed = launch("plan", "end");
        await().atMost(ServerProcess.PATIENCE).until(() -> builds().size() == 1);
        ProcessHandle maven = ProcessHandle.of(builds().get(0)).orElseThrow();
        ProcessHandle build = maven.parent().orElseThrow();
        await().until(() -> Files.size(home.resolve(".medley/lock")) > 0);

        killed.destroyForcibly();
        build.destroyForcibly();
        build.onExit().join();
        assertThat(maven.isAlive()).isTrue();
        Process next = launch("plan", "end");

        await().atMost(ServerProcess.PATIENCE).until(() -> !maven.isAlive());
        Files.createFile(home.resolve("go"));
        assertThat(end(next)).isZero();
        assertThat(output(next)).contains("Building").endsWith("waits\n");
    }

    @Test
    void aSignalEndsTheBuildWithItsMaven() throws Exception {
        Files.delete(home.resolve("go"));
        launch("plan", "end");
        await().atMost(ServerProcess.PATIENCE).until(() -> builds().size() == 1);
        ProcessHandle maven = ProcessHandle.of(builds().get(0)).orElseThrow();

        maven.parent().orElseThrow().destroy();

        await().atMost(ServerProcess.PATIENCE).until(() -> !maven.isAlive());
        assertThat(home.resolve("mashup-server/target/medley.jar")).doesNotExist();
    }

    @Test
    void aBuildThatFailsIsReportedAndNothingRuns() throws Exception {
        Files.createFile(home.resolve("broken"));
        Process process = launch("plan", "end");

        assertThat(end(process)).isEqualTo(1);
        assertThat(output(process))
                .contains("[ERROR] a class is missing", "medley: the build has failed; see above, or ")
                .doesNotContain("nothing to say");
    }

    private Process launch(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", home.resolve("medley").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", "");
        Path log = home.resolve("output-" + processes.size());
        Process process = builder.redirectOutput(log.toFile()).start();
        processes.add(process);
        return process;
    }

    private String read(Process process) {
        try {
            return Files.readString(home.resolve("output-" + processes.indexOf(process)));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private void awaitOutput(Process process, String text) {
        await().atMost(ServerProcess.PATIENCE).until(() -> read(process).contains(text));
    }

    private String output(Process process) throws InterruptedException {
        end(process);
        return read(process);
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(ServerProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return process.exitValue();
    }

    private static void write(Process process, String line) throws IOException {
        try (OutputStream input = process.getOutputStream()) {
            input.write(line.getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** The processes of the builds that have begun. */
    private List<Long> builds() {
        try {
            Path log = home.resolve("mvnw.log");
            return Files.exists(log)
                    ? Files.readAllLines(log).stream()
                            .map(line -> Long.valueOf(line.substring(0, line.indexOf(' '))))
                            .toList()
                    : List.of();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    private void sourcesChange() throws IOException {
        Files.setLastModifiedTime(
                home.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(1)));
    }

    /** As {@code ./mvnw clean} does. */
    private void deleteTargets() throws IOException {
        Path target = home.resolve("mashup-server/target");
        Files.move(target, home.resolve("gone"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void jar(Path file, Class<?>... classes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, LateClasses.class.getName());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Class<?> each : classes) {
                String name = each.getName().replace('.', '/') + ".class";
                try (InputStream bytes = each.getClassLoader().getResourceAsStream(name)) {
                    jar.putNextEntry(new ZipEntry(name));
                    jar.write(bytes.readAllBytes());
                }
            }
        }
    }
}
