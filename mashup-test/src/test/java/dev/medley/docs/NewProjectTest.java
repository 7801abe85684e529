package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.medley.server.cli.MedleyCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Holds docs/first-mashup.md to the project of {@code medley new}; {@code -Dmedley.documents=write} writes its files. */
class NewProjectTest {

    private static final Path PAGE = Path.of("../docs/first-mashup.md");

    /** A file in the page: its path, then its text. */
    private static final Pattern FILE = Pattern.compile("(?ms)^`([\\w./-]+)`:\\n\\n```\\w+\\n(.*?)^```$");

    private static final Pattern PART = Pattern.compile("(?ms)^From `([\\w./-]+)`:\\n\\n```\\w+\\n(.*?)^```$");

    @TempDir
    private Path folder;

    private Path project = Path.of("");

    @BeforeEach
    void create() {
        project = folder.resolve("first-mashup");
        PrintStream terminal = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            assertThat(MedleyCommand.run("new", project.toString(), "--package", "com.acme"))
                    .isZero();
        } finally {
            System.setOut(terminal);
        }
    }

    @Test
    void theProjectCompilesAndItsTestsPass() throws Exception {
        List<String> sources = List.of(
                Files.readString(project.resolve("src/main/java/com/acme/CityServlet.java")),
                Files.readString(project.resolve("src/test/java/com/acme/CityServletTest.java")));
        try (Compiled compiled = Compiled.of(folder, sources)) {
            EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(compiled.load("com.acme.CityServletTest")))
                    .execute()
                    .testEvents()
                    .assertStatistics(events -> events.succeeded(2).failed(0));
        }
    }

    @Test
    void theFilesOfTheFirstMashupAreThoseOfTheProject() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(FILE.matcher(page).results()).hasSize(3);

        String expected = FILE.matcher(page).replaceAll(file -> {
            String shown = file.group();
            int start = file.start(2) - file.start();
            return Matcher.quoteReplacement(shown.substring(0, start) + text(file.group(1)) + "```");
        });

        if ("write".equals(System.getProperty("medley.documents"))) {
            Files.writeString(PAGE, expected);
        } else {
            assertThat(page).as("%s; -Dmedley.documents=write writes it", PAGE).isEqualTo(expected);
        }
    }

    @Test
    void thePartsShownInTheFirstMashupAreInTheProject() throws IOException {
        assertThat(PART.matcher(Files.readString(PAGE)).results())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(text(part.group(1))).contains(part.group(2)));
    }

    private String text(String file) {
        try {
            return Files.readString(project.resolve(file));
        } catch (IOException x) {
            throw new AssertionError("the project has no file " + file, x);
        }
    }
}
