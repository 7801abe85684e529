package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of faults, and those of what reaches whom, name tests that exist. */
class ReliabilityDocumentTest {

    private static final Path PROJECT = Path.of("../..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| .*", Pattern.MULTILINE);
    private static final int FAULTS = 78;
    private static final List<String> EXEMPT = List.of();

    /** The sources of the tests by class name; several modules may have one of the same name. */
    private static Map<String, String> sources = Map.of();

    @BeforeAll
    static void findTests() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            sources = files.filter(file -> file.toString().contains("/src/test/java/"))
                    .filter(file -> file.toString().endsWith("Test.java"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            ReliabilityDocumentTest::read,
                            String::concat));
        }
    }

    static List<String> namedTests() throws IOException {
        return NAMED.matcher(page() + MarkdownPage.read("docs/security.md").text())
                .results()
                .map(named -> named.group())
                .distinct()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("namedTests")
    void eachTestThatIsNamedExists(String name) {
        String[] parts = name.replace("`", "").split("\\.", -1);
        assertThat(sources).containsKey(parts[0]);
        if (parts.length > 1) {
            assertThat(sources.get(parts[0])).contains("void " + parts[1] + "(");
        }
    }

    @Test
    void eachFaultHasARowInOrderAndATestOrAReason() throws IOException {
        List<String> rows =
                ROW.matcher(page()).results().map(row -> row.group()).toList();

        assertThat(rows)
                .extracting(row -> row.split("\\|", -1)[1].strip())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, FAULTS)
                        .mapToObj(String::valueOf)
                        .toList());
        assertThat(rows).allSatisfy(row -> {
            boolean exempt = EXEMPT.contains(row.split("\\|", -1)[1].strip());
            assertThat(NAMED.matcher(row).find()).isEqualTo(!exempt);
            assertThat(row.contains("exempt: ")).isEqualTo(exempt);
        });
    }

    private static String page() throws IOException {
        return MarkdownPage.read("docs/reliability.md").text();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
