package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds docs/recipes.md to the code of the recipes, which other tests run: the block below a heading such as "(a)" is what
 * is marked as "recipe a" there. {@code -Dmedley.documents=write} writes it.
 */
class RecipesPageTest {

    private static final Path PAGE = Path.of("../../docs/recipes.md");
    private static final Path SOURCES = Path.of("src/test/java/dev/medley/recipes");
    private static final Pattern MARKED = Pattern.compile(
            "^ *// recipe (\\w) begin\\R(.*?)^ *// recipe \\1 end$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern SHOWN =
            Pattern.compile("(^## \\((\\w)\\).*?^```java\\R)(.*?)(^```$)", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void thePageShowsTheCodeThatIsTested() throws IOException {
        Map<String, String> recipes = recipes();
        String page = Files.readString(PAGE);
        assertThat(SHOWN.matcher(page).results().map(shown -> shown.group(2)))
                .containsExactlyElementsOf(recipes.keySet().stream().sorted().toList());

        String expected = SHOWN.matcher(page)
                .replaceAll(shown ->
                        Matcher.quoteReplacement(shown.group(1) + recipes.get(shown.group(2)) + shown.group(4)));
        if ("write".equals(System.getProperty("medley.documents"))) {
            Files.writeString(PAGE, expected);
        } else {
            assertThat(page).as("%s; -Dmedley.documents=write writes it", PAGE).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"a, 20", "b, 12", "c, 3", "d, 2", "e, 1", "f, 6", "g, 2"})
    void aRecipeTakesFewLines(String recipe, int limit) throws Exception {
        Process counting = new ProcessBuilder("sh", "../../loadtest/recipes/lines", PAGE.toString())
                .redirectErrorStream(true)
                .start();
        String counted = new String(counting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(counting.waitFor()).as(counted).isZero();

        List<String> line =
                counted.lines().filter(each -> each.startsWith(recipe + " ")).toList();
        assertThat(line).hasSize(1);
        int lines = Integer.parseInt(line.get(0).substring(2));
        assertThat(lines).isBetween(1, limit);
        assertThat(Files.readString(PAGE)).containsPattern("\\| \\[\\(" + recipe + "\\)]\\(.*\\| " + lines + " \\|");
    }

    private static Map<String, String> recipes() throws IOException {
        Map<String, String> recipes = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.sorted().toList()) {
                for (MatchResult marked :
                        MARKED.matcher(Files.readString(file)).results().toList()) {
                    recipes.put(marked.group(1), marked.group(2).stripIndent());
                }
            }
        }
        return recipes;
    }
}
