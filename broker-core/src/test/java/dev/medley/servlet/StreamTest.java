package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.Reason;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The body of a partner is passed on as it comes, as fast as the client takes it, and never looks complete if it is not. */
class StreamTest {

    private static final int MIB = 1 << 20;
    private static final String LARGE_PART = "x".repeat(300_000);

    @InEachMode
    void aBodyIsPassedOnByteByByte(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode).partner("files", stubs.uri()).serve(StreamTest::passOn)) {
            HttpResponse<byte[]> reply = rig.getBytes("/bytes?size=" + 3 * MIB);

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().firstValue("Content-Type")).contains("application/octet-stream");
            assertThat(reply.headers().firstValue("Content-Length")).contains(String.valueOf(3 * MIB));
            assertNumbered(reply.body(), 3 * MIB);
            assertThat(rig.onlyReplied().clientGone()).isFalse();
        }
    }

    @InEachMode
    void anEmptyBodyIsPassedOn(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode).partner("files", stubs.uri()).serve(StreamTest::passOn)) {
            assertThat(rig.getBytes("/bytes?size=0").body()).isEmpty();
        }
    }

    @InEachMode
    void aBodyOfUnknownLengthIsPassedOn(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nTransfer-Encoding: chunked\r\n\r\n");
            connection.send("3\r\none\r\n").send("4\r\n two\r\n").send("0\r\n\r\n");

            assertThat(response.get().body()).isEqualTo("one two");
            assertThat(response.get().headers().firstValue("Content-Type")).contains("text/x");
        }
    }

    @InEachMode
    void whatHasComeIsPassedOnWhileThePartnerPauses(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner);
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n").send("one ");
            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.read(4)).isEqualTo("one ");

            connection.send("two.");
            assertThat(client.read(4)).isEqualTo("two.");
        }
    }

    @InEachMode
    void aClientThatReadsSlowlySlowsThePartnerDown(ExecutionMode mode) throws Exception {
        int size = 64 * MIB;
        // The bytes that the buffers of the operating system hold on the way, not those that Medley would.
        int underWay = 24 * MIB;
        try (FloodingPartner partner = FloodingPartner.start(size);
                MashupRig rig =
                        MashupRig.in(mode).partner("files", partner.uri()).serve(StreamTest::passOn);
                RawClient client = RawClient.get(rig.port(), "/")) {
            assertThat(client.readHead()).contains("Content-Length: " + size);
            partner.awaitStalled();
            assertThat(partner.sent()).isLessThan(underWay);

            byte[] first = client.in().readNBytes(8 * MIB);
            assertNumbered(first, 8 * MIB);
            assertThat(partner.sent()).isLessThan(8 * MIB + underWay);

            for (int offset = first.length; offset < size; offset += MIB) {
                byte[] next = client.in().readNBytes(MIB);
                assertThat(next).hasSize(MIB);
                assertThat(next[0]).isEqualTo(PartnerStubs.byteAt(offset));
                assertThat(partner.sent()).isLessThan(offset + MIB + underWay);
            }
            assertThat(rig.onlyReplied().clientGone()).isFalse();
        }
    }

    @InEachMode
    void aClientThatLeavesEndsTheExchange(ExecutionMode mode) throws Exception {
        try (FloodingPartner partner = FloodingPartner.start(512L * MIB);
                MashupRig rig =
                        MashupRig.in(mode).partner("files", partner.uri()).serve(StreamTest::passOn)) {
            RawClient client = RawClient.get(rig.port(), "/");
            client.readHead();
            partner.awaitStalled();
            client.reset();

            assertThat(rig.onlyReplied().clientGone()).isTrue();
            assertThat(partner.sent()).isLessThan(512L * MIB);
        }
    }

    @InEachMode
    void aBodyOfKnownLengthThatIsCutOffBreaksTheReplyOff(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner);
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
                    .send(LARGE_PART);
            assertThat(client.readHead()).contains("Content-Length: 1000000");
            connection.close();

            assertThat(client.readUntilBrokenOff()).isLessThan(1_000_000);
            assertThat(rig.onlyReplied().clientGone()).isFalse();
        }
    }

    @InEachMode
    void aBodyOfUnknownLengthThatIsCutOffBreaksTheReplyOff(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner);
                RawClient client = RawClient.get(rig.port(), "/")) {
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            connection.send(Integer.toHexString(LARGE_PART.length()) + "\r\n" + LARGE_PART + "\r\n");
            assertThat(client.readHead()).contains("Transfer-Encoding: chunked");
            connection.reset();

            assertThatExceptionOfType(IOException.class).isThrownBy(() -> client.readUntil("\r\n0\r\n\r\n"));
        }
    }

    @InEachMode
    void aClientSeesThatABodyWasCutOff(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            HandConnection connection = partner.acceptRequest();
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            connection.send(Integer.toHexString(LARGE_PART.length()) + "\r\n" + LARGE_PART + "\r\n");
            connection.close();

            assertThat(response).failsWithin(Soon.PATIENCE).withThrowableThat().withCauseInstanceOf(IOException.class);
        }
    }

    @InEachMode
    void aPartnerThatBreaksOffBeforeAnythingWasPassedOnIsABadGateway(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            HandConnection connection = partner.acceptRequest();
            connection
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Type: text/x\r\n\r\n")
                    .close();

            assertThat(response.get().statusCode()).isEqualTo(502);
            assertThat(response.get().headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(response.get().body()).contains("partner files: " + Reason.CONNECTION_FAILED.label());
            assertThat(rig.onlyReplied())
                    .returns(502, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
        }
    }

    @InEachMode
    void aPartnerThatAnswersWithAnErrorIsABadGateway(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode).partner("files", stubs.uri()).serve(StreamTest::passOn)) {
            HttpResponse<String> reply = rig.get("/status/500");

            assertThat(reply.statusCode()).isEqualTo(502);
            assertThat(reply.body())
                    .contains("\"detail\":\"partner files: " + Reason.UNEXPECTED_STATUS.label() + " 500\"")
                    .contains("\"partner\":\"files\"")
                    .contains("\"phase\":\"headers\"");
        }
    }

    @InEachMode
    void anUnknownTypeIsPassedOn(ExecutionMode mode) throws Exception {
        try (HandPartner partner = HandPartner.open();
                MashupRig rig = rig(mode, partner)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            partner.acceptRequest()
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/x;charset=\"no such\"\r\n\r\nso");

            assertThat(response.get().statusCode()).isEqualTo(200);
            assertThat(response.get().headers().firstValue("Content-Type").orElse(""))
                    .startsWith("text/x");
        }
    }

    @InEachMode
    void headIsAnsweredWithoutABody(ExecutionMode mode) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(mode).partner("files", stubs.uri()).serve(StreamTest::passOn)) {
            HttpResponse<String> reply =
                    rig.send(rig.request("/bytes?size=" + MIB).method("HEAD", HttpRequest.BodyPublishers.noBody()));

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEmpty();
        }
    }

    private static MashupRig rig(ExecutionMode mode, HandPartner partner) throws Exception {
        return MashupRig.in(mode).partner("files", partner.url()).serve(StreamTest::passOn);
    }

    private static CompletionStage<Reply> passOn(Mashup mashup) {
        String size = mashup.parameter("size", "");
        return mashup.stream("files", mashup.inbound().path() + (size.isEmpty() ? "" : "?size=" + size));
    }

    private static void assertNumbered(byte[] bytes, int length) {
        assertThat(bytes.length).isEqualTo(length);
        for (int i = 0; i < length; i++) {
            if (bytes[i] != PartnerStubs.byteAt(i)) {
                throw new AssertionError("byte " + i + " is " + bytes[i] + ", not " + PartnerStubs.byteAt(i));
            }
        }
    }
}
