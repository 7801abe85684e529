package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandPartner;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

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

    @InEachMode
    void aRedirectIsABadGatewayUnlessItsTargetIsPassedOn(ExecutionMode mode) throws Exception {
        String redirect = "HTTP/1.1 302 Found\r\nContent-Length: 2\r\nLocation: /there\r\n\r\nno";
        for (Function<Mashup, CompletionStage<Reply>> without : List.of(streamed(), streamed("ETag"), whole("ETag"))) {
            HttpResponse<String> reply = passOn(mode, redirect, without);

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body()).contains("partner shop: unexpected status 302");
            assertThat(reply.headers().firstValue("Location")).isEmpty();
        }
        for (Function<Mashup, CompletionStage<Reply>> with : List.of(streamed("location"), whole("Location"))) {
            HttpResponse<String> reply = passOn(mode, redirect, with);

            assertThat(reply.statusCode()).isEqualTo(302);
            assertThat(reply.body()).isEqualTo("no");
            assertThat(reply.headers().allValues("Location")).containsExactly("/there");
        }
        assertThat(passOn(mode, "HTTP/1.1 308 No\r\nContent-Length: 0\r\n\r\n", streamed("Location"))
                        .statusCode())
                .as("a redirect without a target, as it came")
                .isEqualTo(308);
    }

    @InEachMode
    void aPartKeepsItsRange(ExecutionMode mode) throws Exception {
        String part = "HTTP/1.1 206 Partial Content\r\nContent-Length: 2\r\nContent-Range: bytes 3-4/9\r\n"
                + "Content-Encoding: x\r\nETag: \"7\"\r\n\r\nno";
        for (Function<Mashup, CompletionStage<Reply>> way :
                List.of(streamed(), streamed("ETag", "Content-Range"), whole(), whole("content-range"))) {
            HttpResponse<String> reply = passOn(mode, part, way);

            assertThat(reply.statusCode()).isEqualTo(206);
            assertThat(reply.headers().allValues("Content-Range")).containsExactly("bytes 3-4/9");
            assertThat(reply.headers().allValues("Content-Encoding")).containsExactly("x");
        }
    }

    @Test
    void aFieldThatFollowsFromTheBodyIsRefusedForAStreamToo() throws Exception {
        HttpResponse<String> reply = passOn(ExecutionMode.ASYNC, mashup -> {
            try {
                return mashup.stream(mashup.exchange("shop").get("/"), "Content-Length");
            } catch (IllegalArgumentException x) {
                return CompletableFuture.completedStage(Reply.text(String.valueOf(x.getMessage())));
            }
        });

        assertThat(reply.body()).startsWith("the field Content-Length of a partner cannot be passed on");
    }

    @Test
    void aPartnersOwnFieldsOfCorsCannotBeNamed() throws Exception {
        HttpResponse<String> reply = passOn(ExecutionMode.ASYNC, mashup -> {
            try {
                return mashup.stream(mashup.exchange("shop").get("/"), "access-control-allow-origin");
            } catch (IllegalArgumentException x) {
                return CompletableFuture.completedStage(Reply.text(String.valueOf(x.getMessage())));
            }
        });

        assertThat(reply.body())
                .isEqualTo("the field access-control-allow-origin of a partner cannot be passed on: it is about the"
                        + " partner's address; set server.cors instead");
    }

    private static Function<Mashup, CompletionStage<Reply>> streamed(String... fields) {
        return mashup -> fields.length == 0
                ? mashup.stream("shop", "/")
                : mashup.stream(mashup.exchange("shop").get("/"), fields);
    }

    private static Function<Mashup, CompletionStage<Reply>> whole(String... fields) {
        return mashup -> mashup.exchange("shop")
                .get("/")
                .accept(302)
                .start()
                .response()
                .thenApply(response -> Reply.of(response, fields));
    }

    private static HttpResponse<String> passOn(ExecutionMode mode, String answer) throws Exception {
        return passOn(
                mode,
                answer,
                mashup -> mashup.exchange("shop")
                        .get("/")
                        .accept(304, 404)
                        .start()
                        .response()
                        .thenApply(response -> Reply.of(response, "etag", "Vary")));
    }

    private static HttpResponse<String> passOn(
            ExecutionMode mode, String answer, Function<Mashup, CompletionStage<Reply>> compose) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig =
                        MashupRig.in(mode).partner("shop", partner.url()).serve(compose)) {
            CompletableFuture<HttpResponse<String>> reply = rig.begin("/");
            partner.acceptRequest().send(answer);
            return reply.get(Soon.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static HttpResponse<String> passOn(ExecutionMode mode, Function<Mashup, CompletionStage<Reply>> compose)
            throws Exception {
        try (MashupRig rig =
                MashupRig.in(mode).partner("shop", "http://127.0.0.1:1").serve(compose)) {
            return rig.get("/");
        }
    }
}
