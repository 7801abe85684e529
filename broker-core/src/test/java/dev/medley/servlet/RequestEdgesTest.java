package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What clients send seldom, on its way through a mashup to a partner. */
class RequestEdgesTest {

    private static final String GZIP = "gzip";

    // ---- The query. -------------------------------------------------------------------------------------------------

    @InEachContainer
    void aQueryThatIsNotUtf8IsABadRequest(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(RequestEdgesTest::parameters)) {
            for (String query : List.of("q=%ff", "%ff=q", "q=%C3", "q=a%E2%82", "q=%C3%EF%BF%BD", "q=%ed%a0%80")) {
                HttpResponse<String> reply = rig.get("/?" + query);

                assertThat(reply.statusCode()).as(query).isEqualTo(400);
                assertThat(reply.body()).contains("the query has bytes that are not UTF-8");
            }
            assertThat(rig.get("/?q=%C3%BC+%efa").statusCode()).isEqualTo(400);
            assertThat(rig.get("/?q=%C3%BC+%ef%bf%bd").body()).isEqualTo("{q=ü \uFFFD}");
        }
    }

    private static CompletionStage<Reply> parameters(Mashup mashup) {
        return CompletableFuture.completedStage(
                Reply.text(mashup.inbound().parameters().toString()));
    }

    // ---- The method. ------------------------------------------------------------------------------------------------

    @InEachMode
    void anExchangeMayHaveEachMethodThatAMashupAnswers(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig =
                        MashupRig.in(mode).partner("files", partner.url()).serve(new Searching());
                RawClient client = new RawClient(rig.port())) {
            client.send("M-SEARCH /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
            HandConnection hand = partner.accept();
            assertThat(hand.readHead().line()).isEqualTo("M-SEARCH /found HTTP/1.1");
            hand.answer("done");

            assertThat(client.readUntil("done")).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Answers a method with a character that is no letter. */
    @WebServlet("/search")
    @MashupMethods("M-SEARCH")
    private static final class Searching extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return mashup.exchange("files")
                    .request(mashup.inbound().method(), "/found")
                    .start()
                    .response()
                    .thenApply(response -> Reply.text(response.text()));
        }
    }

    // ---- The date. --------------------------------------------------------------------------------------------------

    @InEachContainer
    void aReplyHasOneDate(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        String date = "Sun, 06 Nov 1994 08:49:37 GMT";
        try (MashupRig rig = MashupRig.in(mode)
                .container(kind)
                .serve(mashup -> CompletableFuture.completedStage(Reply.text("a")
                        .header("Date", "Sat, 05 Nov 1994 08:49:37 GMT")
                        .header("date", date)))) {
            assertThat(rig.get("/").headers().allValues("Date")).containsExactly(date);
        }
    }

    // ---- The coding of a body. --------------------------------------------------------------------------------------

    @InEachContainer
    void aCodedBodyKeepsItsCodingOnItsWayToAPartner(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertThat(passed(kind, mode, GZIP, mashup -> streamed(mashup, ""))).containsExactly(GZIP);
        assertThat(passed(kind, mode, GZIP, RequestEdgesTest::whole)).containsExactly(GZIP);
        assertThat(passed(kind, mode, GZIP, mashup -> streamed(mashup, "br"))).containsExactly("br");
        assertThat(passed(kind, mode, "", mashup -> streamed(mashup, ""))).isEmpty();
    }

    private static CompletionStage<Reply> streamed(Mashup mashup, String coding) {
        var exchange = mashup.exchange("files").post("/partner").body(mashup.streamedBody());
        return (coding.isEmpty() ? exchange : exchange.header("content-encoding", coding))
                .start()
                .response()
                .thenApply(response -> Reply.text(response.text()));
    }

    private static CompletionStage<Reply> whole(Mashup mashup) {
        return mashup.requestBody()
                .thenCompose(body -> mashup.exchange("files")
                        .post("/partner")
                        .body(body)
                        .start()
                        .response()
                        .thenApply(response -> Reply.text(response.text())));
    }

    private static List<String> passed(
            WebContainer.Kind kind, ExecutionMode mode, String coding, Function<Mashup, CompletionStage<Reply>> mashup)
            throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .partner("files", partner.url())
                        .serve(mashup);
                RawClient client = new RawClient(rig.port())) {
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n"
                    + (coding.isEmpty() ? "" : "Content-Encoding: " + coding + "\r\n")
                    + "\r\nbody");
            HandConnection hand = partner.accept();
            HandRequest head = hand.readHead();
            assertThat(hand.readBytes(4)).isEqualTo("body");
            hand.answer("done");
            assertThat(client.readUntil("done")).startsWith("HTTP/1.1 200 ");
            return head.values("Content-Encoding");
        }
    }

    @InEachContainer
    void aCodedBodyIsNotReadAsAValue(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .container(kind)
                .serve(mashup -> mashup.inbound().query() == null
                        ? mashup.body(Map.class).thenApply(Reply::json)
                        : mashup.inbound().form().thenApply(Reply::json))) {
            for (String target : List.of("/", "/?form")) {
                String type = target.equals("/") ? "application/json" : "application/x-www-form-urlencoded";
                HttpResponse<String> reply = rig.send(rig.request(target)
                        .header("Content-Type", type)
                        .header("Content-Encoding", GZIP)
                        .POST(BodyPublishers.ofString("{}")));

                assertThat(reply.statusCode()).as(target).isEqualTo(415);
                assertThat(reply.body()).contains("the content coding of the body is gzip, expected none");
                assertThat(reply.headers().firstValue("Accept-Encoding")).contains("identity");
                assertThat(rig.send(rig.request(target)
                                        .header("Content-Type", type)
                                        .header("Content-Encoding", "identity")
                                        .POST(BodyPublishers.ofString("{}")))
                                .statusCode())
                        .as(target)
                        .isEqualTo(200);
            }
        }
    }
}
