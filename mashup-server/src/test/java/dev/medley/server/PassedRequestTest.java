package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mashup that passes requests on: to the partner goes what the client has sent for it, and nothing else. */
class PassedRequestTest {

    private static final String PASS = """
              /api/*:
                pass: {partner: api, path: /v1}
            """;

    static Stream<ExecutionMode> modes() {
        return GalleryRig.modes();
    }

    @ParameterizedTest
    @MethodSource("modes")
    void methodPathQueryFieldsAndBodyArePassedOn(ExecutionMode mode) throws IOException {
        try (PassRig rig = new PassRig(mode, PASS);
                ClientSocket client = rig.client()) {
            client.send(lines("""
                    PATCH /api/a%20b/users:get/?x=1&y=%2F&z[]={1} HTTP/1.1
                    Host: example.org
                    Content-Type: text/x;charset=utf-8
                    Content-Encoding: br
                    X-One: 1
                    x-one: 2
                    Cookie: a=b
                    Authorization: Bearer t
                    Content-Length: 4

                    body"""));
            PartnerByHand.Connection api = rig.partner.accept();
            String head = api.readHead();
            assertThat(head)
                    .startsWith("PATCH /v1/a%20b/users:get/?x=1&y=%2F&z%5B%5D=%7B1%7D HTTP/1.1\r\n")
                    .contains("Content-Type: text/x;charset=utf-8\r\n", "Content-Encoding: br\r\n")
                    .contains("X-One: 1\r\nX-One: 2\r\n", "Cookie: a=b\r\n", "Authorization: Bearer t\r\n")
                    .contains("Host: " + rig.partner.url().substring("http://".length()) + "\r\n")
                    .contains("Via: 1.1 medley\r\n", "Content-Length: 4\r\n")
                    .doesNotContain("example.org");
            assertThat(api.read(4)).isEqualTo("body");
            api.send(lines("""
                    HTTP/1.1 201 Created
                    Content-Type: text/y
                    Content-Length: 4
                    Set-Cookie: a=1
                    Set-Cookie: b=2
                    ETag: "7"
                    Date: Sun, 06 Nov 1994 08:49:37 GMT
                    Server: inside
                    X-Hop: 1
                    Connection: X-Hop
                    Keep-Alive: timeout=5
                    Alt-Svc: h3=":1"

                    done"""));
            String reply = client.readUntil("done");

            assertThat(reply)
                    .startsWith("HTTP/1.1 201 ")
                    .contains("Content-Type: text/y\r\n", "Content-Length: 4\r\n", "ETag: \"7\"\r\n")
                    .contains("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n", "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n")
                    .contains("Medley-Manifest: pass;completed;status=201;")
                    .doesNotContain("inside", "X-Hop", "Keep-Alive", "Alt-Svc");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api, /v1",
        "/api/, /v1/",
        "/api/x, /v1/x",
        "/api/x/, /v1/x/",
        "/api/../api/x, /v1/x",
        "/api/%7Ex, /v1/~x",
        "/api/a%3Bb, /v1/a%3Bb",
        "/api/a;v=1/b, /v1/a/b",
        "/api/a%3Fb%23c%26d, /v1/a%3Fb%23c&d",
        "/api/%C3%BC, /v1/%C3%BC",
        "/api/x?, /v1/x?",
        "/api/x?a=../../b, /v1/x?a=../../b"
    })
    void thePathIsThatWhichFiltersHaveSeen(String path, String sent) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send(ClientSocket.get(path));

            assertThat(rig.partner.accept().readHead()).startsWith("GET " + sent + " HTTP/1.1\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/..%2fadmin",
                "/api/%2e%2e/admin",
                "/api/..;/admin",
                "/api/%252e%252e/admin",
                "/api/..%5cadmin",
                "/api/..\\admin",
                "/api//admin",
                "/api/%00",
                "/api/%0d%0aX:%20y",
                "/api/%c0%af",
                "/api/x?%zz",
                "/api/..",
                "/api/../admin",
                "http://127.0.0.1:1/api/../../x"
            })
    void nothingLeavesTheBasePath(String path) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS, "/base", Map.of());
                ClientSocket client = rig.client()) {
            client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

            assertThat(client.status()).isIn(400, 404);
        }
    }

    @Test
    void theTargetOfAProxyIsThePathOfThisServer() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("GET http://elsewhere.example:1/api/x?y HTTP/1.1\r\nHost: elsewhere.example:1\r\n\r\n");

            assertThat(rig.partner.accept().readHead())
                    .startsWith("GET /v1/x?y HTTP/1.1\r\n")
                    .contains("Host: " + rig.partner.url().substring("http://".length()))
                    .doesNotContain("elsewhere");
        }
    }

    @Test
    void fieldsOfTheConnectionAndThoseThatAClientMayNotSayAreNotPassedOn() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS, "", Map.of("server.request-id.trust", "false"));
                ClientSocket client = rig.client()) {
            client.send(lines("""
                    GET /api/x HTTP/1.1
                    Host: localhost
                    Connection: X-Secret, keep-alive
                    X-Secret: s
                    Keep-Alive: 5
                    TE: trailers
                    Trailer: X
                    Proxy-Authorization: p
                    Proxy-Connection: close
                    Forwarded: for=6.6.6.6
                    X-Forwarded-For: 6.6.6.6
                    X-Forwarded-Host: forged
                    X_Forwarded_For: 6.6.6.6
                    X-Forwarded-Prefix: /forged
                    X-Real-IP: 6.6.6.6
                    X-Original-URL: /admin
                    X-Rewrite-Url: /admin
                    X-Request-Id: forged
                    traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
                    Upgrade: websocket
                    Via: 1.0 other
                    X-Kept: k

                    """));
            String head = rig.partner.accept().readHead().toLowerCase(Locale.ROOT);

            assertThat(head)
                    .contains("x-kept: k\r\n", "via: 1.0 other, 1.1 medley\r\n")
                    .doesNotContain(
                            "x-secret",
                            "keep-alive",
                            "te:",
                            "trailer",
                            "proxy-",
                            "6.6.6.6",
                            "forged",
                            "/admin",
                            "4bf92f",
                            "upgrade",
                            "content-length",
                            "transfer-encoding");
            assertThat(head).containsPattern("x-request-id: [0-9a-f]");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x-forwarded | X-Forwarded-For: 127.0.0.1;X-Forwarded-Proto: http;X-Forwarded-Host: example.org:81
            forwarded   | Forwarded: for=127.0.0.1;proto=http;host="example.org:81"
            """)
    void thePartnerIsToldTheClientWhereItIsConfigured(String kind, String fields) throws IOException {
        String mashup = "  /api/*: {pass: {partner: api, forwarded: " + kind + "}}\n";
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup);
                ClientSocket client = rig.client()) {
            client.send("GET /api/x HTTP/1.1\r\nHost: example.org:81\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n");
            String head = rig.partner.accept().readHead();

            assertThat(head).startsWith("GET /x HTTP/1.1\r\n").doesNotContain("6.6.6.6");
            assertThat(kind.equals("forwarded") ? Stream.of(fields) : Stream.of(fields.split(";")))
                    .allMatch(each -> head.contains(each + "\r\n"), "in " + head);
        }
    }

    @Test
    void declaredFieldsTakeThePlaceOfTheClients() throws IOException {
        String mashup = """
                  /api/{tenant}/*:
                    pass:
                      partner: api
                      path: /t/{$request.path.tenant}
                      headers: {Authorization: 'Bearer {$request.path.tenant}', Cookie: ''}
                """;
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup);
                ClientSocket client = rig.client()) {
            client.send(
                    "GET /api/a+b/x/y HTTP/1.1\r\nHost: localhost\r\nauthorization: Basic x\r\nCookie: a=b\r\n\r\n");

            assertThat(rig.partner.accept().readHead())
                    .startsWith("GET /t/a%2Bb/x/y HTTP/1.1\r\n")
                    .contains("Authorization: Bearer a+b\r\n")
                    .doesNotContain("Basic", "Cookie");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void aBodyThatAServerMayTakeForTheNextRequestIsRefused(String method) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send(method + " /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nGET ");

            assertThat(client.status()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
                "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"
            })
    void aRequestThatMayHaveTwoEndsIsRefused(String rest) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\n" + rest);
            int status = client.status();

            assertThat(status).isIn(400, 501);
        }
    }

    @ParameterizedTest
    @CsvSource({"OPTIONS", "DELETE", "PROPFIND", "POST"})
    void anyMethodIsPassedOn(String method) throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, PASS);
                ClientSocket client = rig.client()) {
            client.send(method + " /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead())
                    .startsWith(method + " /v1/x HTTP/1.1\r\n")
                    .doesNotContain("chunked");
            api.send("HTTP/1.1 204 No Content\r\nAllow: X\r\n\r\n");

            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 204 ")
                    .contains("Allow: X\r\n")
                    .doesNotContain("Content-Type", "Transfer-Encoding");
        }
    }

    @Test
    void methodsMayBeRestricted() throws IOException {
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, "  /api/*: {methods: [GET, PUT], pass: {partner: api}}\n");
                ClientSocket client = rig.client()) {
            client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");

            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 405 ")
                    .contains("Allow: GET, HEAD, PUT, OPTIONS\r\n");
        }
    }

    @Test
    void anExchangeMayDecideBefore() throws IOException {
        String mashup = """
                  /api/*:
                    exchanges:
                      user:
                        partner: api
                        path: /user
                        headers: {Authorization: '{$request.headers.authorization}'}
                        pass-status: [401]
                    pass: {partner: api, path: /v1, headers: {User: '{$user.id}'}}
                """;
        try (PassRig rig = new PassRig(ExecutionMode.ASYNC, mashup);
                ClientSocket client = rig.client()) {
            String post = "POST /api/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: a\r\nContent-Length: 3\r\n\r\nabc";
            client.send(post);
            PartnerByHand.Connection api = rig.partner.accept();
            assertThat(api.readHead()).startsWith("GET /user ").contains("Authorization: a\r\n");
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"id\":7}");
            assertThat(api.readHead()).startsWith("POST /v1/x ").contains("User: 7\r\n");
            assertThat(api.read(3)).isEqualTo("abc");
            api.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(client.readUntil("ok")).startsWith("HTTP/1.1 200 ");
            client.send(post);
            api.readHead();
            api.send("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");

            assertThat(client.readUntil("}")).startsWith("HTTP/1.1 401 ").contains("unexpected status 401");
        }
    }

    private static String lines(String text) {
        return text.replace("\n", "\r\n");
    }
}
