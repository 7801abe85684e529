package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.medley.config.ConfigurationException;
import dev.medley.js.internal.JavaScriptEngine;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.script.OpenScripts;
import dev.medley.server.internal.script.Script;
import dev.medley.server.internal.script.ScriptFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is wrong with scripts is said before they are served, with its place. */
final class ScriptProblemsTest {

    private static final JavaScriptEngine ENGINE = new JavaScriptEngine();
    private static final String YAML =
            "partners: {weather: {url: 'http://127.0.0.1:1'}, hotels: {url: 'http://127.0.0.1:2'}}";

    private static OpenScripts open(Map<String, String> texts) {
        return ENGINE.open(
                List.of(new ScriptFiles("dir", texts)),
                ServerConfiguration.READER.parse("m.yaml", YAML, Map.of(), Map.of()));
    }

    private static List<String> problems(Map<String, String> texts) {
        ConfigurationException wrong = catchThrowableOfType(ConfigurationException.class, () -> open(texts));
        assertThat(wrong).isNotNull();
        return wrong.problems();
    }

    private static String problem(String script) {
        List<String> problems = problems(Map.of("s.mjs", script));
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    @Test
    void aTextThatDoesNotParseHasItsLineAndColumn() {
        assertThat(problem("export const path = '/s';\nexport default () => { return 1 + ; };"))
                .startsWith("dir/s.mjs:2:35: SyntaxError: ");
    }

    @Test
    void eachExportIsChecked() {
        assertThat(problem("export default () => 1;"))
                .isEqualTo("dir/s.mjs: the export path is missing; expected a text such as '/trip' or '/trip/{city}'");
        assertThat(problem("export const path = '/s';"))
                .startsWith("dir/s.mjs: the export default is missing; expected a function");
        assertThat(problem("export const path = 's'; export default () => 1;"))
                .startsWith("dir/s.mjs:1:14: the export path is 's': ");
        assertThat(problem("export const path = '/{a}/{a}'; export default () => 1;"))
                .startsWith("dir/s.mjs:1:14: the export path is '/{a}/{a}': ");
        assertThat(problem("export const path = '/s', method = 'POST'; export default () => 1;"))
                .isEqualTo("dir/s.mjs:1:27: the export method is unknown; did you mean methods?");
        assertThat(problem("export const path = '/s', methods = ['FETCH']; export default () => 1;"))
                .startsWith("dir/s.mjs:1:27: the export methods is ");
        assertThat(problem("export const path = '/s', deadline = 5; export default () => 1;"))
                .isEqualTo("dir/s.mjs:1:27: the export deadline is 5; expected a text such as '5s' or '10m'");
        assertThat(problem("export const path = '/s', jitter = '5s'; export default () => 1;"))
                .startsWith("dir/s.mjs:1:27: the export jitter is there without every");
        assertThat(problem("export const path = '/s', every = '5s', methods = ['POST']; export default () => 1;"))
                .contains("a schedule has no client");
    }

    @Test
    void codeOutsideOfFunctionsHasNoRequestAndEnds() {
        assertThat(problem("export const path = '/s'; export default () => 1;\nthrow new Error('x');"))
                .isEqualTo("dir/s.mjs:2:7: Error: x");
        assertThat(problem("export const path = '/s'; export default () => 1;\nfor (;;) {}"))
                .startsWith("dir/s.mjs:2:")
                .contains("server.scripts.max-statements");
        assertThat(problem("export const path = '/s'; export default () => 1;\nnew XMLHttpRequest().open('GET', 'x');"))
                .startsWith("dir/s.mjs:2:");
        assertThat(problem("export const path = '/s'; export default () => 1;\nsetTimeout(() => {}, 1);"))
                .contains("there is no request yet");
        assertThat(problem("export const path = '/s'; export default () => 1;\nawait new Promise(() => {});"))
                .startsWith("dir/s.mjs: there is an await outside of functions");
    }

    @Test
    void importsAreOfFilesInTheFolder() {
        assertThat(problem("import {x} from './lib/none.mjs';\nexport const path = '/s'; export default () => 1;"))
                .isEqualTo(
                        "dir/s.mjs:1:17: there is no file './lib/none.mjs' to import; expected one in dir, such as './lib/money.mjs'");
        assertThat(
                        problem(
                                "import {x} from 'https://example.org/x.mjs';\nexport const path = '/s'; export default () => 1;"))
                .startsWith("dir/s.mjs:1:17: there is no file 'https://example.org/x.mjs' to import");
        assertThat(problem("import fs from 'fs';\nexport const path = '/s'; export default () => 1;"))
                .startsWith("dir/s.mjs:1:16: there is no file 'fs' to import");
        assertThat(problems(Map.of(
                        "s.mjs",
                        "import {x} from './lib/x.mjs'; export const path = '/s'; export default () => 1;",
                        "lib/x.mjs",
                        "\nexport const x = ;")))
                .singleElement()
                .asString()
                .startsWith("dir/lib/x.mjs:2:18: SyntaxError: Expected an operand but found ;");
    }

    @Test
    void unknownPartnersHaveTheirPlaces() {
        assertThat(problem("""
                        export const path = '/s';
                        export default async (request, {partners}) => {
                          return partners.wether.get('/x').json();
                        };
                        """)).isEqualTo("dir/s.mjs:3:19: there is no partner wether; did you mean weather?");
        assertThat(problem("export const path = '/s';\nexport default (r, {partners: {hotel}}) => 1;"))
                .startsWith("dir/s.mjs:2:32: there is no partner hotel");
        assertThat(problem("export const path = '/s';\nexport default (r, c) => c.partners['hotel-x'];"))
                .startsWith("dir/s.mjs:2:37: there is no partner hotel-x");
        assertThat(problem(
                        "export const path = '/s';\nexport default (r, {partners}) => { const {hotel} = partners; };"))
                .startsWith("dir/s.mjs:2:44: there is no partner hotel");
        assertThat(problem("export const path = '/s';\nexport default () => fetch('partner:hotel/x');"))
                .startsWith("dir/s.mjs:2:28: there is no partner hotel");
        assertThat(problems(Map.of(
                        "s.mjs",
                        "import {f} from './lib/f.mjs'; export const path = '/s'; export default (r, {partners}) => f(partners);",
                        "lib/f.mjs",
                        "export const f = (partners) => partners.hotel.get('/').json();")))
                .containsExactly("dir/lib/f.mjs:1:41: there is no partner hotel; did you mean hotels?");
    }

    @Test
    void twoScriptsHaveTwoPaths() {
        assertThat(problems(Map.of(
                        "a.mjs", "export const path = '/s/{a}'; export default () => 1;",
                        "b.mjs", "export const path = '/s/{b}'; export default () => 1;")))
                .singleElement()
                .asString()
                .startsWith("dir/b.mjs:1:14: ")
                .contains("dir/a.mjs");
    }

    @Test
    void allProblemsAreSaidTogether() {
        assertThat(problems(Map.of(
                        "a.mjs", "export const path = 1; export const x = 2;",
                        "b.mjs", "export const path = '/b'; export default () => { partners.a.get('/b'); };")))
                .hasSize(4);
    }

    @Test
    void aScriptSaysWhatItIs() {
        try (OpenScripts opened = open(Map.of(
                "s.mjs",
                """
                import {f} from './lib/f.mjs';
                import words from './words.json' with {type: 'json'};
                export const path = '/s/{id}', methods = ['POST', 'GET'], deadline = '5s';
                const partners = ['own', words];
                export default (request, context) => [partners.length, f(context)];
                """,
                "lib/f.mjs",
                "export const f = ({partners: {weather}}) => weather.get('/x').json();",
                "words.json",
                "[1]",
                "lib/other.mjs",
                "export const f = ({partners}) => partners.unknown;"))) {
            assertThat(opened.scripts())
                    .containsExactly(new Script(
                            "dir/s.mjs",
                            "/s/{id}",
                            List.of("POST", "GET"),
                            Duration.ofSeconds(5),
                            null,
                            Set.of("weather")));
        }
    }
}
