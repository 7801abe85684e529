package dev.medley.server.internal.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptJarTest {

    private static final Path NAME = Path.of("mashups/trips.jar");

    @TempDir
    private Path scratch = Path.of("");

    private final Map<String, byte[]> entries = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    @Test
    void theScriptsAtTheRootAndWhatTheyMayImportAreRead() throws IOException {
        put("trip.mjs", "a trip");
        put("lib/money.js", "money");
        put("META-INF/resources/page.js", "of a page");
        put("shop/Cart.class", "a class");

        ScriptFiles files = read();
        assertThat(files.texts()).isEqualTo(Map.of("trip.mjs", "a trip", "lib/money.js", "money"));
        assertThat(files.scripts()).containsExactly("trip.mjs");
        assertThat(files.label("trip.mjs")).isEqualTo("mashups/trips.jar/trip.mjs");
    }

    @Test
    void aJarWithoutAScriptAtItsRootHasNone() throws IOException {
        put("web/app.mjs", "of a page");
        put("data.json", "\u00fc");

        assertThat(read().texts()).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void whatIsNotUtf8IsRefusedWithItsPlace() throws IOException {
        put("trip.mjs", "a trip");
        entries.put("lib/broken.js", new byte[] {'\n', -61});

        read();
        assertThat(problems)
                .containsExactly("mashups/trips.jar/lib/broken.js:2:1: is not UTF-8, because of the byte 0xC3;"
                        + " expected a file in that encoding");
    }

    private void put(String entry, String text) {
        entries.put(entry, text.getBytes(StandardCharsets.UTF_8));
    }

    private ScriptFiles read() throws IOException {
        Path file = scratch.resolve("copy.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            return ScriptJar.read(NAME, jar, problems);
        }
    }
}
