package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The methods of one path may have declarations of their own; and a reply may have no body. */
class MethodDeclarationsTest {

    private static DeclaredRig rig;

    @BeforeAll
    static void start() throws IOException {
        rig = new DeclaredRig("""
                  /note/{id}:
                    parameters: {id: {type: integer}}
                    summary: A note
                    methods:
                      GET: {reply: {body: '{"read": $request.path.id}'}}
                      PUT:
                        exchanges: {saved: {partner: a, method: PUT, path: '/partner/{$request.path.id}', body: $request.body}}
                        reply: {status: '201', body: '{"saved": $saved.received}'}
                      POST:
                        exchanges: {saved: {partner: a, path: '/partner/{$request.path.id}', body: $request.body}}
                        reply: {status: '303', headers: {Location: '/note/{$saved.partner}'}}
                      DELETE:
                        exchanges: {gone: {partner: a, path: '/partner/{$request.path.id}'}}
                        reply: {status: '204', needs: [gone]}
                  /either:
                    exchanges: {one: {partner: a, path: /partner/1}}
                    reply: {status: '$request.query.to ? 302 : 200', headers: {Location: '{$request.query.to}'}}
                  /none:
                    reply: {status: '$request.query.none ? 204 : 200', body: '{"x": 1}'}
                """);
    }

    @AfterAll
    static void close() {
        rig.close();
    }

    @Test
    void eachMethodHasItsExchangesAndItsReply() throws Exception {
        assertThat(rig.get("/note/7").body()).isEqualTo("{\"read\":7}");
        assertThat(send("PUT", "/note/7", "{\"a\":1}"))
                .returns(201, HttpResponse::statusCode)
                .returns("{\"saved\":7}", HttpResponse::body);
    }

    @Test
    void aHeadIsAnsweredAsAGetIs() throws Exception {
        HttpResponse<String> reply = send("HEAD", "/note/7", "");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Length")).hasValue("10");
    }

    @Test
    void aMethodThatIsNotDeclaredIsNotAllowed() throws Exception {
        assertThat(send("PATCH", "/note/7", "{}").statusCode()).isEqualTo(405);
        for (String method : new String[] {"PATCH", "OPTIONS"}) {
            assertThat(send(method, "/note/7", "").headers().firstValue("Allow"))
                    .hasValue("GET, HEAD, PUT, POST, DELETE, OPTIONS");
        }
    }

    @Test
    void theParametersOfThePathHoldForEachMethod() throws Exception {
        for (String method : new String[] {"GET", "PUT", "DELETE"}) {
            assertThat(send(method, "/note/x", "").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void aRedirectHasNoBodyUnlessOneIsDeclared() throws Exception {
        HttpResponse<String> reply = send("POST", "/note/7", "{}");

        assertThat(reply.statusCode()).isEqualTo(303);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.headers().firstValue("Content-Type")).isEmpty();
        assertThat(rig.get("/either?to=/x"))
                .returns(302, HttpResponse::statusCode)
                .returns("", HttpResponse::body);
        assertThat(rig.get("/either").body()).startsWith("{\"one\":");
    }

    @Test
    void aReplyOf204HasNoBody() throws Exception {
        for (HttpResponse<String> reply : List.of(send("DELETE", "/note/7", ""), rig.get("/none?none=1"))) {
            assertThat(reply.statusCode()).isEqualTo(204);
            assertThat(reply.body()).isEmpty();
            assertThat(reply.headers().firstValue("Content-Type")).isEmpty();
        }
        assertThat(rig.get("/none").body()).isEqualTo("{\"x\":1}");
    }

    private static HttpResponse<String> send(String method, String path, String body) throws Exception {
        return rig.client.send(
                rig.request(path, "Content-Type", "application/json")
                        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
