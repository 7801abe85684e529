package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.cli.MedleyCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with the scripts of a folder, and of a JAR in it. */
class CommandsTest {

    private static final String CONFIGURATION = "partners: {weather: {url: 'http://127.0.0.1:9'}}\n";

    @TempDir
    private Path scratch = Path.of("");

    private Path mashups = Path.of("");
    private Path file = Path.of("");

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws IOException {
        mashups = Files.createDirectory(scratch.resolve("mashups"));
        file = Files.writeString(scratch.resolve("medley.yaml"), CONFIGURATION);
        Files.writeString(
                mashups.resolve("hello.mjs"),
                "export const path = '/hello/{name}'; export default ({params}) => ({hello: params.name});");
        Libraries.writeJar(
                mashups.resolve("more.jar"), "more.mjs", "export const path = '/more'; export default () => 'more';");
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void printAgain() {
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void checkCountsTheScripts() {
        assertThat(medley("check", file.toString(), "--mashups", mashups.toString()))
                .startsWith("0 ")
                .contains(file + " is valid: 1 partner, 0 declared mashups, 2 scripts.");
    }

    @Test
    void checkListsTheProblemsOfAllScripts() throws IOException {
        Files.writeString(mashups.resolve("hello.mjs"), "export const path = '/hello';\nexport default async () => {");
        Files.writeString(
                mashups.resolve("wether.mjs"),
                "export const path = '/w'; export default (r, {partners}) => partners.wether.get('/').json();");

        assertThat(medley("check", file.toString(), "--mashups", mashups.toString()))
                .startsWith("1 ")
                .contains("medley: " + mashups + "/hello.mjs:2:")
                .contains("medley: " + mashups + "/wether.mjs:1:70: there is no partner wether; did you mean weather?");
    }

    @Test
    void tryRunsAScriptOfTheFolderOrOfAJar() {
        assertThat(medley("try", file.toString(), "/hello/Ann", "--mashups", mashups.toString()))
                .contains("{\n  \"hello\": \"Ann\"\n}");
        assertThat(medley("try", file.toString(), "/more", "--mashups", mashups.toString()))
                .contains("more");
    }

    /** Returns the exit code, and what a command prints. */
    private String medley(String... arguments) {
        printed.reset();
        int code = MedleyCommand.run(arguments);
        return code + " " + printed.toString(StandardCharsets.UTF_8);
    }
}
