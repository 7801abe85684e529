package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.ConfigurationReader;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The declared mashups of the documentation, with stubs of their partners. */
class DeclaredMashupsPagesTest {

    private static final String TUTORIAL = "docs/first-declared-mashup.md";
    private static final String ROOMS = "[{\"hotel\":\"Sole\",\"price\":120},{\"hotel\":\"Luna\",\"price\":90}]";
    /** A request to Medley, with the line that is printed for it. */
    private static final Pattern PRINTED =
            Pattern.compile("(?m)^ {4}curl 'http://127\\.0\\.0\\.1:8080(/[^']*)'\\R {4}(\\{.*)$");

    private final PartnerStubs partners =
            PartnerStubs.builder().answer("GET", "/rooms", 200, ROOMS).start();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        partners.close();
    }

    @Test
    void theMashupOfTheReadmeRepliesAsPrinted() throws Exception {
        MarkdownPage page = MarkdownPage.read("README.md");
        List<String> declared = page.blocks("yaml").stream()
                .filter(yaml -> yaml.contains("mashups:"))
                .toList();
        assertThat(declared).hasSize(1);
        assertThat(declared.get(0).lines()).hasSizeLessThanOrEqualTo(15);

        assertRepliesAsPrinted(declared.get(0), printed(page));
    }

    @Test
    void theMashupOfTheTutorialRepliesAsPrinted() throws Exception {
        MarkdownPage page = MarkdownPage.read(TUTORIAL);
        assertThat(page.blocks("yaml")).hasSize(1);

        // Those after these two are of the mashup as it is changed later.
        assertRepliesAsPrinted(page.blocks("yaml").get(0), printed(page).subList(0, 2));
    }

    @Test
    void theMistakeOfTheTutorialIsReportedAsPrinted() throws Exception {
        MarkdownPage page = MarkdownPage.read(TUTORIAL);
        String wrong =
                page.blocks("yaml").get(0).replace("rooms: {path: /rooms}", "rooms: {partner: room, path: /rooms}");
        Configuration configuration =
                ConfigurationReader.parse("weekend/medley.yaml", wrong, Map.of(), Map.of("server.port", "0"));

        ConfigurationException problems = catchThrowableOfType(
                ConfigurationException.class,
                () -> MedleyServer.builder().start(configuration).close());

        assertThat(problems).isNotNull();
        assertThat(page.text()).contains("{\"outcome\":\"refused\",\"problems\":[\"" + problems.getMessage() + "\"]}");
    }

    @Test
    void theServerOfTheTutorialCompilesAndAnswersAsPrinted() throws Exception {
        MarkdownPage page = MarkdownPage.read(TUTORIAL);
        assertThat(page.blocks("java")).hasSize(1);
        String source = page.blocks("java").get(0);

        try (Compiled compiled = Compiled.of(folder, List.of("package rooms;\n" + source))) {
            assertThat(compiled.load("rooms.Rooms")).hasDeclaredMethods("main");
        }
        assertThat(source).contains('"' + ROOMS.replace("\"", "\\\"") + '"');
        assertThat(page.text()).contains("    curl 'http://127.0.0.1:9002/rooms'\n    " + ROOMS + "\n");
    }

    @Test
    void theMashupOfThePageReplies() throws Exception {
        List<String> blocks = MarkdownPage.read("docs/declared-mashups.md").blocks("yaml");
        assertThat(blocks).hasSize(3);

        try (MedleyServer server = start(blocks.get(0))) {
            assertThat(get(server, "/order/2"))
                    .isEqualTo(
                            "{\"name\":\"Zoë\",\"orders\":3,\"stock\":[6,9],\"missing\":{\"stock.2\":\"unexpected status 404\"}}");
        }
    }

    private void assertRepliesAsPrinted(String yaml, List<MatchResult> printed) throws Exception {
        assertThat(printed).isNotEmpty();
        try (MedleyServer server = start(yaml)) {
            for (MatchResult each : printed) {
                assertThat(get(server, each.group(1))).isEqualTo(each.group(2));
            }
        }
    }

    private static List<MatchResult> printed(MarkdownPage page) {
        return PRINTED.matcher(page.text()).results().toList();
    }

    private MedleyServer start(String yaml) throws IOException {
        Map<String, String> flags =
                new LinkedHashMap<>(Map.of("server.port", "0", "server.admin.port", "0", "server.access-log", "false"));
        for (PartnerSettings each :
                ConfigurationReader.parse("page", yaml, Map.of(), Map.of()).partners()) {
            flags.put("partners." + each.name() + ".url", partners.uri().toString());
        }
        return MedleyServer.builder().start(ConfigurationReader.parse("page", yaml, Map.of(), flags));
    }

    private static String get(MedleyServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.uri() + path)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
