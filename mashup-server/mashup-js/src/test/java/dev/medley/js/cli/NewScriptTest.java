package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.medley.server.internal.cli.MedleyCommand;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of {@code medley new --javascript}. */
final class NewScriptTest {

    @TempDir
    private Path folder;

    private Path project = Path.of("");

    @BeforeEach
    void create() {
        project = folder.resolve("shop");
        Ran ran = Ran.command(List.of("new", project.toString(), "--javascript"));
        assertThat(ran.code()).as(ran.errors()).isZero();
    }

    @Test
    void itIsValid() {
        Ran ran = Ran.command(List.of("check", configuration(), "--mashups", mashups()));

        assertThat(ran.code()).as(ran.errors()).isZero();
        assertThat(ran.output()).contains(" is valid: 2 partners, 0 declared mashups, 1 script.");
    }

    @Test
    void itAnswersWithTheStubPartners() {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            Ran ran = Ran.command(List.of(
                    "try",
                    configuration(),
                    "/trip?city=Rome",
                    "--mashups",
                    mashups(),
                    "--set",
                    "partners.weather.url=" + stubs.uri(),
                    "--set",
                    "partners.hotels.url=" + stubs.uri()));

            assertThat(ran.code()).as(ran.output() + ran.errors()).isZero();
            assertThat(ran.output()).contains("\"sky\": ", "\"name\": \"The Old Harbour, Rome\"", "\"missing\": { }");
        }
    }

    /** With the command of this class path in place of Medley's. */
    @Test
    void itsTestsPass() throws Exception {
        assumeTrue(hasNode(), "there is no Node");
        Path medley = Files.createDirectory(folder.resolve("medley"));
        Files.writeString(
                medley.resolve("medley"),
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                MedleyCommand.class.getPackageName() + ".Medley"));
        Files.setPosixFilePermissions(medley.resolve("medley"), PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder builder =
                new ProcessBuilder("node", "--test").directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("MEDLEY", medley.toString());

        Process process = builder.start();
        String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(written).isZero();
        assertThat(written).containsPattern("pass 3\\b");
    }

    private static boolean hasNode() throws InterruptedException {
        try {
            return new ProcessBuilder("node", "--version").start().waitFor() == 0;
        } catch (IOException x) {
            return false;
        }
    }

    private String configuration() {
        return project.resolve("medley.yaml").toString();
    }

    private String mashups() {
        return project.resolve("mashups").toString();
    }
}
