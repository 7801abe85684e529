package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a script does by mistake, or worse. After each, the server answers others. */
final class HostileScriptsTest {

    @TempDir
    private static Path folder;

    private static ScriptServer server;

    /** Each is a script at the path of its number. */
    private static final String[] ENDLESS = {
        "for (;;) {}",
        "while (true) { await null; }",
        "const f = () => Promise.resolve().then(f); await f();",
        "new Array(1e9).fill(0).sort((a, b) => 1);",
        "/(a+)+$/.test('a'.repeat(40) + 'b');",
        "'a'.repeat(1e6).replace(/(.*)*x/, '');",
        "const a = []; while (true) { a.length = 0; a.push(1); }",
        "label: while (true) { try { throw 1; } catch (e) { continue label; } finally { continue label; } }",
        "function* g() { while (true) yield 1; } for (const x of g());",
        "while (true) { try { while (true); } catch (e) {} }",
        "for (let i = 0n; ; i++) {}",
        "JSON.stringify({toJSON() { for (;;); }});",
        "return {get x() { for (;;); }};",
        "return {then(ok) { for (;;); }};",
        "throw {toString() { for (;;); }};",
        "throw {get message() { for (;;); }};",
        "console.log({get x() { for (;;); }});",
        "setTimeout(() => { for (;;); }, 1); await new Promise(() => {});",
        "partners.a.get('/ok').json().then(() => { for (;;); }); await new Promise(() => {});"
    };

    private static final String[] DEEP = {
        "const f = () => f(); f();",
        "const f = () => { try { f(); } finally { f(); } }; f();",
        "const f = () => [1].map(f); f();",
        "const o = {}; o.toJSON = () => JSON.stringify(o); JSON.stringify(o);",
        "class A { get x() { return this.x; } } new A().x;",
        "const p = new Proxy({}, {get: (t, k, r) => r[k]}); p.x;",
        "const f = () => { try { f(); } catch (e) { f(); } }; f(); return 'went on';",
        "const f = (...a) => f.apply(null, a); f(1);",
        "const f = () => String({toString: f}); f();",
        "const a = {valueOf() { return +a; }}; +a;",
        "const f = () => 'x'.replace(/x/, f); f();",
        "const f = () => Reflect.construct(class { constructor() { f(); } }, []); f();"
    };

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(
                folder.resolve("fine.mjs"), ScriptServer.script("/fine", "return partners.a.get('/ok').json();"));
        for (int i = 0; i < ENDLESS.length; i++) {
            Files.writeString(folder.resolve("endless" + i + ".mjs"), ScriptServer.script("/endless/" + i, ENDLESS[i]));
        }
        for (int i = 0; i < DEEP.length; i++) {
            Files.writeString(folder.resolve("deep" + i + ".mjs"), ScriptServer.script("/deep/" + i, DEEP[i]));
        }
        server = ScriptServer.start(
                folder,
                change -> change.settings(settings -> settings.scripts(bounds -> bounds.maxStatements(1_000_000)
                        .maxTime(Duration.ofMillis(500))
                        .maxString(1_000_000)
                        .maxCalls(100))));
        server.stubs().answer("GET", "/ok", 200, "1");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static void othersAreAnswered() throws IOException, InterruptedException {
        assertThat(server.get("/fine").body()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18})
    void aScriptThatDoesNotEndIsEnded(int script) throws Exception {
        HttpResponse<String> response = server.get("/endless/" + script);
        assertThat(response.statusCode()).as(ENDLESS[script] + response.body()).isGreaterThanOrEqualTo(500);
        othersAreAnswered();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void aRecursionWithoutEndIsEnded(int script) throws Exception {
        HttpResponse<String> response = server.get("/deep/" + script);
        assertThat(response.statusCode()).as(DEEP[script] + response.body()).isEqualTo(500);
        othersAreAnswered();
    }

    private static HttpResponse<String> get(String body, int maxCalls) throws IOException, InterruptedException {
        try (ScriptServer one = ScriptServer.start(
                ScriptServer.script("/s", body),
                change -> change.settings(settings ->
                        settings.scripts(bounds -> bounds.maxString(1_000_000).maxCalls(maxCalls))))) {
            one.stubs().answer("GET", "/ok", StubAnswer.json(200, "1").delay(Duration.ofMillis(1)));
            return one.get("/s");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "let s = 'x'; for (;;) s += s;                         | 500",
                "'x'.repeat(2 ** 30);                                   | 500",
                "'x'.padEnd(2 ** 30);                                   | 500",
                "new Array(2 ** 30).join('x');                          | 500",
                "await new Promise(() => {});                           | 500",
                "await Promise.all(Array.from({length: 10000}, () => partners.a.get('/ok').json())); | 500",
                "try { await Promise.all(Array.from({length: 10000}, () => partners.a.get('/ok').json())); } catch (e) {} return 'went on'; | 500",
                "Java.type('java.lang.System').exit(1);                 | 500",
                "java.lang.System.exit(1);                              | 500",
                "Packages.java.lang.System.exit(1);                     | 500",
                "load('/etc/passwd');                                   | 500",
                "loadWithNewGlobal('/etc/passwd');                      | 500",
                "Polyglot.eval('js', '1');                              | 500",
                "Graal.versionJS;                                       | 500",
                "quit(1);                                               | 500",
                "return eval('1');                                      | 500",
                "return new Function('return 1')();                     | 500",
                "return (async () => {}).constructor('return 1')();     | 500",
                "return (function*() {}).constructor('yield 1')();      | 500",
                "setTimeout('1', 1); return 1;                          | 500",
                "await import('/etc/passwd');                           | 500",
                "await import('../../../../etc/passwd');                | 500",
                "await import('http://127.0.0.1/x.mjs');                | 500",
                "await import('file:///etc/passwd');                    | 500",
                "await import('data:text/javascript,export default 1'); | 500",
                "return undefined;                                      | 500",
                "return () => 1;                                        | 500",
                "return 10n;                                            | 500",
                "const a = {}; a.a = a; return a;                       | 500",
                "return new Map([[1, 2]]);                              | 500",
                "return {calls: partners.a.get('/ok')};                 | 500",
                "return {calls: partners.a.get('/ok').json()};          | 500",
                "return new Error('x');                                 | 500",
                "throw new PartnerError(7, 'x');                        | 500",
                "return new Problem(418, 'x');                          | 418",
                "throw 'text';                                          | 500",
                "throw undefined;                                       | 500",
                "throw new Problem(99, 'x');                            | 500",
                "throw new Problem('x');                                | 500",
                "return new Response('x', {status: 99});                | 500",
                "return new Response('x', {headers: {'a b': 'c'}});     | 500",
                "return new Response('x', {headers: {'a': 'b\\r\\nc: d'}}); | 500",
                "return new Response('x', {headers: {'content-type': 'a\\r\\nb: c'}}); | 500",
                "return new Response('x', {headers: {'content-length': '99'}}); | 500",
                "const name = 'unknown'; return partners[name].get('/x').json(); | 500",
                "return partners.a.get('x').json();                     | 500",
                "return partners.a.get('/x', {}, {colour: 'red'}).json(); | 500",
                "return partners.a.get('/x', {}, {timeout: 'soon'}).json(); | 500",
                "return partners.a.get('/x', 'text').json();            | 500",
                "return partners.a.get('/{id}').json();                 | 500",
                "return await partners.a.get('/ok');                    | 500",
                "return partners.a.get('/ok').select('a[');             | 500",
                "return partners.a.get(`/${'..'}/x`).json();            | 400",
                "return partners.a.get('/ok', {}, {headers: {'a': 'b\\nc'}}).json(); | 400",
                "partners.a = 1; return 1;                              | 500",
                "JSON.stringify = () => '\"x\"'; return {a: 1};           | 200",
                "Promise.prototype.then = () => {}; return 1;           | 500",
                "Object.prototype.status = 299; Array.prototype.toJSON = () => 'x'; return {a: 1}; | 200",
                "globalThis.Promise = 1; globalThis.Error = 2; return {a: 1}; | 200"
            })
    void anErrorIsARefusal(String body, int status) throws Exception {
        HttpResponse<String> response = get(body, 100);
        assertThat(response.statusCode()).as(body + " -> " + response.body()).isEqualTo(status);
        assertThat(response.body()).doesNotContain("GraalVM", "org.graalvm", "dev.medley");
    }
}
