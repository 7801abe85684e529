package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupPath;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The path of a request as a mashup with templates sees it, in each container. */
class PathTest {

    @InEachContainer
    void aMashupReadsThePathVariables(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Users())) {
            assertThat(rig.get("/user/7").body()).isEqualTo("/user/{id} 7");
            assertThat(rig.get("/user/7?id=8").body()).isEqualTo("/user/{id} 7");
            assertThat(rig.get("/user/7/orders/x").body()).isEqualTo("/user/{id}/orders/{order} 7");
            assertThat(rig.get("/user/me").body()).isEqualTo("/user/me");
            assertThat(rig.get("/user").body()).isEqualTo("/user");
        }
    }

    @InEachContainer
    void aPathThatMatchesNoTemplateIsNotFound(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Users())) {
            for (String path :
                    new String[] {"/user/", "/user/7/", "/user/7/orders", "/user/7/orders/x/y", "/user/7/x"}) {
                HttpResponse<String> reply = rig.get(path);

                assertThat(reply.statusCode()).as(path).isEqualTo(404);
                assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(reply.body()).as("for strangers").doesNotContain("/user/{id}");
            }
        }
    }

    /** The same in each: decoded as UTF-8, without parameters of segments, never a slash within a variable. */
    @InEachContainer
    void encodedCharactersAreDecodedOrRefused(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Users())) {
            assertThat(rig.get("/user/Z%C3%BCrich").body()).isEqualTo("/user/{id} Zürich");
            assertThat(rig.get("/user/a%20b+c").body()).isEqualTo("/user/{id} a b+c");
            assertThat(rig.get("/user/7;v=1").body()).isEqualTo("/user/{id} 7");
            assertThat(rig.get("/user;v=1/7").body()).isEqualTo("/user/{id} 7");
            assertThat(rig.get("/user/%7Bid%7D").body()).isEqualTo("/user/{id} {id}");
            for (String path : new String[] {"/user/a%2Fb", "/user/%2e%2e", "/user/../x", "/user/..;/x", "/user/%00"}) {
                assertThat(status(rig, path)).as(path).isBetween(400, 404);
            }
        }
    }

    private static int status(MashupRig rig, String path) throws Exception {
        try (RawClient client = RawClient.get(rig.port(), path)) {
            return Integer.parseInt(client.readHead().substring(9, 12));
        }
    }

    /** Replies with the template and the variable. */
    @WebServlet("/user/*")
    @MashupPath({"/user", "/user/{id}", "/user/me", "/user/{id}/orders/{order}"})
    private static final class Users extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String template = String.valueOf(mashup.inbound().template());
            String text = template.contains("{id}") ? template + " " + mashup.path("id") : template;
            return CompletableFuture.completedStage(
                    Reply.bytes("text/plain;charset=utf-8", text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
