package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.annotation.WebServlet;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** A mashup answers the methods that it names, GET unless it names any, and HEAD with GET. */
class MethodsTest {

    @InEachContainer
    void aMashupThatNamesNoMethodAnswersGetAndHeadOnly(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        Read read = new Read();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(read)) {
            for (String method : new String[] {"DELETE", "POST", "PUT", "PATCH", "PROPFIND"}) {
                HttpResponse<String> refused = send(rig, method);

                assertThat(refused.statusCode()).as(method).isEqualTo(405);
                assertThat(refused.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
                assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
                assertThat(refused.body()).contains("\"title\":\"Method Not Allowed\"", method);
            }
            assertThat(read.composed).hasValue(0);
            assertThat(rig.get("/read").body()).isEqualTo("GET");
            assertThat(send(rig, "HEAD").statusCode()).isEqualTo(200);
            assertThat(read.composed).hasValue(2);
        }
    }

    @InEachContainer
    void optionsAreAnsweredWithoutTheMashup(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        Read read = new Read();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(read)) {
            HttpResponse<String> reply = send(rig, "OPTIONS");
            assertThat(reply.headers().firstValue("Content-Type")).isEmpty();

            assertThat(reply.statusCode()).isEqualTo(204);
            assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
            assertThat(reply.body()).isEmpty();
            assertThat(read.composed).hasValue(0);
            assertThat(rig.onlyReplied().status()).isEqualTo(204);
        }
    }

    @InEachContainer
    void aMashupAnswersTheMethodsThatItNames(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Written())) {
            for (String method : new String[] {"POST", "PUT", "OPTIONS"}) {
                assertThat(send(rig, method).body()).isEqualTo(method);
            }
            for (String method : new String[] {"GET", "HEAD", "DELETE"}) {
                HttpResponse<String> refused = send(rig, method);

                assertThat(refused.statusCode()).as(method).isEqualTo(405);
                assertThat(refused.headers().firstValue("Allow")).contains("POST, PUT, OPTIONS");
            }
        }
    }

    @InEachContainer
    void theReplyToAHeadHasTheFieldsOfAGetAndNoBody(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Sized());
                RawClient client = new RawClient(rig.port())) {
            for (String size : new String[] {"0", "7", "100000"}) {
                client.send("HEAD /read?size=" + size + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String head = client.readHead();
                client.send("GET /read?size=" + size + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String whole = client.readHead();

                // Read as the beginning of the next reply, a body would be found.
                assertThat(whole).startsWith("HTTP/1.1 200 ");
                assertThat(head).startsWith("HTTP/1.1 200 ").containsIgnoringCase("Server-Timing:");
                assertThat(head).containsIgnoringCase("Content-Type: text/x;charset=utf-8");
                if (whole.toLowerCase(Locale.ROOT).contains("content-length:")) {
                    assertThat(RawClient.contentLength(head)).isEqualTo(RawClient.contentLength(whole));
                    client.read(RawClient.contentLength(whole));
                } else {
                    client.readUntil("0\r\n\r\n");
                }
                assertThat(RawClient.contentLength(head)).isEqualTo(Integer.parseInt(size));
            }
        }
    }

    @InEachContainer
    void theReplyToAHeadDoesNotReadAStream(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        AtomicInteger subscribed = new AtomicInteger();
        try (MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .serve(mashup -> CompletableFuture.completedStage(Reply.stream(
                                        "text/x",
                                        (Flow.Subscriber<? super ByteBuffer> reader) -> subscribed.incrementAndGet())
                                .length(1_000_000)));
                RawClient client = new RawClient(rig.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");

            assertThat(RawClient.contentLength(client.readHead())).isEqualTo(1_000_000);
            assertThat(rig.onlyReplied().status()).isEqualTo(200);
            assertThat(subscribed).hasValue(0);
        }
    }

    /** None: the length 0 would be another than that of the reply to a GET. */
    @InEachContainer
    void theReplyToAHeadHasTheLengthOfAStreamOnlyIfItIsKnown(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        AtomicInteger subscribed = new AtomicInteger();
        try (MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .serve(mashup -> CompletableFuture.completedStage(Reply.stream(
                                "text/x",
                                (Flow.Subscriber<? super ByteBuffer> reader) -> subscribed.incrementAndGet())));
                RawClient client = new RawClient(rig.port())) {
            for (int i = 0; i < 2; i++) {
                client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");

                // Read as the beginning of the next reply, a body would be found.
                assertThat(client.readHead())
                        .startsWith("HTTP/1.1 200 ")
                        .containsIgnoringCase("Content-Type: text/x")
                        .doesNotContainIgnoringCase("Content-Length:");
            }
            assertThat(subscribed).hasValue(0);
        }
    }

    @InEachContainer
    void aRefusedBodyIsNotReadAsTheNextRequest(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        String body = "GET /stolen HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Read())) {
            for (String framing : new String[] {
                "Content-Length: " + body.length() + "\r\n\r\n" + body,
                "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                        + "\r\n0\r\n\r\n",
                "Content-Length: 100000000\r\n\r\n" + body
            }) {
                try (RawClient client = new RawClient(rig.port())) {
                    client.send("POST /read HTTP/1.1\r\nHost: localhost\r\n" + framing);
                    String head = client.readHead();
                    assertThat(head)
                            .startsWith("HTTP/1.1 405 ")
                            .containsIgnoringCase("\r\nAllow: GET, HEAD, OPTIONS\r\n");
                    client.read(RawClient.contentLength(head));
                    if (!framing.contains("100000000")) {
                        client.send("GET /read HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                    }

                    // Answered, or closed: but no reply to the body.
                    String rest = framing.contains("100000000") ? "" : client.readTextUntilBrokenOff();
                    assertThat(rest.isEmpty() || rest.startsWith("HTTP/1.1 200 "))
                            .as(rest)
                            .isTrue();
                    assertThat(rest).doesNotContain("HTTP/1.1 404");
                }
            }
        }
    }

    @InEachContainer
    void aTraceIsRefused(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(new Read());
                RawClient client = new RawClient(rig.port())) {
            client.send("TRACE /read HTTP/1.1\r\nHost: localhost\r\nX-Secret: s\r\n\r\n");
            String head = client.readHead();

            assertThat(head).startsWith("HTTP/1.1 405 ");
            assertThat(client.read(RawClient.contentLength(head))).doesNotContain("X-Secret");
        }
    }

    private static HttpResponse<String> send(MashupRig rig, String method) throws Exception {
        return rig.send(rig.request("/read").method(method, BodyPublishers.noBody()));
    }

    /** Names no method. */
    @WebServlet("/read")
    private static final class Read extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger composed = new AtomicInteger();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            composed.incrementAndGet();
            return CompletableFuture.completedStage(Reply.text(mashup.inbound().method()));
        }
    }

    /** Names its methods, OPTIONS among them. */
    @WebServlet("/read")
    @MashupMethods({"POST", "PUT", "OPTIONS"})
    private static final class Written extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text(mashup.inbound().method()));
        }
    }

    /** Replies with as many bytes as it is asked for. */
    @WebServlet("/read")
    private static final class Sized extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(
                    Reply.bytes("text/x;charset=utf-8", new byte[(int) mashup.number("size", 0, 1 << 20)]));
        }
    }
}
