package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents name classes by their packages, which move: a name that leads nowhere is an error of the document. */
class NamedClassesTest {

    private static final Path PROJECT = Path.of("../..");
    private static final String SOURCES = "/src/main/java/";

    /** A class of the vocabulary, without {@code dev.medley}; a member may follow. */
    private static final Pattern IN_VOCABULARY = Pattern.compile("`((?:[a-z0-9]+\\.)+[A-Z]\\w*)[.`]");
    /** A class with its whole name, such as that of a logger. */
    private static final Pattern WHOLE = Pattern.compile("\\bdev\\.medley\\.((?:[a-z0-9]+\\.)+[A-Z]\\w*)");

    @Test
    void eachClassOfTheVocabularyExists() throws IOException {
        List<String> named = names(IN_VOCABULARY, MarkdownPage.read("docs/vocabulary.md"));
        assertThat(named).hasSizeGreaterThan(50);
        assertThat(classes()).containsAll(named);
    }

    @Test
    void eachClassThatADocumentNamesInFullExists() throws IOException {
        Set<String> classes = classes();
        try (Stream<Path> documents = Files.list(PROJECT.resolve("docs"))) {
            for (Path document :
                    documents.filter(file -> file.toString().endsWith(".md")).toList()) {
                MarkdownPage page = MarkdownPage.read("docs/" + document.getFileName());
                assertThat(classes).as("%s", document).containsAll(names(WHOLE, page));
            }
        }
    }

    private static List<String> names(Pattern pattern, MarkdownPage page) {
        return pattern.matcher(page.text())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns the names of all classes of the product, without {@code dev.medley}. */
    private static Set<String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.map(Path::toString)
                    .filter(file -> file.contains(SOURCES) && file.endsWith(".java"))
                    .map(file -> file.substring(file.indexOf(SOURCES) + SOURCES.length(), file.length() - 5))
                    .map(file -> file.replace('/', '.').replace("dev.medley.", ""))
                    .collect(Collectors.toSet());
        }
    }
}
