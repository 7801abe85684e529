package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    private final PrintStream terminal = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void captureOutput() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restoreOutput() {
        System.setOut(terminal);
    }

    @Test
    void answersEachMashupOnce() throws IOException {
        assertThat(MedleyCommand.run("demo", "--once")).isZero();

        assertThat(output())
                .contains("GET /trip?city=", "GET /fanout?c=6", "GET /pass?size=")
                .contains("  200, Server");
        assertThat(output()).doesNotContain("https", "certificate");
        List<String> declared = found("(?:GET|POST) (/declared/[^?\\s]+)");
        assertThat(templates()).hasSameSizeAs(declared);
        for (int i = 0; i < declared.size(); i++) {
            assertThat(declared.get(i))
                    .matches(templates().get(i).replaceAll("\\{.*?}", "[^/]+").replace("*", ".+"));
        }
    }

    @Test
    void aMashupThatFailsIsNoSuccess() {
        assertThat(MedleyCommand.run("demo", "--once", "--set", "partners.outlet.url=http://127.0.0.1:9/"))
                .isOne();
        assertThat(output()).contains("GET /declared/city", "  502, ");
    }

    private static List<String> templates() throws IOException {
        Configuration gallery =
                ServerConfiguration.READER.parse(Gallery.NAME, Gallery.read().yaml(), Map.of(), Map.of());
        return gallery.declarations(MashupDeclaration.class).stream()
                .map(mashup -> mashup.path().text())
                // The demo is no known caller.
                .filter(path -> gallery.mashups().access(List.of(path)) == null)
                .distinct()
                .toList();
    }

    @Test
    void answersEachMashupOnceOverTlsAndHttp2() {
        assertThat(MedleyCommand.run("demo", "--tls", "--once")).isZero();

        assertThat(found("GET https://127\\.0\\.0\\.1:\\d+/(\\w+)")).startsWith("trip", "fanout", "pass", "declared");
        assertThat(found("  (200 over HTTP/2), Server-Timing: ")).hasSize(3 + Gallery.EXAMPLES.size());
        assertThat(found("The certificates are in (\\S+);")).hasSize(1);
    }

    private List<String> found(String pattern) {
        return Pattern.compile(pattern)
                .matcher(output())
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
