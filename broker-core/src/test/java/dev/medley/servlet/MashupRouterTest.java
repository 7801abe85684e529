package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.routing.MashupRoute;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which of several routes a router chooses, in each container. */
class MashupRouterTest {

    private static final String CHANGED = "DELETE";

    /** The least specific ones first, and variables of other names: the order of the routes does not matter. */
    private static final MashupRouter ROUTER = new MashupRouter(List.of(
            route("/user/{id}/{part}", "GET"),
            route("/user/{id}/orders", "GET", "POST"),
            route("/user/me/{of}", "GET"),
            route("/user/{name}", "GET"),
            route("/user/me", CHANGED),
            route("/exact", "POST"),
            route("/folder/", "GET")));

    @ParameterizedTest
    @EnumSource
    void theMostSpecificTemplateIsChosen(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            assertThat(rig.get("/user/7").body()).isEqualTo("GET /user/{name} 7");
            assertThat(rig.get("/user/7/orders").body()).isEqualTo("GET /user/{id}/orders 7");
            assertThat(rig.get("/user/7/x").body()).isEqualTo("GET /user/{id}/{part} 7 x");
            assertThat(rig.get("/user/me/orders").body()).isEqualTo("GET /user/me/{of} orders");
            assertThat(send(rig, "POST", "/exact").body()).isEqualTo("POST /exact");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSlashAtTheEndIsASegmentThatIsEmpty(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            assertThat(rig.get("/folder/").body()).isEqualTo("GET /folder/");
            for (String path : List.of("/folder", "/exact/", "/user/", "/user", "/user/7/", "/user/7/orders/")) {
                assertThat(rig.get(path).statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVariableIsDecoded(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            assertThat(rig.get("/user/a+b%20c").body()).isEqualTo("GET /user/{name} a+b c");
            assertThat(rig.get("/user/Z%C3%BCrich/%7Bid%7D").body()).isEqualTo("GET /user/{id}/{part} Zürich {id}");
            assertThat(send(rig, CHANGED, "/user/%6De").body()).isEqualTo("DELETE /user/me");
        }
    }

    /** As by Jetty, to which such a path is ambiguous. */
    @ParameterizedTest
    @EnumSource
    void aPercentSignInAVariableIsRefusedOrDecodedOnce(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            for (String value : List.of("100%25", "%2541", "%252F", "%252e%252e")) {
                HttpResponse<String> reply = rig.get("/user/" + value);

                assertThat(reply.statusCode()).as(value).isEqualTo(kind == WebContainer.Kind.JETTY ? 400 : 200);
                if (kind != WebContainer.Kind.JETTY) {
                    assertThat(reply.body()).isEqualTo("GET /user/{name} " + value.replace("%25", "%"));
                }
            }
        }
    }

    /** Otherwise a value could be more than one segment for who uses it in a path. */
    @ParameterizedTest
    @EnumSource
    void noVariableHasASlashOrIsDots(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            for (String path : List.of(
                    "/user/a%2Fb",
                    "/user/a%2fb/orders", "/user/%2e%2e", "/user/%2e", "/user/%2E%2E/x", "/user/..%2Fexact")) {
                assertThat(head(rig, path)).as(path).matches("HTTP/1.1 (400|404) .*");
            }
            assertThat(rig.replied()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void dotsAreResolvedBeforeARouteIsChosen(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            assertThat(head(rig, "/user/../exact")).startsWith("HTTP/1.1 405 ");
            assertThat(head(rig, "/user/7/../8")).startsWith("HTTP/1.1 200 ");
            assertThat(head(rig, "/user/7/..")).startsWith("HTTP/1.1 404 ");
            assertThat(head(rig, "/user/../../exact")).startsWith("HTTP/1.1 400 ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theMethodsAreThoseOfTheRouteThatThePathHas(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            assertRefused(send(rig, "POST", "/user/7"), "GET, HEAD, OPTIONS");
            assertRefused(send(rig, "PUT", "/user/7/orders"), "GET, HEAD, POST, OPTIONS");
            assertRefused(send(rig, "GET", "/user/me"), "DELETE, OPTIONS");
            assertRefused(send(rig, "HEAD", "/exact"), "POST, OPTIONS");
            assertThat(send(rig, "POST", "/user/7/orders").body()).isEqualTo("POST /user/{id}/orders 7");
        }
    }

    @ParameterizedTest
    @EnumSource
    void optionsAreThoseOfTheRoute(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            HttpResponse<String> reply = send(rig, "OPTIONS", "/user/7/orders");

            assertThat(reply.statusCode()).isEqualTo(204);
            assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, POST, OPTIONS");
            assertThat(send(rig, "OPTIONS", "/exact").headers().firstValue("Allow"))
                    .contains("POST, OPTIONS");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHeadIsAnsweredAsAGetWithoutTheBody(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            HttpResponse<String> reply = send(rig, "HEAD", "/user/7");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEmpty();
            assertThat(reply.headers().firstValue("Content-Length")).contains("" + "HEAD /user/{name} 7".length());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPathWithoutARouteIsNotFoundWhateverTheMethod(WebContainer.Kind kind) throws Exception {
        try (MashupRig rig = serve(kind)) {
            for (String method : List.of("GET", "HEAD", "POST", CHANGED, "OPTIONS")) {
                HttpResponse<String> reply = send(rig, method, "/user/7/orders/x");

                assertThat(reply.statusCode()).as(method).isEqualTo(404);
                assertThat(reply.headers().firstValue("Allow")).as(method).isEmpty();
            }
            assertThat(rig.replied()).isEmpty();
        }
    }

    @Test
    void eachMappingIsNamedOnce() {
        assertThat(ROUTER.mappings())
                .containsExactlyInAnyOrder("/user/*", "/user/me", "/user/me/*", "/exact", "/folder/");
    }

    @Test
    void templatesOfTheSamePathsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MashupRouter(List.of(route("/a/{x}", "GET"), route("/a/{y}", "POST"))))
                .withMessageContaining("'/a/{x}' and '/a/{y}'")
                .withMessageContaining("match the same paths");
    }

    @Test
    void aRouteTellsItsVariablesAndItsMapping() {
        assertThat(MashupRoute.variables("/user/{id}/orders/{order}")).containsExactly("id", "order");
        assertThat(route("/user/{id}/orders/{order}", "GET").mapping()).isEqualTo("/user/*");
        assertThat(MashupRoute.shape("/user/{id}")).isEqualTo(MashupRoute.shape("/user/{name}"));
        assertThat(MashupRoute.shape("/user/{id}")).isNotEqualTo(MashupRoute.shape("/user/{id}/"));
        assertThat(MashupRoute.shape("/user/{id}")).isNotEqualTo(MashupRoute.shape("/user/me"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MashupRoute.variables("/user/{id}/{id}"))
                .withMessage("the variable id is in it twice");
    }

    private static MashupRoute route(String template, String... methods) {
        return new MashupRoute(template, List.of(methods), null, null, mashup -> tell(mashup, template));
    }

    /** Replies with the method, the template and its values. */
    private static CompletionStage<Reply> tell(Mashup mashup, String template) {
        List<String> words = new ArrayList<>(List.of(mashup.inbound().method(), template));
        MashupRoute.variables(template).forEach(name -> words.add(mashup.path(name)));
        byte[] text = String.join(" ", words).getBytes(StandardCharsets.UTF_8);
        return CompletableFuture.completedStage(Reply.bytes("text/plain;charset=utf-8", text));
    }

    private static MashupRig serve(WebContainer.Kind kind) throws Exception {
        return MashupRig.in(ExecutionMode.ASYNC).container(kind).serve(ROUTER);
    }

    private static HttpResponse<String> send(MashupRig rig, String method, String target) throws Exception {
        return rig.send(rig.request(target).method(method, BodyPublishers.noBody()));
    }

    /** The status line of the reply to {@code target}, which is sent as it is. */
    private static String head(MashupRig rig, String target) throws Exception {
        try (RawClient client = RawClient.get(rig.port(), target)) {
            return client.readHead().lines().findFirst().orElse("");
        }
    }

    private static void assertRefused(HttpResponse<String> reply, String allowed) {
        assertThat(reply.statusCode()).isEqualTo(405);
        assertThat(reply.headers().firstValue("Allow")).contains(allowed);
    }
}
