package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.cli.Medley;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process without the module on its class path takes it from a folder. */
class ModulesOptionTest {

    @TempDir
    private Path scratch = Path.of("");

    @Test
    void aFolderOfModulesHasTheEngine() throws Exception {
        Path mashups = Files.createDirectory(scratch.resolve("mashups"));
        Files.writeString(
                mashups.resolve("hello.mjs"),
                "export const path = '/hello'; export default () => ({hello: 'modules'});");
        Path file = Files.writeString(scratch.resolve("medley.yaml"), "{}");
        Path modules = Files.createDirectory(scratch.resolve("modules"));
        for (Path element : Libraries.classPath()) {
            if (Libraries.isOfModule(element)) {
                Libraries.put(element, modules);
            }
        }

        // The variable is the default of the option --modules.
        String output = medley(
                Map.of("MEDLEY_MODULES", modules.toString()),
                "try",
                file.toString(),
                "/hello",
                "--mashups",
                mashups.toString());
        assertThat(output).contains("{\n  \"hello\": \"modules\"\n}");
    }

    private static String medley(Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        String classPath = Libraries.classPath().stream()
                .filter(element -> !Libraries.isOfModule(element) && !element.endsWith("target/test-classes"))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Medley.class.getName());
        command.environment().putAll(variables);
        command.command().addAll(List.of(arguments));
        Process process = command.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
