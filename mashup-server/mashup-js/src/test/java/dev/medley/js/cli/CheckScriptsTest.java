package dev.medley.js.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code medley check} with scripts. */
final class CheckScriptsTest {

    private static final String PARTNERS =
            "partners: {weather: {url: 'http://127.0.0.1:1'}, hotels: {url: 'http://127.0.0.1:1'}}\n";

    @TempDir
    private Path folder;

    @Test
    void scriptsAreCountedAndHaveTheirRows() throws IOException {
        script("trip.mjs", """
                export const path = '/trip/{city}';
                export const methods = ['GET', 'POST'];
                export default ({params}, {partners}) => partners.weather.get('/', params).json();
                """);
        script("none.mjs", """
                import {hotels} from './lib/hotels.mjs';
                export const path = '/none';
                export default (request, context) => hotels(context);
                """);
        script("lib/hotels.mjs", "export const hotels = ({partners}) => partners.hotels.get('/').json();");

        Ran ran = check(PARTNERS + "mashups: {/m: {exchanges: {weather: {path: /}}}}\n");

        assertThat(ran.errors()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.output())
                .startsWith(folder.resolve("medley.yaml") + " is valid: 2 partners, 1 declared mashup, 2 scripts.\n")
                .containsPattern("\n/m +GET +weather +1 +1 +2 +weather: 60s\n")
                .containsPattern("\n/none +GET +hotels +- +- +- +-\n")
                .containsPattern("\n/trip/\\{city} +GET POST +weather +- +- +- +-\n");
    }

    @Test
    void theProblemsOfAllScriptsAndOfTheConfigurationAreThereOnceWithTheirPlaces() throws IOException {
        script("a.mjs", """
                import './lib/l.mjs';
                export const path = '/a';
                export default (request, {partners}) => partners.wether.get('/').json();
                """);
        script("b.mjs", """
                import './lib/l.mjs';
                export const path = '/b';
                export default () => {
                  return 1 +;
                };
                """);
        script("c.mjs", """
                import './lib/l.mjs';
                export const path = '/x/{a', deadline = 5;
                export {f as default, f as metods};
                function f() {}
                """);
        script("lib/l.mjs", "export const l = ({partners}) => partners.hotel;");

        Ran ran = check(PARTNERS + "mashups: {/m: {exchanges: {weather: {path: '/{$none}'}}}}\n");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output()).isEmpty();
        assertThat(ran.errors().lines())
                .map(line ->
                        line.substring("medley: ".length() + folder.toString().length() + 1))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("medley.yaml:2:").contains("$none"),
                        line -> assertThat(line)
                                .isEqualTo("scripts/a.mjs:3:50: there is no partner wether; did you mean weather?"),
                        line -> assertThat(line)
                                .isEqualTo("scripts/lib/l.mjs:1:43: there is no partner hotel; did you mean hotels?"),
                        line -> assertThat(line)
                                .isEqualTo("scripts/b.mjs:4:13: SyntaxError: Expected an operand but found ;"),
                        line -> assertThat(line)
                                .startsWith("scripts/c.mjs:2:14: the export path is '/x/{a': the segment '{a' is not"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "scripts/c.mjs:2:30: the export deadline is 5; expected a text such as '5s' or '10m'"),
                        line -> assertThat(line)
                                .isEqualTo("scripts/c.mjs:3:23: the export metods is unknown; did you mean methods?"));
    }

    @Test
    void anErrorOfAFileThatIsImportedHasThePlaceInThatFile() throws IOException {
        script("a.mjs", "import './lib/l.mjs'; export const path = '/a'; export default () => 1;");
        script("b.mjs", "import './lib/m.mjs'; export const path = '/b'; export default () => 1;");
        script("lib/l.mjs", "let c = 1;\nlet c = 2;\n");
        script("lib/m.mjs", "\nthrow new Error('no');\n");

        assertThat(check(PARTNERS).errors().lines())
                .containsExactly(
                        "medley: %s/lib/l.mjs:2:5: SyntaxError: Variable \"c\" has already been declared"
                                .formatted(folder.resolve("scripts")),
                        "medley: %s/lib/m.mjs:2:7: Error: no".formatted(folder.resolve("scripts")));
    }

    @Test
    void pathsThatTwoMashupsHaveAreAllReported() throws IOException {
        script("a.mjs", "export const path = '/m/{id}'; export default () => 1;");
        script("b.mjs", "export const path = '/pass'; export default () => 1;");

        Ran ran =
                check(PARTNERS + "server: {samples: true}\nmashups:\n  /m/{name}: {exchanges: {weather: {path: /}}}\n");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.errors().lines().filter(line -> line.startsWith("medley: ")))
                .hasSize(2)
                .anyMatch(line -> line.endsWith("scripts/b.mjs: its path /pass is that of"
                        + " dev.medley.server.internal.samples.PassServlet; expected one mashup for it"))
                .anyMatch(line -> line.contains("medley.yaml:4:3: mashups./m/{name}: is the path of ")
                        && line.endsWith("scripts/a.mjs; expected one mashup for it"));
    }

    private void script(String path, String text) throws IOException {
        Path file = folder.resolve("scripts").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Ran check(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("medley.yaml"), yaml);
        return Ran.command(List.of(
                "check", file.toString(), "--mashups", folder.resolve("scripts").toString()));
    }
}
