package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/** A body that a partner compressed reaches the client as what it is, and never looks complete if it is not. */
class CompressedPartnerTest {

    private static final byte[] TEXT = "{\"city\":\"Bern\"}".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    private static final int BOMB = 64 << 20;

    @InEachMode
    void aDecompressedBodyIsPassedOnWithoutItsEncoding(ExecutionMode mode) throws Exception {
        HttpResponse<byte[]> whole = reply(mode, gzip(TEXT), CompressedPartnerTest::whole);
        assertThat(whole.body()).isEqualTo(TEXT);
        assertThat(whole.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(whole.headers().firstValue("Content-Length")).hasValue(String.valueOf(TEXT.length));
        assertThat(whole.headers().firstValue("ETag")).hasValue("W/\"7\"");

        HttpResponse<byte[]> streamed = reply(mode, gzip(TEXT), CompressedPartnerTest::streamed);
        assertThat(streamed.body()).isEqualTo(TEXT);
        assertThat(streamed.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @InEachMode
    void aBodyThatIsCutOffOrExpandsTooMuchIsThePartnersFault(ExecutionMode mode) throws Exception {
        byte[] coded = gzip(TEXT);
        for (byte[] bad : new byte[][] {Arrays.copyOf(coded, coded.length - 1), gzip(new byte[BOMB])}) {
            HttpResponse<byte[]> reply = reply(mode, bad, CompressedPartnerTest::whole);
            assertThat(reply.statusCode()).isEqualTo(502);
        }
    }

    @InEachMode
    void aStreamedReplyBreaksOffWithItsBody(ExecutionMode mode) throws Exception {
        byte[] coded = gzip(TEXT);
        for (byte[] bad : new byte[][] {Arrays.copyOf(coded, coded.length - 1), gzip(new byte[BOMB])}) {
            try (PartnerStubs stubs = stubs(bad);
                    MashupRig rig = rig(mode, stubs, CompressedPartnerTest::streamed);
                    RawClient client = RawClient.get(rig.port(), "/")) {
                assertThat(client.readHead()).contains(" 200 ", "Transfer-Encoding: chunked");
                assertThat(client.readTextUntilBrokenOff()).doesNotEndWith("0\r\n\r\n");
            }
        }
    }

    private static HttpResponse<byte[]> reply(
            ExecutionMode mode, byte[] body, Function<Mashup, CompletionStage<Reply>> mashup) throws Exception {
        try (PartnerStubs stubs = stubs(body);
                MashupRig rig = rig(mode, stubs, mashup)) {
            return rig.getBytes("/");
        }
    }

    private static CompletionStage<Reply> whole(Mashup mashup) {
        return mashup.exchange("files").get("/").start().response().thenApply(response -> Reply.of(response, "ETag"));
    }

    private static CompletionStage<Reply> streamed(Mashup mashup) {
        return mashup.stream("files", "/");
    }

    private static MashupRig rig(
            ExecutionMode mode, PartnerStubs stubs, Function<Mashup, CompletionStage<Reply>> mashup) throws Exception {
        return MashupRig.in(mode)
                .partner(PartnerSettings.of("files", stubs.uri().toString())
                        .decompress(true)
                        .build())
                .serve(mashup);
    }

    private static PartnerStubs stubs(byte[] body) {
        return PartnerStubs.builder()
                .threads(2)
                .start()
                .answer(
                        "GET",
                        "/",
                        StubAnswer.body(200, "application/json", body)
                                .header("Content-Encoding", "gzip")
                                .header("ETag", "\"7\""));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
            to.write(plain);
        }
        return bytes.toByteArray();
    }
}
