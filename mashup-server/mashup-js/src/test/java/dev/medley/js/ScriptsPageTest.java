package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of docs/scripts.md, with stubs of their partners. A block without exports is what the function of a script has. */
class ScriptsPageTest {

    private static final Pattern PATH = Pattern.compile("export const path = '([^']+)'");
    private static final Pattern FILE = Pattern.compile("// (\\S+\\.mjs)\\R");
    /** A request, with the line that is printed for it. */
    private static final Pattern PRINTED =
            Pattern.compile("(?m)^ {4}curl 'http://127\\.0\\.0\\.1:8080(/[^']*)'\\R {4}(\\{.*)$");

    @TempDir
    private static Path folder = Path.of("");

    private static PartnerStubs stubs = PartnerStubs.builder().start();
    private static List<String> requests = new ArrayList<>();
    private static ScriptServer server;

    @BeforeAll
    static void start() throws IOException {
        List<String> blocks = page().blocks("js");
        for (int i = 0; i < blocks.size(); i++) {
            write(i, blocks.get(i));
        }
        write("lib/cities.json", "[\"Rome\"]");
        String address = stubs.uri().toString();
        server = ScriptServer.start(
                folder,
                builder -> List.of("weather", "hotels", "shop").forEach(name -> builder.partner(name, address)));
    }

    private static void write(int number, String block) throws IOException {
        Matcher file = FILE.matcher(block);
        Matcher path = PATH.matcher(block);
        if (file.lookingAt()) {
            write(file.group(1), block);
        } else if (path.find()) {
            requests.add(path.group(1).replace("{id}", "2"));
            write(number + ".mjs", block);
        } else {
            requests.add("/" + number);
            write(number + ".mjs", ScriptServer.script("/" + number, block));
        }
    }

    private static void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static DocumentPage page() throws IOException {
        return DocumentPage.read("docs/scripts.md");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        stubs.close();
    }

    @Test
    void eachScriptReplies() throws Exception {
        assertThat(requests).hasSizeGreaterThan(12);
        for (String request : requests) {
            HttpResponse<String> reply = server.get(request + "?city=Rome&euros=2");
            assertThat(reply.statusCode()).as(request + ": " + reply.body()).isEqualTo(200);
        }
    }

    @Test
    void theFirstScriptIsThatOfANewProjectAndRepliesAsPrinted() throws Exception {
        Path project = Path.of("../src/main/resources/dev/medley/server/internal/cli/project/javascript");
        assertThat(page().blocks("js").get(0)).isEqualTo(Files.readString(project.resolve("trip.mjs")));
        assertRepliesAsPrinted(page(), server);
    }

    @Test
    void theScriptOfTheReadmeRepliesAsPrinted(@TempDir Path mashups) throws Exception {
        DocumentPage readme = DocumentPage.read("README.md").between("## A mashup in JavaScript", "\n## ");
        Files.writeString(mashups.resolve("weekend.mjs"), readme.blocks("js").get(0));
        String address = stubs.uri().toString();
        try (ScriptServer other = ScriptServer.start(
                mashups, builder -> List.of("weather", "hotels").forEach(name -> builder.partner(name, address)))) {
            assertRepliesAsPrinted(readme, other);
        }
    }

    private static void assertRepliesAsPrinted(DocumentPage page, ScriptServer server) throws Exception {
        MatchResult printed = PRINTED.matcher(page.text()).results().findFirst().orElseThrow();
        assertThat(server.get(printed.group(1)).body()).isEqualTo(printed.group(2));
    }

    @Test
    void whatIsMissingIsAsThePageSays() throws Exception {
        int number = page().blocks("js").stream()
                .map(block -> block.contains("optional('news')"))
                .toList()
                .indexOf(true);
        String reply = server.get("/" + number).body();
        assertThat(page().text()).contains("replies `" + reply + "`");
    }

    @Test
    void theTestOfThePageIsOneThatIsRun() throws Exception {
        String source = Files.readString(Path.of("src/test/java/dev/medley/js/ScriptsUnderTestTest.java"));
        assertThat(page().blocks("java"))
                .hasSize(1)
                .allSatisfy(block -> assertThat(source).contains(block));
    }
}
