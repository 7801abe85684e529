package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.cli.MedleyCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wrong declarations of mashups, and what {@code medley check} says: the cases of wrong-declarations.txt, each a title after #, the
 * keys of the mashup, and the expected lines after =&gt;, without the file.
 */
class WrongDeclarationsTest {

    private static final String HEAD = """
            partners:
              weather: {url: 'http://127.0.0.1:1', timeout: 2s}
              hotels: {url: 'http://127.0.0.1:2', timeout: 2s}
              news: {url: 'http://127.0.0.1:3', timeout: 2s}
            mashups:
              /m/{city}:
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theMessageHasTheFaultItsPlaceAndWhatWasExpected(String title, String yaml, List<String> expected)
            throws IOException {
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, HEAD + yaml.indent(4));

        assertThat(problems(file))
                .isEqualTo(expected.stream()
                        .map(line -> "medley: " + file + ":" + line)
                        .toList());
    }

    /** Runs the command, which must fail without a stack trace. */
    private static List<String> problems(Path file) {
        PrintStream terminal = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            assertThat(MedleyCommand.run("check", file.toString())).isEqualTo(1);
        } finally {
            System.setErr(terminal);
        }
        return errors.toString(StandardCharsets.UTF_8).lines().toList();
    }

    static Stream<Arguments> cases() throws IOException {
        List<Arguments> cases = new ArrayList<>();
        for (String part : text().split("(?m)^# ", -1)) {
            if (part.isBlank()) {
                continue;
            }
            List<String> lines = part.lines().toList();
            List<String> yaml = lines.stream()
                    .skip(1)
                    .filter(line -> !line.startsWith("=> "))
                    .toList();
            List<String> expected = lines.stream()
                    .filter(line -> line.startsWith("=> "))
                    .map(line -> line.substring("=> ".length()))
                    .toList();
            cases.add(Arguments.of(lines.get(0), String.join("\n", yaml), expected));
        }
        assertThat(cases).hasSizeGreaterThanOrEqualTo(50);
        return cases.stream();
    }

    private static String text() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(WrongDeclarationsTest.class.getResourceAsStream("wrong-declarations.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
