package dev.medley.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    void answersEachSampleOnce() {
        assertThat(MedleyCommand.run("demo", "--once")).isZero();

        assertThat(output())
                .contains("GET /trip?city=", "GET /fanout?c=6", "GET /pass?size=")
                .contains("  200, Server");
        assertThat(output()).doesNotContain("https", "certificate");
    }

    @Test
    void answersEachSampleOnceOverTlsAndHttp2() {
        assertThat(MedleyCommand.run("demo", "--tls", "--once")).isZero();

        assertThat(found("GET https://127\\.0\\.0\\.1:\\d+/(\\w+)")).containsExactly("trip", "fanout", "pass");
        assertThat(found("  (200 over HTTP/2), Server-Timing: ")).hasSize(3);
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
