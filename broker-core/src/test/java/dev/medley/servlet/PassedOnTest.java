package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandPartner;
import dev.medley.mashup.Reply;
import dev.medley.thread.Soon;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A partner's response is passed on with its status, type, body and the fields that the mashup names. */
class PassedOnTest {

    @InEachMode
    void aRefusalOfAPartnerIsPassedOn(ExecutionMode mode) throws Exception {
        HttpResponse<String> reply = passOn(
                mode,
                "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Length: 2\r\nETag: \"7\"\r\n"
                        + "Vary: a\r\nVary: b\r\nX-Internal: 1\r\n\r\nno");

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.body()).isEqualTo("no");
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("text/plain;charset=utf-8");
        assertThat(reply.headers().allValues("ETag")).containsExactly("\"7\"");
        assertThat(reply.headers().allValues("Vary")).containsExactly("a", "b");
        assertThat(reply.headers().firstValue("X-Internal")).isEmpty();
    }

    @InEachMode
    void aResponseWithoutABodyIsPassedOn(ExecutionMode mode) throws Exception {
        assertThat(passOn(mode, "HTTP/1.1 204 No Content\r\nETag: \"7\"\r\n\r\n"))
                .returns(204, HttpResponse::statusCode)
                .returns("", HttpResponse::body);
        assertThat(passOn(mode, "HTTP/1.1 304 Not Modified\r\nETag: \"7\"\r\n\r\n"))
                .returns(304, HttpResponse::statusCode)
                .returns("", HttpResponse::body);
    }

    @InEachContainer
    void theLengthOfAHeadIsThePartners(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .partner("shop", partner.url())
                        .serve(mashup -> mashup.exchange("shop")
                                .request("HEAD", "/")
                                .start()
                                .response()
                                .thenApply(Reply::of));
                RawClient client = new RawClient(rig.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            partner.acceptRequest().send("HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 1234\r\n\r\n");

            assertThat(RawClient.contentLength(client.readHead())).isEqualTo(1234);
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @InEachMode
    void aHeadOfAPartnerAsTheReplyToAGetHasNoBody(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .partner("shop", partner.url())
                        .serve(mashup -> mashup.exchange("shop")
                                .request("HEAD", "/")
                                .start()
                                .response()
                                .thenApply(Reply::of))) {
            CompletableFuture<HttpResponse<String>> reply = rig.begin("/");
            partner.acceptRequest().send("HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n");

            assertThat(reply.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .returns(200, HttpResponse::statusCode)
                    .returns("", HttpResponse::body);
        }
    }

    private static HttpResponse<String> passOn(ExecutionMode mode, String answer) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .partner("shop", partner.url())
                        .serve(mashup -> mashup.exchange("shop")
                                .get("/")
                                .accept(304, 404)
                                .start()
                                .response()
                                .thenApply(response -> Reply.of(response, "etag", "Vary")))) {
            CompletableFuture<HttpResponse<String>> reply = rig.begin("/");
            partner.acceptRequest().send(answer);
            return reply.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
