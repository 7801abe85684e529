package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.core.Context;
import dev.medley.server.internal.cli.MedleyCommand;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.slf4j.MDC;

/** Holds docs/first-mashup.md to the project of {@code medley new}; {@code -Dmedley.documents=write} writes its files. */
class NewProjectTest {

    private static final Path PAGE = Path.of("../../docs/first-mashup.md");

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
    void aTestOfTheProjectLogsTheIdOfTheRequestAndNothingOfJetty() throws Exception {
        Path program = Files.writeString(folder.resolve("Logs.java"), """
                public class Logs {
                    public static void main(String[] arguments) {
                        org.slf4j.MDC.put("request-id", "order-7");
                        org.slf4j.LoggerFactory.getLogger("com.acme.City").info("the city is Rome");
                        org.slf4j.LoggerFactory.getLogger("com.acme.City").debug("in detail");
                        org.slf4j.LoggerFactory.getLogger("org.eclipse.jetty.server.Server").info("started");
                    }
                }
                """);
        String classPath = Stream.of(
                        project.resolve("src/test/resources").toString(),
                        project.resolve("src/main/resources").toString(),
                        locationOf(MedleyCommand.class),
                        locationOf(Logger.class),
                        locationOf(Context.class),
                        locationOf(MDC.class))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        program.toString())
                .redirectErrorStream(true)
                .start();
        String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(written.lines())
                .singleElement()
                .asString()
                .endsWith("INFO  [order-7] com.acme.City - the city is Rome");
        assertThat(process.waitFor()).isZero();
    }

    private static String locationOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    @Test
    void theFilesOfTheFirstMashupAreThoseOfTheProject() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(FILE.matcher(page).results()).hasSize(4);

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
