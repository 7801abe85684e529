package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.config.ConfigurationException;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** The wrong uses of scripts in docs/wrong-uses.md: each row of the page is run. */
class ScriptMisuseTest {

    private static final String REQUESTS = "| in the function | message |";

    @TempDir
    private static Path requested = Path.of("");

    private static PartnerStubs stubs = PartnerStubs.builder().start();
    private static ScriptServer server;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeAll
    static void start() throws IOException {
        List<String[]> rows = ofRequests();
        for (int i = 0; i < rows.size(); i++) {
            Files.writeString(requested.resolve(i + ".mjs"), ScriptServer.script("/" + i, rows.get(i)[0]));
        }
        // No row is about time, and the code may still be cold.
        server = ScriptServer.start(
                requested,
                builder -> builder.partner("weather", stubs.uri().toString())
                        .settings(settings -> settings.scripts(bounds -> bounds.maxTime(Duration.ofSeconds(30)))));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        stubs.close();
    }

    static Stream<String[]> ofTheStart() throws IOException {
        return page().between("| script | message |", REQUESTS).rows().stream();
    }

    static List<String[]> ofRequests() throws IOException {
        return page().between(REQUESTS, "\n## ").rows();
    }

    private static DocumentPage page() throws IOException {
        return DocumentPage.read("docs/wrong-uses.md").between("\n## Scripts", "\n## ");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofTheStart")
    void aWrongScriptKeepsTheServerFromStarting(String script, String message, @TempDir Path folder)
            throws IOException {
        Files.createDirectory(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/money.mjs"), "export const euros = n => n + ' EUR';");
        Files.writeString(folder.resolve("cities.json"), "[\"Rome\"]");
        Files.writeString(folder.resolve("trip.mjs"), script);

        ConfigurationException refused = catchThrowableOfType(
                ConfigurationException.class,
                () -> ScriptServer.start(
                                folder,
                                builder ->
                                        builder.partner("weather", stubs.uri().toString()))
                        .close());

        assertThat(refused).isNotNull();
        assertThat(refused.problems().get(0))
                .matches(Pattern.compile(".*/trip\\.mjs(: )?.*" + pattern(message) + ".*", Pattern.DOTALL));
    }

    @Test
    void eachRowOfRequestsIsTried() throws IOException {
        assertThat(ofRequests()).hasSizeGreaterThan(30);
        assertThat(ofTheStart()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofRequests")
    void aWrongScriptIsA500WhoseReasonTheLogHas(String body, String message) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.medley.servlet.internal.reply.Failures");
        log.start();
        logger.addAppender(log);
        try {
            HttpResponse<String> reply = server.get("/" + row(body));

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body())
                    .isEqualTo("{\"title\":\"Internal Server Error\",\"status\":500,\"detail\":\"the mashup failed\"}");
            assertThat(List.copyOf(log.list))
                    .extracting(event -> event.getThrowableProxy().getMessage())
                    .singleElement()
                    .satisfies(
                            logged -> assertThat(logged).matches(".*/\\d+\\.mjs(:\\d+:\\d+)?: .*" + pattern(message)));
        } finally {
            logger.detachAppender(log);
        }
    }

    private static int row(String body) throws IOException {
        return ofRequests().stream().map(row -> row[0]).toList().indexOf(body);
    }

    /** Returns an expression for a message in which "…" stands for any text. */
    private static String pattern(String message) {
        return Stream.of(message.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }
}
