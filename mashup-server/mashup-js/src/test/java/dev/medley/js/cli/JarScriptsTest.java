package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with the scripts of a JAR in the folder of {@code --mashups}, which has no scripts of its own. */
final class JarScriptsTest {

    private static final String HELLO = """
            import {hello} from './lib/hello.mjs';
            export const path = '/hello/{name}';
            export default ({params}) => hello(params.name);
            """;

    @TempDir
    private Path scratch = Path.of("");

    private Path mashups = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void write() throws IOException {
        mashups = Files.createDirectory(scratch.resolve("mashups"));
        file = Files.writeString(scratch.resolve("medley.yaml"), "partners: {weather: {url: 'http://127.0.0.1:9'}}");
    }

    @Test
    void aScriptImportsFromItsJar() throws IOException {
        jar("hello.mjs", HELLO, "lib/hello.mjs", "export const hello = name => ({hello: name});");

        assertThat(command("try", file.toString(), "/hello/Ann").output()).contains("{\n  \"hello\": \"Ann\"\n}");
        assertThat(command("check", file.toString()).output())
                .startsWith(file + " is valid: 1 partner, 0 declared mashups, 1 script.\n");
    }

    @Test
    void aProblemHasItsPlaceInTheJar() throws IOException {
        jar("hello.mjs", HELLO, "lib/hello.mjs", "export const hello = ;");

        assertThat(command("check", file.toString()).errors())
                .startsWith("medley: " + mashups + "/hello.jar/lib/hello.mjs:1:22: SyntaxError: ");
    }

    private Ran command(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--mashups", mashups.toString()));
        return Ran.command(all);
    }

    private void jar(String script, String text, String imported, String textOfImported) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(mashups.resolve("hello.jar")))) {
            for (Map.Entry<String, String> entry :
                    List.of(Map.entry(script, text), Map.entry(imported, textOfImported))) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
