package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Merge;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.Soon;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;

/** The client gets the reply of the mashup. */
class ReplyTest {

    private static final int BUFFER = 32 * 1024;

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachMode
    void theAnswersOfThePartnersAreMerged(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> fanOut(mashup, 6))) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(reply.body()).startsWith("{\"p0\":{\"partner\":0,").contains("\"p5\":{\"partner\":5,");
            assertThat(rig.onlyReplied())
                    .returns("tested", RequestSummary::mashup)
                    .returns(200, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
        }
    }

    @InEachMode
    void statusTypeFieldsAndTextAreTheMashups(ExecutionMode mode) throws Exception {
        Reply given = Reply.text("so: ü")
                .status(203)
                .header("X-One", "1")
                .header("X-Many", "2")
                .header("X-Many", "3");
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given))) {
            HttpResponse<byte[]> reply = rig.getBytes("/");

            assertThat(reply.statusCode()).isEqualTo(203);
            assertThat(reply.headers().firstValue("Content-Type").orElse(""))
                    .isEqualToIgnoringCase("text/plain;charset=utf-8");
            assertThat(reply.headers().allValues("X-One")).containsExactly("1");
            assertThat(reply.headers().allValues("X-Many")).containsExactly("2", "3");
            assertThat(new String(reply.body(), UTF_8)).isEqualTo("so: ü");
        }
    }

    @InEachMode
    void aLargeReplyArrivesWhole(ExecutionMode mode) throws Exception {
        byte[] large = new byte[5 << 20];
        for (int i = 0; i < large.length; i++) {
            large[i] = PartnerStubs.byteAt(i);
        }
        Reply given = Reply.bytes("application/octet-stream", large);
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given))) {
            HttpResponse<byte[]> reply = rig.getBytes("/");

            assertThat(reply.headers().firstValue("Content-Length")).contains(String.valueOf(large.length));
            assertThat(Arrays.equals(reply.body(), large)).isTrue();
        }
    }

    @InEachMode
    void aLargeReplyWaitsForAClientThatReadsSlowly(ExecutionMode mode) throws Exception {
        Reply given = Reply.bytes("application/octet-stream", new byte[20 << 20]);
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given));
                RawClient client = RawClient.get(rig.port(), "/")) {
            client.readHead();
            int read = 0;
            while (read < given.body().length) {
                read += client.read(1 << 20).length();
            }

            assertThat(rig.onlyReplied().clientGone()).isFalse();
        }
    }

    @InEachMode
    void aClientThatLeavesALargeReplyIsReportedAsGone(ExecutionMode mode) throws Exception {
        Reply given = Reply.bytes("application/octet-stream", new byte[20 << 20]);
        try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given))) {
            RawClient client = RawClient.get(rig.port(), "/");
            client.readHead();
            client.reset();

            assertThat(rig.onlyReplied().clientGone()).isTrue();
        }
    }

    @InEachMode
    void aReplyOfAboutTheSizeOfTheBufferHoldsNoThreadForAClientThatDoesNotTakeIt(ExecutionMode mode) throws Exception {
        for (int size : new int[] {BUFFER - 1, BUFFER, BUFFER + 1}) {
            Reply given = Reply.bytes("application/octet-stream", new byte[size]);
            try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given));
                    H2Client client = H2Client.withoutWindow(rig.port())) {
                client.get("/");
                client.awaitHead();
                rig.awaitSuspended();
                client.cancel();
            }
        }
    }

    @InEachMode
    void aReplyOfAboutTheSizeOfTheBufferArrivesWhole(ExecutionMode mode) throws Exception {
        for (int size : new int[] {BUFFER - 1, BUFFER, BUFFER + 1}) {
            Reply given = Reply.text("x".repeat(size));
            try (MashupRig rig = MashupRig.in(mode).serve(mashup -> CompletableFuture.completedStage(given))) {
                assertThat(rig.get("/").body()).hasSize(size);
            }
        }
    }

    @InEachMode
    void repliesToOneConnectionComeOneForEachRequest(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> fanOut(mashup, 2));
                RawClient client = new RawClient(rig.port())) {
            String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
            client.send(request + request + request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));

            assertThat(new String(client.readToEnd(), UTF_8).split("HTTP/1.1 200", -1))
                    .hasSize(4);
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(3));
        }
    }

    @InEachMode
    void aStageThatCompletesTwiceIsRepliedToOnce(ExecutionMode mode) throws Exception {
        try (MashupRig rig =
                MashupRig.in(mode).serve(mashup -> new TwiceCompleted(Reply.text("first"), Reply.text("second")))) {
            assertThat(rig.get("/").body()).isEqualTo("first");
            assertThat(rig.get("/").body()).isEqualTo("first");
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(2));
        }
    }

    @InEachContainer
    void aReplyWhoseStatusExcludesABodyHasNone(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        for (int length : new int[] {1, 3 * BUFFER}) {
            for (int status : new int[] {204, 205}) {
                Reply given = Reply.bytes("text/x", new byte[length]).status(status);
                try (MashupRig rig = MashupRig.in(mode)
                                .container(kind)
                                .serve(mashup -> CompletableFuture.completedStage(given));
                        RawClient client = new RawClient(rig.port())) {
                    String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
                    client.send(request + request);

                    assertThat(client.readHead()).startsWith("HTTP/1.1 " + status);
                    assertThat(client.readHead()).startsWith("HTTP/1.1 " + status);
                }
            }
        }
    }

    /** By default a container takes 32 KiB for each. */
    @InEachContainer
    void aSmallReplyHasABufferOfItsSize(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        try (MashupRig rig = MashupRig.in(mode)
                .container(container)
                .filter((request, response, chain) ->
                        chain.doFilter(request, new AskedForBuffers((HttpServletResponse) response, asked)))
                .serve(mashup -> CompletableFuture.completedStage(Reply.text("hello world")))) {
            assertThat(rig.get("/").body()).isEqualTo("hello world");
        }
        assertThat(asked).isNotEmpty().allMatch(bytes -> bytes < 100);
    }

    @InEachMode
    void aReplyToHeadHasNoBody(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> fanOut(mashup, 1))) {
            HttpResponse<String> reply = rig.send(rig.request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()));

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEmpty();
        }
    }

    @InEachMode
    void whatIsNoLongerWantedIsCancelled(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            mashup.get("stubs", "/partner/0?delay=600000");
            return CompletableFuture.completedStage(Reply.text("enough"));
        })) {
            assertThat(rig.get("/").body()).isEqualTo("enough");
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).partner("stubs", STUBS.uri());
    }

    private static CompletionStage<Reply> fanOut(Mashup mashup, int exchanges) {
        Merge merge = mashup.merge();
        for (int i = 0; i < exchanges; i++) {
            merge.put("p" + i, mashup.get("stubs", "/partner/{i}", i));
        }
        return merge.reply();
    }

    /** Notes the sizes of the buffers that it is asked for. */
    private static final class AskedForBuffers extends HttpServletResponseWrapper {

        private final List<Integer> asked;

        AskedForBuffers(HttpServletResponse response, List<Integer> asked) {
            super(response);
            this.asked = asked;
        }

        @Override
        public void setBufferSize(int size) {
            asked.add(size);
            super.setBufferSize(size);
        }
    }
}
