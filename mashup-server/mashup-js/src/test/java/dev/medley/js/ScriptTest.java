package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.StubMisbehaviour;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ScriptTest {

    private static String reply(String body, Answers answers) throws IOException, InterruptedException {
        try (ScriptServer server = ScriptServer.of(body)) {
            answers.set(server);
            HttpResponse<String> response = server.get("/s?city=Rome&city=Oslo&n=%C3%A9%26");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body();
        }
    }

    private static String reply(String body) throws IOException, InterruptedException {
        return reply(body, server -> {});
    }

    private interface Answers {

        void set(ScriptServer server);
    }

    private static Answers answer(String path, String json) {
        return server -> server.stubs().answer("GET", path, 200, json);
    }

    private static Answers body(String path, String type, String body) {
        return server ->
                server.stubs().answer("GET", path, StubAnswer.body(200, type, body.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aValueIsTheReplyAsADocument() throws Exception {
        try (ScriptServer server = ScriptServer.of("return {sum: 1 + 1, text: 'é', none: null};")) {
            HttpResponse<String> response = server.get("/s");
            assertThat(response.body()).isEqualTo("{\"sum\":2,\"text\":\"é\",\"none\":null}");
            assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        }
    }

    @Test
    void callsRunInParallelAndTheirDocumentsAreMerged() throws Exception {
        String merged = reply(
                """
                const [one, two] = await Promise.all([
                  partners.a.get('/one', {city: request.query.city}).json(),
                  partners.b.get('/two').json()]);
                return {one, two};
                """,
                server -> server.stubs()
                        .answer("GET", "/one", request -> StubAnswer.json(200, "\"" + request.parameter("city") + "\""))
                        .answer("GET", "/two", 200, "[1.50, {\"b\":2}]"));
        assertThat(merged).isEqualTo("{\"one\":\"Rome\",\"two\":[1.5,{\"b\":2}]}");
    }

    @Test
    void parametersFillPlacesOfThePathAndThenTheQuery() throws Exception {
        try (ScriptServer server = ScriptServer.of(
                "await partners.a.get('/user/{id}/x', {id: 'a/b', q: ['1', '2'], none: undefined, n: request.query.n}).json();"
                        + " return 1;")) {
            server.stubs().answerAll(any -> StubAnswer.json(200, "1"));
            assertThat(server.get("/s?n=%C3%A9%26").statusCode()).isEqualTo(200);
            RecordedRequest recorded = server.stubs().recorded().get(0);
            assertThat(recorded.path()).isEqualTo("/user/a%2Fb/x");
            assertThat(recorded.query()).isEqualTo("q=1&q=2&n=%C3%A9%26");
        }
    }

    @Test
    void bodiesAreSentAsDocumentsOrTexts() throws Exception {
        try (ScriptServer server = ScriptServer.of("""
                await partners.a.post('/json', {a: 1}, {headers: {'x-y': 'z'}}).text();
                await partners.a.put('/text', 'plain', {type: 'text/plain'}).text();
                await partners.a.post('/xml', {order: {'@id': '7', line: ['a', 'b']}}, {type: 'application/xml'}).text();
                await partners.a.delete('/old/{id}', {id: 3}).text();
                return 1;
                """)) {
            server.stubs().answerAll(any -> StubAnswer.status(204));
            assertThat(server.get("/s").statusCode()).isEqualTo(200);
            assertThat(server.stubs().recorded())
                    .extracting(each ->
                            each.method() + " " + each.path() + " " + each.header("Content-Type") + " " + each.body())
                    .satisfies(lines -> {
                        assertThat(lines.get(0)).isEqualTo("POST /json application/json {\"a\":1}");
                        assertThat(lines.get(1)).isEqualTo("PUT /text text/plain plain");
                        assertThat(lines.get(2)).contains("<order id=\"7\"><line>a</line><line>b</line></order>");
                        assertThat(lines.get(3)).startsWith("DELETE /old/3");
                    });
            assertThat(server.stubs().recorded().get(0).header("x-y")).isEqualTo("z");
        }
    }

    @Test
    void otherFormatsAreReadAsDocuments() throws Exception {
        assertThat(reply("return partners.a.get('/x').xml('b');", body("/x", "application/xml", "<a><b>1</b></a>")))
                .isEqualTo("{\"a\":{\"b\":[\"1\"]}}");
        assertThat(reply("return partners.a.get('/x').csv({separator: ';'});", body("/x", "text/csv", "p;q\n1;2\n")))
                .isEqualTo("[{\"p\":\"1\",\"q\":\"2\"}]");
        assertThat(reply("return partners.a.get('/x').text();", body("/x", "text/plain;charset=iso-8859-1", "abc")))
                .isEqualTo("\"abc\"");
        assertThat(
                        reply(
                                "const feed = await partners.a.get('/x').feed(); return feed.entries.map(e => e.title);",
                                body(
                                        "/x",
                                        "application/rss+xml",
                                        "<rss version='2.0'><channel><title>t</title><item><title>one</title></item></channel></rss>")))
                .isEqualTo("[\"one\"]");
    }

    @Test
    void elementsOfPagesAreSelected() throws Exception {
        String page = "<h1 id=x>Title</h1><p><a href='/b'>link</a></p>";
        assertThat(reply("return partners.a.get('/x').select({h: 'h1', a: 'p > a'});", body("/x", "text/html", page)))
                .startsWith(
                        "{\"h\":[{\"text\":\"Title\",\"attributes\":{\"id\":\"x\"}}],\"a\":[{\"text\":\"link\",\"link\":\"http://")
                .contains("/b\"");
        assertThat(reply("return (await partners.a.get('/x').select('h1'))[0].text;", body("/x", "text/html", page)))
                .isEqualTo("\"Title\"");
    }

    @Test
    void anOptionalCallThatFailsIsMissing() throws Exception {
        assertThat(reply(
                        "const x = await partners.a.get('/x').json().optional(); return {x, has: x !== undefined, missing};",
                        server -> server.stubs().answer("GET", "/x", 500, "1")))
                .isEqualTo("{\"has\":false,\"missing\":{\"a\":\"unexpected status 500\"}}");
    }

    @Test
    void aCallThatFailsIsTheProblemThatItIsInJava() throws Exception {
        try (ScriptServer server = ScriptServer.of("return partners.a.get('/x').json();")) {
            server.stubs().answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
            HttpResponse<String> response = server.get("/s");
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).contains("\"partner\":\"a\"").contains("\"phase\"");
        }
    }

    @Test
    void anErrorOfACallSaysWhatFailed() throws Exception {
        assertThat(reply("""
                        try { await partners.a.get('/x').json(); } catch (e) {
                          return {isError: e instanceof PartnerError && e instanceof Error, partner: e.partner, status: e.status,
                            reason: e.reason};
                        }
                        """, server -> server.stubs().answer("GET", "/x", 404, "{}")))
                .isEqualTo("{\"isError\":true,\"partner\":\"a\",\"status\":404,\"reason\":\"unexpected status\"}");
    }

    @Test
    void aProblemThatIsThrownIsTheReply() throws Exception {
        try (ScriptServer server =
                ScriptServer.of("throw new Problem(429, 'too often', {'Retry-After': '7', 'X-A': 'b'});")) {
            HttpResponse<String> response = server.get("/s");
            assertThat(response.statusCode()).isEqualTo(429);
            assertThat(response.body()).contains("\"detail\":\"too often\"");
            assertThat(response.headers().firstValue("Retry-After")).contains("7");
        }
    }

    @Test
    void aResponseHasStatusFieldsAndText() throws Exception {
        try (ScriptServer server = ScriptServer.of(
                "return new Response('<a/>', {status: 201, headers: {'Content-Type': 'application/xml', Location: '/x', 'X-A': ['1', '2'], 'X-B': null}});")) {
            HttpResponse<String> response = server.get("/s");
            assertThat(response.statusCode()).isEqualTo(201);
            assertThat(response.body()).isEqualTo("<a/>");
            assertThat(response.headers().firstValue("Content-Type")).contains("application/xml");
            assertThat(response.headers().firstValue("Location")).contains("/x");
            assertThat(response.headers().allValues("X-A")).containsExactly("1", "2");
            assertThat(response.headers().firstValue("X-B")).isEmpty();
        }
    }

    @Test
    void aResponseOfAPartnerIsPassedOnWithItsBytes() throws Exception {
        byte[] bytes = {(byte) 0xff, 0, 1, (byte) 0xfe};
        try (ScriptServer server = ScriptServer.of("return partners.a.get('/x').response();")) {
            server.stubs()
                    .answer("GET", "/x", StubAnswer.body(206, "image/x", bytes).header("Set-Cookie", "secret=1"));
            HttpResponse<byte[]> response = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(server.uri("/s")).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.body()).isEqualTo(bytes);
            assertThat(response.headers().firstValue("Content-Type")).contains("image/x");
            assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void theRequestHasItsParts() throws Exception {
        String script = """
                export const path = '/user/{id}';
                export const methods = ['POST'];
                export default async (request) => {
                  const {method, path, params, query, queries, headers, cookies, caller} = request;
                  return {method, path, id: params.id, query, queries, x: headers.get('X-Y'), cookies, caller, body: await request.json()};
                };
                """;
        try (ScriptServer server = ScriptServer.start(script, change -> {})) {
            HttpResponse<String> response =
                    server.send(HttpRequest.newBuilder(server.uri("/user/7?a=1&a=2&__proto__=x"))
                            .header("X-Y", "z")
                            .header("Cookie", "c=d")
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"n\": [1]}")));
            assertThat(response.body())
                    .isEqualTo("{\"method\":\"POST\",\"path\":\"/user/7\",\"id\":\"7\","
                            + "\"query\":{\"a\":\"1\",\"__proto__\":\"x\"},"
                            + "\"queries\":{\"a\":[\"1\",\"2\"],\"__proto__\":[\"x\"]},\"x\":\"z\","
                            + "\"cookies\":{\"c\":\"d\"},\"caller\":null,\"body\":{\"n\":[1]}}");
            assertThat(server.send(HttpRequest.newBuilder(server.uri("/user/7"))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString("{")))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(server.get("/user/7").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void fetchCallsPartnersByTheirNames() throws Exception {
        assertThat(reply(
                        """
                        const response = await fetch('partner:a/x?q=ü {b}', {headers: {'x-y': 'z'}});
                        return {ok: response.ok, status: response.status, type: response.headers.get('content-type'),
                          json: await response.json()};
                        """,
                        server -> server.stubs()
                                .answer(
                                        "GET",
                                        "/x",
                                        request -> StubAnswer.json(
                                                404, "\"" + request.query() + " " + request.header("x-y") + "\""))))
                .isEqualTo(
                        "{\"ok\":false,\"status\":404,\"type\":\"application/json\",\"json\":\"q=%C3%BC%20%7Bb%7D z\"}");
        assertThat(reply("return fetch('http://example.org/').catch(e => e.message);"))
                .contains("expected the name of a partner");
    }

    @Test
    void anXmlHttpRequestPassesItsFiveStates() throws Exception {
        assertThat(reply("""
                        return new Promise((resolve) => {
                          const xhr = new XMLHttpRequest();
                          const states = [xhr.readyState];
                          xhr.onreadystatechange = () => {
                            states.push(xhr.readyState + ':' + xhr.status);
                            if (xhr.readyState === XMLHttpRequest.DONE) {
                              resolve({states, text: xhr.responseText});
                            }
                          };
                          xhr.open('GET', 'partner:a/x');
                          xhr.send();
                        });
                        """, answer("/x", "{\"a\":1}")))
                .isEqualTo("{\"states\":[0,\"1:0\",\"2:200\",\"3:200\",\"4:200\"],\"text\":\"{\\\"a\\\":1}\"}");
        assertThat(reply(
                        """
                        return new Promise((resolve) => {
                          const xhr = new XMLHttpRequest();
                          xhr.onerror = () => resolve(xhr.readyState + ' ' + xhr.status);
                          xhr.open('GET', 'partner:a/x');
                          xhr.send();
                        });
                        """,
                        server -> server.stubs().answer("GET", "/x", StubAnswer.misbehaviour(StubMisbehaviour.RESET))))
                .isEqualTo("\"4 0\"");
    }

    @Test
    void timersWait() throws Exception {
        assertThat(reply("""
                        let ticks = 0;
                        await new Promise(done => {
                          const id = setInterval(() => {
                            if (++ticks === 3) {
                              clearInterval(id);
                              setTimeout(done, 5, 'done');
                            }
                          }, 1);
                        });
                        return ticks;
                        """)).isEqualTo("3");
    }

    @Test
    void soapAndGraphQlAreCalls() throws Exception {
        String envelope =
                "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><r><p>9</p></r></e:Body></e:Envelope>";
        try (ScriptServer server = ScriptServer.of("""
                const soap = await partners.a.soap('/soap', {ask: {id: 7}}, {action: 'urn:ask'});
                const data = await partners.b.graphql('/graphql', 'query q($id: ID) { x }', {id: 7});
                return {soap, data};
                """)) {
            server.stubs()
                    .answer(
                            "POST",
                            "/soap",
                            StubAnswer.body(200, "text/xml", envelope.getBytes(StandardCharsets.UTF_8)))
                    .answer("POST", "/graphql", 200, "{\"data\":{\"x\":1}}");
            assertThat(server.get("/s").body()).isEqualTo("{\"soap\":{\"r\":{\"p\":\"9\"}},\"data\":{\"x\":1}}");
            assertThat(server.stubs().recorded("POST", "/graphql").get(0).body())
                    .contains("\"variables\":{\"id\":7}");
            assertThat(server.stubs().recorded("POST", "/soap").get(0).header("SOAPAction"))
                    .contains("urn:ask");
        }
    }

    @Test
    void aCallMayHaveATimeoutAndACancel() throws Exception {
        try (ScriptServer server =
                ScriptServer.of("return partners.a.get('/x', {}, {timeout: 50, retries: 0}).json();")) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)));
            assertThat(server.get("/s").statusCode()).isEqualTo(504);
        }
        assertThat(reply(
                        "const call = partners.a.get('/x').json(); call.cancel(); return call.catch(e => e.reason);",
                        server -> server.stubs()
                                .answer("GET", "/x", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)))))
                .isEqualTo("\"cancelled\"");
    }

    @Test
    void theReplyHasAManifest() throws Exception {
        try (ScriptServer server = ScriptServer.of(
                "await partners.a.get('/x').json(); await partners.a.get('/y').json().optional(); return 1;")) {
            server.stubs().answer("GET", "/x", 200, "1").answer("GET", "/y", 503, "1");
            assertThat(server.get("/s").headers().firstValue("Medley-Manifest").orElseThrow())
                    .startsWith("a;completed;status=200;ms=")
                    .contains("a-2;missing;status=503")
                    .contains("cause=\"unexpected status 503\"");
        }
    }

    @Test
    void aDeadlineEndsTheCallsOfAScript() throws Exception {
        String script = """
                export const path = '/s';
                export const deadline = '100ms';
                export default (request, {partners}) => partners.a.get('/x').json();
                """;
        try (ScriptServer server = ScriptServer.start(script, change -> {})) {
            server.stubs().answer("GET", "/x", StubAnswer.json(200, "1").delay(Duration.ofSeconds(30)));
            HttpResponse<String> response = server.get("/s");
            assertThat(response.statusCode()).isEqualTo(504);
            assertThat(response.body()).contains("\"partner\":\"a\"");
        }
    }

    @Test
    void theHeadOfAScriptIsAnsweredAsItsGet() throws Exception {
        try (ScriptServer server = ScriptServer.of("return 'text';")) {
            HttpResponse<String> response = server.send(
                    HttpRequest.newBuilder(server.uri("/s")).method("HEAD", HttpRequest.BodyPublishers.noBody()));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).isEmpty();
        }
    }

    @Test
    void aScriptPublishesADocumentAndGetsItsPosition() throws Exception {
        String script = ScriptServer.script("/s", "return publish('prices.EUR', {price: 1.5});");
        try (ScriptServer server = ScriptServer.start(
                script,
                builder -> builder.configuration("medley.yaml", "server: {admin: {port: 0}}\ntopics: {prices: {}}"))) {
            assertThat(server.get("/s").body()).matches("\"\\w+:1\"");
        }
    }
}
