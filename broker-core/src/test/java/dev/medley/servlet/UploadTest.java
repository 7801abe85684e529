package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.connection.HandRequest;
import dev.medley.connection.ProtocolChoice;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.SubmissionPublisher;

/** The body of a client is passed on to a partner as it comes, as fast as the partner takes it, and never looks complete if it is not. */
class UploadTest {

    private static final int MIB = 1 << 20;
    /** More than {@code max-request-body} of the rig. */
    private static final byte[] LARGE = numbered(3 * MIB);

    private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/x\r\n";

    @InEachContainer
    void aBodyOfKnownLengthIsPassedOn(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        assertPassedOn(container, mode, ProtocolChoice.HTTP_1_1, BodyPublishers.ofByteArray(LARGE));
        assertPassedOn(container, mode, ProtocolChoice.H2C, BodyPublishers.ofByteArray(LARGE));
    }

    @InEachContainer
    void aBodyOfUnknownLengthIsPassedOn(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        BodyPublisher chunks = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(LARGE));
        assertPassedOn(container, mode, ProtocolChoice.HTTP_1_1, chunks);
        assertPassedOn(container, mode, ProtocolChoice.H2C, chunks);
    }

    @InEachContainer
    void aRequestWithoutABodyHasAnEmptyOne(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .partner("files", stubs.uri())
                        .serve(UploadTest::passOn)) {
            assertThat(rig.send(rig.request("/").POST(BodyPublishers.noBody())).body())
                    .contains("\"received\":0,");
        }
    }

    @InEachMode
    void aBodyThatComesByHttp2IsPassedOn(ExecutionMode mode) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode).partner("files", stubs.uri()).serve(UploadTest::passOn)) {
            HttpRequest.Builder request = HttpRequest.newBuilder(rig.uri("/")).version(HttpClient.Version.HTTP_2);
            client.send(request.build(), BodyHandlers.discarding());
            HttpResponse<String> reply = client.send(
                    request.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(LARGE)))
                            .build(),
                    BodyHandlers.ofString());

            assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(reply.body()).contains(sha256(LARGE));
        }
    }

    @InEachContainer
    void partsAreSentAsTheyCome(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(container, mode, partner);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Content-Length: 12\r\n\r\n");
            HandConnection hand = partner.accept();
            HandRequest head = hand.readHead();
            assertThat(head.values("Content-Type")).containsExactly("text/x");
            assertThat(head.values("Content-Length")).containsExactly("12");
            client.send("one ");
            assertThat(hand.readBytes(4)).isEqualTo("one ");
            client.send("two ");
            assertThat(hand.readBytes(4)).isEqualTo("two ");
            client.send("end.");
            assertThat(hand.readBytes(4)).isEqualTo("end.");
            hand.answer("done");

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.readUntil("done")).endsWith("done");
        }
    }

    @InEachContainer
    void aClientThatLeavesIsNoCompleteRequest(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(container, mode, partner)) {
            RawClient client = new RawClient(rig.port());
            client.send(HEAD + "Content-Length: 8\r\n\r\none ");
            HandConnection hand = partner.accept();
            hand.readHead();
            assertThat(hand.readBytes(4)).isEqualTo("one ");
            client.close();

            assertThat(hand.readBytes(4)).isEmpty();
            assertThat(rig.onlyReplied().status()).isBetween(400, 499);
        }
    }

    @InEachContainer
    void malformedChunksAreABadRequestAndNoCompleteOne(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(container, mode, partner);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n4\r\none \r\n");
            HandConnection hand = partner.accept();
            hand.readHead();
            assertThat(hand.readBytes(7)).isEqualTo("4\r\none ");
            client.send("no number\r\n");

            assertThat(hand.readBytes(7)).isEmpty();
            String reply = client.readTextUntilBrokenOff();
            if (container == WebContainer.Kind.JETTY) {
                assertThat(reply).startsWith("HTTP/1.1 400 ").contains("the body did not arrive whole");
            } else {
                // Tomcat ends such a request by itself.
                assertThat(reply).doesNotContain(" 200 ");
            }
            assertThat(rig.onlyReplied().status()).isBetween(400, 499);
        }
    }

    /** The container has not ended the request: its end in order would make the reply look complete. */
    @InEachContainer
    void aReplyThatBreaksOffWithTheUploadIsNotComplete(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .partner("files", partner.url())
                        .serve(UploadTest::streamBeside);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n4\r\none \r\n");
            HandConnection hand = partner.accept();
            hand.readHead();
            assertThat(hand.readBytes(7)).isEqualTo("4\r\none ");
            assertThat(client.readHead()).contains("ransfer-");
            client.readUntil("a part");
            client.send("no number\r\n");

            assertThat(client.readTextUntilBrokenOff()).doesNotContain("\r\n0\r\n");
            assertThat(rig.onlyReplied().clientGone()).isTrue();
        }
    }

    /** Streams a reply that fails if the upload does. */
    private static CompletionStage<Reply> streamBeside(Mashup mashup) {
        SubmissionPublisher<ByteBuffer> parts = new SubmissionPublisher<>();
        mashup.exchange("files")
                .post("/partner/1")
                .body(mashup.streamedBody())
                .start()
                .response()
                .whenComplete((response, failure) -> parts.closeExceptionally(failure));
        return CompletableFuture.completedStage(Reply.stream("text/plain", subscriber -> {
            parts.subscribe(subscriber);
            parts.submit(ByteBuffer.wrap("a part".getBytes(StandardCharsets.US_ASCII)));
        }));
    }

    @InEachContainer
    void anEarlyAnswerIsPassedOnAndTheRestOfTheBodyIsNoRequest(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        String rest = "GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(container, mode, partner);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Content-Length: " + (4 + rest.length()) + "\r\n\r\none ");
            HandConnection hand = partner.accept();
            hand.readHead();
            hand.readBytes(4);
            hand.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo much");
            assertThat(client.readHead()).startsWith("HTTP/1.1 413 ");
            assertThat(client.readUntil("too much")).endsWith("too much");
            sendUnlessClosed(client, rest);

            assertThat(client.readTextUntilBrokenOff()).doesNotContain("HTTP/1.1 ");
            hand.awaitClosed();
            assertThat(rig.onlyReplied().status()).isEqualTo(413);
        }
    }

    @InEachContainer
    void theDeadlineHoldsForTheUpload(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        Duration deadline = Duration.ofSeconds(30);
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .manualTime()
                        .deadline(deadline)
                        .partner("files", partner.url())
                        .serve(UploadTest::passOn);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Content-Length: 8\r\n\r\none ");
            HandConnection hand = partner.accept();
            hand.readHead();
            hand.readBytes(4);
            rig.clock().advance(deadline);

            assertThat(hand.readBytes(4)).isEmpty();
            assertThat(client.readHead()).startsWith("HTTP/1.1 504 ");
            rig.awaitSuspended();
        }
    }

    @InEachMode
    void aPartnerThatDoesNotReadHoldsTheClientBack(ExecutionMode mode) throws Exception {
        // The bytes that the buffers of the operating system hold on the way, not those that Medley would.
        int underWay = 24 * MIB;
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(WebContainer.Kind.JETTY, mode, partner);
                PushingClient client =
                        PushingClient.start(rig.port(), HEAD + "Content-Length: " + 64 * MIB + "\r\n\r\n")) {
            HandConnection hand = partner.accept();
            hand.readHead();
            client.awaitStalled();
            assertThat(client.sent()).isLessThan(underWay);
            for (int read = 0; read < 64; read++) {
                assertThat(hand.readBytes(MIB)).hasSize(MIB);
                assertThat(client.sent()).isLessThan((long) (read + 1) * MIB + underWay);
            }
            hand.answer("done");
            assertThat(client.reply()).startsWith("HTTP/1.1 200 ").endsWith("done");
        }
    }

    @InEachMode
    void aFailureOfThePartnerIsThePartners(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(WebContainer.Kind.JETTY, mode, partner);
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Content-Length: 8\r\n\r\none ");
            HandConnection hand = partner.accept();
            hand.readHead();
            hand.reset();

            assertThat(client.readHead()).startsWith("HTTP/1.1 502 ");
            assertThat(client.readUntil("}")).contains("partner files: connection failed");
        }
    }

    @InEachContainer
    void aReplyBeforeTheUploadIsReadLeavesTheRestToTheContainer(WebContainer.Kind container, ExecutionMode mode)
            throws Exception {
        CompletableFuture<Mashup> replied = new CompletableFuture<>();
        try (MashupRig rig = MashupRig.in(mode).container(container).serve(mashup -> {
                    mashup.streamedBody();
                    replied.complete(mashup);
                    return CompletableFuture.completedStage(Reply.text("unread"));
                });
                RawClient client = new RawClient(rig.port())) {
            client.send(HEAD + "Content-Length: 4\r\n\r\none ");
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.readUntil("unread")).endsWith("unread");
        }
    }

    private static void assertPassedOn(
            WebContainer.Kind container, ExecutionMode mode, ProtocolChoice protocol, BodyPublisher body)
            throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode)
                        .container(container)
                        .partner(PartnerSettings.of("files", stubs.uri().toString())
                                .protocol(protocol)
                                .build())
                        .serve(UploadTest::passOn)) {
            HttpResponse<String> reply = rig.send(rig.request("/").POST(body));

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).contains("\"received\":" + LARGE.length + ",", sha256(LARGE));
        }
    }

    private static MashupRig rig(WebContainer.Kind container, ExecutionMode mode, HandPartner partner)
            throws Exception {
        return MashupRig.in(mode)
                .container(container)
                .partner("files", partner.url())
                .serve(UploadTest::passOn);
    }

    private static CompletionStage<Reply> passOn(Mashup mashup) {
        return mashup.exchange("files")
                .post("/partner/1")
                .body(mashup.streamedBody())
                .start()
                .response()
                .thenApply(response -> Reply.text(response.text()).status(response.status()));
    }

    private static void sendUnlessClosed(RawClient client, String text) {
        try {
            client.send(text);
        } catch (IOException closed) {
            assertThat(closed).hasMessageNotContaining("timed out");
        }
    }

    private static byte[] numbered(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = PartnerStubs.byteAt(i);
        }
        return bytes;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
