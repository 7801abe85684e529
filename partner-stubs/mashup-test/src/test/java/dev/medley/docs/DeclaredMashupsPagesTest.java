package dev.medley.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

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
                ServerConfiguration.READER.parse("weekend/medley.yaml", wrong, Map.of(), Map.of("server.port", "0"));

        ConfigurationException problems = catchThrowableOfType(
                ConfigurationException.class,
                () -> new ServerBuilder().start(configuration).close());

        assertThat(problems).isNotNull();
        assertThat(page.text()).contains("{\"outcome\":\"refused\",\"problems\":[\"" + problems.getMessage() + "\"]}");
    }

    @Test
    void thePartsOfTheTutorialAreSentAsPrinted() throws Exception {
        MarkdownPage page = MarkdownPage.read(TUTORIAL);
        String reply = "    reply:\n      merge: {city: $request.query.city, weather: $weather, rooms: $rooms}\n";
        String delayed = "weather: {path: '/weather?city={$request.query.city}&delay=2000'}";
        assertThat(page.text()).contains("      /weekend:\n        parts: true\n", reply.indent(4), delayed);
        String first = page.blocks("yaml").get(0);
        String yaml = first.substring(0, first.indexOf("    reply:"))
                        .replace("  /weekend:\n", "  /weekend:\n    parts: true\n")
                        .replace("{$request.query.city}'}", "{$request.query.city}&delay=300'}")
                + reply;

        try (RunningServer server = start(yaml)) {
            String events = reply(server, "/weekend?city=Rome", "Accept", "text/event-stream")
                    .body();
            String withoutManifest = events.substring(0, events.indexOf("event: manifest"));
            assertThat(page.text()).contains(withoutManifest.strip().indent(4).replace("    \n", "\n"));
        }
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
        assertThat(blocks).hasSize(9);
        for (String block : blocks.subList(1, 7)) {
            start(block).close();
        }

        try (RunningServer server = start(blocks.get(0))) {
            assertThat(get(server, "/order/2"))
                    .isEqualTo(
                            "{\"name\":\"Zoë\",\"orders\":3,\"stock\":[6,9],\"missing\":{\"stock.2\":\"unexpected status 404\"}}");
        }
    }

    @Test
    void theMashupsOfTheSourcesStart() throws Exception {
        List<String> blocks = MarkdownPage.read("docs/sources.md").blocks("yaml");
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            start(block).close();
        }
    }

    @Test
    void theTestOfThePageSucceeds() throws Exception {
        MarkdownPage page = MarkdownPage.read("docs/declared-mashups.md");
        Path file = Files.writeString(
                folder.resolve("medley.yaml"), page.blocks("yaml").get(0));
        String test = page.blocks("java").get(0).replace("medley.yaml", file.toString());
        String imports = """
                package declared;
                import static org.junit.jupiter.api.Assertions.assertEquals;
                import dev.medley.test.MedleyExtension;
                import java.net.http.HttpResponse;
                import org.junit.jupiter.api.Test;
                import org.junit.jupiter.api.extension.RegisterExtension;
                """;
        try (Compiled compiled = Compiled.of(folder, List.of(imports + test))) {
            EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(compiled.load("declared.OrderTest")))
                    .execute()
                    .testEvents()
                    .assertStatistics(statistics -> statistics.succeeded(1).failed(0));
        }
    }

    @Test
    void theFilterOfThePageProtectsDeclaredMashups() throws Exception {
        MarkdownPage page = MarkdownPage.read("docs/declared-mashups.md");
        String imports = """
                package declared;
                import jakarta.servlet.*;
                import jakarta.servlet.annotation.*;
                import jakarta.servlet.http.*;
                import java.io.IOException;
                @SuppressWarnings("serial")
                """;
        String yaml = page.blocks("yaml").get(0);
        Path jars = Files.createDirectory(folder.resolve("jars"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        try (Compiled compiled =
                Compiled.of(classes, List.of(imports + page.blocks("java").get(1)))) {
            assertThat(compiled.load("declared.KeyFilter")).isPublic();
        }
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(jars.resolve("keys.jar")))) {
            jar.putNextEntry(new JarEntry("declared/KeyFilter.class"));
            jar.write(Files.readAllBytes(classes.resolve("declared/KeyFilter.class")));
        }
        try (RunningServer server = start(yaml, jars)) {
            assertThat(reply(server, "/order/2").statusCode()).isEqualTo(401);
            assertThat(reply(server, "/order/2", "X-Api-Key", "secret").statusCode())
                    .isEqualTo(200);
        }
    }

    private void assertRepliesAsPrinted(String yaml, List<MatchResult> printed) throws Exception {
        assertThat(printed).isNotEmpty();
        try (RunningServer server = start(yaml)) {
            for (MatchResult each : printed) {
                assertThat(get(server, each.group(1))).isEqualTo(each.group(2));
            }
        }
    }

    private static List<MatchResult> printed(MarkdownPage page) {
        return PRINTED.matcher(page.text()).results().toList();
    }

    private RunningServer start(String yaml) throws IOException {
        return new ServerBuilder().start(configuration(yaml));
    }

    /** Starts a server with the declared mashups, and with what JARs in a folder have. */
    private RunningServer start(String yaml, Path jars) throws IOException {
        return new ServerBuilder()
                .mashups(new MashupSource() {
                    @Override
                    public OpenMashups open(Configuration configuration) {
                        return OpenMashups.of(
                                List.of(), MashupFolder.open(jars, List.of()), DeclaredMashups.of(configuration));
                    }

                    @Override
                    public String look() {
                        return "";
                    }
                })
                .start(configuration(yaml));
    }

    private Configuration configuration(String yaml) {
        Map<String, String> flags =
                new LinkedHashMap<>(Map.of("server.port", "0", "server.admin.port", "0", "server.access-log", "false"));
        for (PartnerSettings each : ServerConfiguration.READER
                .parse("page", yaml, Map.of(), Map.of())
                .partners()) {
            flags.put("partners." + each.name() + ".url", partners.uri().toString());
        }
        return ServerConfiguration.READER.parse("page", yaml, Map.of(), flags);
    }

    private static String get(RunningServer server, String path) throws Exception {
        return reply(server, path).body();
    }

    private static HttpResponse<String> reply(RunningServer server, String path, String... header) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
        if (header.length > 0) {
            request.headers(header);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
