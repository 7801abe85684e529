package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiCommandTest {

    private static final String DECLARED = """
            partners: {weather: {url: "http://127.0.0.1:9001"}}
            mashups: {/trip: {exchanges: {weather: {path: /weather}}}}
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;

    @BeforeEach
    void catchOutput() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void releaseOutput() {
        System.setOut(outBefore);
        System.setErr(errBefore);
    }

    @Test
    void printsTheDocumentInYaml() throws IOException {
        assertThat(run(DECLARED)).isZero();
        assertThat(output())
                .startsWith("openapi: 3.1.0\ninfo:\n  title: Mashups\n")
                .contains("\n  /trip:\n    get:\n      operationId: getTrip\n")
                .doesNotContain("servers:");
    }

    @Test
    void printsTheDocumentInJsonWithTitleAndServer() throws IOException {
        assertThat(run(DECLARED, "--format", "json", "--title", "Trips", "--server", "https://api.example.org/v1"))
                .isZero();
        assertThat(output())
                .startsWith("{\n")
                .contains("\"title\" : \"Trips\"", "\"url\" : \"https://api.example.org/v1\"");
    }

    @ParameterizedTest
    @CsvSource({"api.json, {", "api.yaml, openapi: 3.1.0", "api, openapi: 3.1.0"})
    void writesTheFormatThatTheNameOfTheFileTells(String name, String begin) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "before");

        assertThat(run(DECLARED, "--out", file.toString())).isZero();
        assertThat(Files.readString(file)).startsWith(begin).contains("/trip");
        assertThat(output()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--server=a b", "--server=", "--server=https://a/?b", "--server=#", "--format=xml"})
    void exitsWithTwoForInvalidOptions(String option) throws IOException {
        assertThat(run(DECLARED, option)).isEqualTo(2);
        assertThat(errors()).contains(option.substring(0, option.indexOf('=')), "Try 'medley openapi --help'.");
    }

    @Test
    void exitsWithTwoWithoutAFile() {
        assertThat(MedleyCommand.run("openapi")).isEqualTo(2);
    }

    @Test
    void exitsWithOneForAConfigurationWithoutDeclaredMashups() throws IOException {
        assertThat(run("server: {port: 0}\n")).isEqualTo(1);
        assertThat(errors().lines())
                .containsExactly("medley: " + folder.resolve("medley.yaml")
                        + ": declares no mashup; expected one with exchanges, reply or pass below mashups, or a script in"
                        + " --mashups DIR");
    }

    @Test
    void exitsWithOneForADeclaredMashupThatIsNotValid() throws IOException {
        assertThat(run("mashups: {/a: {exchanges: {b: {path: /b}}}}\n")).isEqualTo(1);
        assertThat(errors())
                .contains("medley.yaml:1:28: ", "there is no partner 'b'")
                .doesNotContain("\tat ");
    }

    private int run(String configuration, String... options) throws IOException {
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, configuration);
        String[] arguments = new String[options.length + 2];
        arguments[0] = "openapi";
        arguments[1] = file.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return MedleyCommand.run(arguments);
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
