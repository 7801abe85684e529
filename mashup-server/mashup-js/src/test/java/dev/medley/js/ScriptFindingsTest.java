package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a client, a partner or a mistake can do to the bounds, the manifest and the reply. */
final class ScriptFindingsTest {

    private static HttpResponse<String> get(String body) throws IOException, InterruptedException {
        try (ScriptServer server = ScriptServer.of(body)) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1"));
            return server.get("/s");
        }
    }

    @Test
    void aMalformedQueryTakesNoContext() throws Exception {
        try (ScriptServer server = ScriptServer.start(
                ScriptServer.script("/s", "return 1;"),
                change -> change.settings(settings -> settings.scripts(bounds -> bounds.maxContexts(1))))) {
            for (int i = 0; i < 3; i++) {
                assertThat(raw(server, "GET /s?a=%zz HTTP/1.1")).startsWith("HTTP/1.1 400");
            }
            assertThat(server.get("/s").statusCode()).isEqualTo(200);
        }
    }

    private static String raw(ScriptServer server, String line) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.server().port())) {
            OutputStream out = socket.getOutputStream();
            out.write((line + "\r\nHost: x\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void timersEndWithTheirRequest() throws Exception {
        assertThat(get("setTimeout(() => {}, 3_600_000); return 1;").body()).isEqualTo("1");
        // One that is cleared does not keep a run that waits for nothing else.
        assertThat(get("clearTimeout(setTimeout(() => {}, 3_600_000)); await new Promise(() => {});")
                        .statusCode())
                .isEqualTo(500);
        assertThat(get("""
                                let ticks = 0;
                                await new Promise(done => {
                                  const id = setInterval(() => { if (++ticks === 3) { clearInterval(id); done(); } }, 1);
                                });
                                return ticks;
                                """).body()).isEqualTo("3");
    }

    @Test
    void nestedElementsOfAPageDoNotMultiplyItsText() throws Exception {
        String page = "<div>".repeat(500) + "x".repeat(1_000_000) + "</div>".repeat(500);
        try (ScriptServer server = ScriptServer.of("return partners.a.get('/x').select('div');")) {
            server.stubs()
                    .answer("GET", "/x", StubAnswer.body(200, "text/html", page.getBytes(StandardCharsets.UTF_8)));
            HttpResponse<String> response = server.get("/s");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("characters").contains("\"partner\":\"a\"");
        }
    }

    @Test
    void namesOfCallsAreThoseThatAFieldMayHave() throws Exception {
        for (String name : new String[] {"a b", "Größe", "a/b, x", "a\\r\\nb", "", "1a"}) {
            assertThat(get("return partners.a.get('/x', {}, {name: '" + name + "'}).json();")
                            .statusCode())
                    .as(name)
                    .isEqualTo(500);
        }
        HttpResponse<String> response = get("""
                await Promise.all([
                  partners.a.get('/x').json(), partners.a.get('/x').json(),
                  partners.a.get('/x', {}, {name: 'a-2'}).json(),
                  partners.a.get('/x', {}, {name: 'constructor'}).json()]);
                return 1;
                """);
        assertThat(response.headers()
                        .firstValue("Medley-Manifest")
                        .orElseThrow()
                        .split(", "))
                .extracting(line -> line.substring(0, line.indexOf(';')))
                .containsExactly("a", "a-2", "a-2-2", "constructor");
    }

    @Test
    void whatIsMissingMayHaveAnyName() throws Exception {
        try (ScriptServer server =
                ScriptServer.of("await partners.a.get('/bad').json().optional('__proto__'); return {missing};")) {
            server.stubs().answer("GET", "/bad", StubAnswer.json(500, "1"));
            assertThat(server.get("/s").body()).isEqualTo("{\"missing\":{\"__proto__\":\"unexpected status 500\"}}");
        }
    }

    @Test
    void aPassedBoundEndsTheRunAtTheEndOfTheTurn() throws Exception {
        try (ScriptServer server = ScriptServer.start(
                ScriptServer.script("/s", """
                        try { for (let i = 0; i < 10; i++) await partners.a.get('/x').json(); } catch (e) {}
                        await new Promise(done => setTimeout(done, 3_600_000));
                        """),
                change -> change.settings(settings -> settings.scripts(bounds -> bounds.maxCalls(5))))) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1"));
            assertThat(server.get("/s").statusCode()).isEqualTo(500);
        }
    }

    @Test
    void fieldsArePairsToo() throws Exception {
        try (ScriptServer server = ScriptServer.of("""
                const own = new Headers([['x-y', 'z']]);
                return fetch('partner:a/x', {headers: [['a-b', own.get('x-y')]]});
                """)) {
            server.stubs().answer("GET", "/x", request -> StubAnswer.json(200, "\"" + request.header("a-b") + "\""));
            assertThat(server.get("/s").body()).isEqualTo("\"z\"");
        }
    }

    @Test
    void fieldsOfAPartnerAreCopiedWithoutThoseOfItsConnection() throws Exception {
        try (ScriptServer server = ScriptServer.of("""
                const response = await fetch('partner:a/x');
                return new Response((await response.text()) + '!', {status: 201, headers: response.headers});
                """)) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1").header("X-Own", "y"));
            HttpResponse<String> response = server.get("/s");
            assertThat(response.body()).isEqualTo("1!");
            assertThat(response.headers().firstValue("X-Own")).contains("y");
        }
    }

    @Test
    void argumentsInTheWrongPlaceAreRefused() throws Exception {
        assertThat(get("return partners.a.get('/x', {timeout: '1s', headers: {a: 'b'}}).json();")
                        .statusCode())
                .isEqualTo(500);
        assertThat(get("return Response.json({a: 1}, 201);").statusCode()).isEqualTo(500);
        assertThat(get("return partners.a.get('/x', {i: [1, true, 2n]}).json();")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aReplyThatWasChangedIsCheckedAgain() throws Exception {
        assertThat(get("const r = new Response('x'); r.status = '404'; return r;")
                        .statusCode())
                .isEqualTo(500);
        assertThat(get("const r = new Response('x'); r.status = 204; return r;").statusCode())
                .isEqualTo(500);
    }

    @Test
    void anXmlHttpRequestThatIsAbortedSaysSo() throws Exception {
        try (ScriptServer server = ScriptServer.of("""
                return new Promise(resolve => {
                  const xhr = new XMLHttpRequest();
                  const told = [];
                  for (const type of ['load', 'error', 'abort']) xhr.addEventListener(type, () => told.push(type));
                  xhr.onloadend = () => resolve(told);
                  xhr.open('GET', 'partner:a/slow');
                  xhr.send();
                  xhr.abort();
                });
                """)) {
            server.stubs().answer("GET", "/slow", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)));
            assertThat(server.get("/s").body()).isEqualTo("[\"abort\"]");
        }
    }

    @Test
    void anErrorOfAnEventIsThatOfTheScript() throws Exception {
        try (ScriptServer server = ScriptServer.of("""
                return new Promise(() => {
                  const xhr = new XMLHttpRequest();
                  xhr.onload = () => { throw new Problem(418, 'from the event'); };
                  xhr.open('GET', 'partner:a/x');
                  xhr.send();
                });
                """)) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1"));
            assertThat(server.get("/s").statusCode()).isEqualTo(418);
        }
    }

    @Test
    void aRefusedCallDoesNotKeepARunAlive() throws Exception {
        assertThat(get("""
                                try { partners.a.get('/x').select({h: {}}); } catch (e) {}
                                await new Promise(() => {});
                                """).statusCode()).isEqualTo(500);
    }
}
