package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.CompressionSettings;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.reply.ReplyCompression;
import dev.medley.stubs.PartnerStubs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that accept gzip get whole replies compressed, and all others what they would get anyway. */
class CompressedReplyTest {

    private static final ReplyCompression RULES =
            ReplyCompression.of(CompressionSettings.builder().enabled(true).build());
    private static final String TEXT = new Random(4711)
            .ints(20_000, 'a', 'z')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    private static final Reply KEPT =
            Reply.text(TEXT).header("Cache-Control", "max-age=60").header("Vary", "Accept-Language");

    @InEachContainer
    void aReplyIsCompressedWithItsLength(WebContainer.Kind container, ExecutionMode mode) throws Exception {
        for (int length : new int[] {1024, 20_000, 1 << 20}) {
            String text = TEXT.repeat(1 + length / TEXT.length()).substring(0, length);
            try (MashupRig rig = MashupRig.in(mode)
                    .container(container)
                    .compression(RULES)
                    .serve(mashup -> CompletableFuture.completedStage(Reply.text(text)))) {
                HttpResponse<byte[]> reply = send(rig, rig.request("/").header("Accept-Encoding", "gzip"));

                assertThat(reply.headers().allValues("Content-Encoding")).containsExactly("gzip");
                assertThat(reply.headers().allValues("Vary")).containsExactly("Accept-Encoding");
                assertThat(reply.headers().allValues("Content-Length"))
                        .containsExactly(String.valueOf(reply.body().length));
                assertThat(reply.body().length).isLessThan(length);
                assertThat(expanded(reply.body())).isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | true",
                "br, GZIP;q=0.5 | true",
                "x-gzip | true",
                "* | true",
                "gzip;q=0.5, identity;q=0.4 | true",
                "br;q=1, *;q=0.1 | true",
                "identity | false",
                "gzip;q=0 | false",
                "gzip;q=0, * | false",
                "*;q=0 | false",
                "gzip;q=0.4, identity;q=0.5 | false",
                "gzip;q=x | false",
                "gzip;q=1;a=b | false",
                "br, zstd | false",
                "'' | false"
            })
    void aClientSaysWhatItAccepts(String accepted, boolean compressed) throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            HttpResponse<byte[]> reply = send(rig, rig.request("/").header("Accept-Encoding", accepted));

            assertThat(reply.headers().map().containsKey("Content-Encoding")).isEqualTo(compressed);
            assertThat(reply.headers().allValues("Vary")).containsExactly("Accept-Language, Accept-Encoding");
            assertThat(compressed ? expanded(reply.body()) : new String(reply.body(), UTF_8))
                    .isEqualTo(TEXT);
        }
    }

    @Test
    void theTagOfACompressedReplyIsAnotherOne() throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            String plain = tag(send(rig, rig.request("/")));
            String coded = tag(send(rig, gzip(rig)));

            assertThat(coded).isEqualTo(plain.substring(0, plain.length() - 1) + "--gzip\"");
            HttpResponse<byte[]> unchanged = send(rig, gzip(rig).header("If-None-Match", coded));
            assertThat(unchanged.statusCode()).isEqualTo(304);
            assertThat(unchanged.headers().allValues("ETag")).containsExactly(coded);
            assertThat(unchanged.headers().allValues("Vary")).containsExactly("Accept-Language, Accept-Encoding");
            assertThat(unchanged.headers().map()).doesNotContainKey("Content-Encoding");
            assertThat(send(rig, gzip(rig).header("If-None-Match", plain)).statusCode())
                    .as("of a cache that has the other one only")
                    .isEqualTo(200);
        }
    }

    @Test
    void aHeadHasTheLengthOfTheGet() throws Exception {
        try (MashupRig rig = rig(KEPT)) {
            HttpResponse<byte[]> get = send(rig, gzip(rig));
            HttpResponse<byte[]> head = send(rig, gzip(rig).method("HEAD", BodyPublishers.noBody()));

            assertThat(head.headers().allValues("Content-Encoding")).containsExactly("gzip");
            assertThat(head.headers().allValues("Content-Length"))
                    .isEqualTo(get.headers().allValues("Content-Length"));
            assertThat(tag(head)).isEqualTo(tag(get));
        }
    }

    /** The length that the partner says is not that which a GET would have. */
    @Test
    void aHeadThatAPartnerAnswersHasNoLength() throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().threads(2).start();
                MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                        .partner("p", stubs.uri())
                        .compression(RULES)
                        .serve(mashup -> mashup.exchange("p")
                                .request(mashup.inbound().method(), "/partner/1?size=4096")
                                .start()
                                .response()
                                .thenApply(Reply::of))) {
            HttpResponse<byte[]> get = send(rig, gzip(rig));
            HttpResponse<byte[]> head = send(rig, gzip(rig).method("HEAD", BodyPublishers.noBody()));

            assertThat(get.headers().allValues("Content-Encoding")).containsExactly("gzip");
            assertThat(head.headers().allValues("Content-Encoding")).containsExactly("gzip");
            assertThat(head.headers().map()).doesNotContainKey("Content-Length");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Encoding: br",
                "Content-Range: bytes 0-1/2",
                "Content-Digest: sha-256=:x:",
                "Cache-Control: max-age=60, No-Transform"
            })
    void whatItsFieldsForbidIsNotCompressed(String field) throws Exception {
        String[] parts = field.split(": ", 2);
        assertStaysAsItIs(Reply.text(TEXT).header(parts[0], parts[1]));
    }

    @Test
    void whatHasAnotherFormIsNotCompressed() throws Exception {
        assertStaysAsItIs(Reply.text("x".repeat(1023)));
        assertStaysAsItIs(Reply.text("x".repeat((1 << 20) + 1)));
        assertStaysAsItIs(Reply.bytes("image/png", TEXT.getBytes(UTF_8)));
        assertStaysAsItIs(Reply.bytes("", TEXT.getBytes(UTF_8)));
        assertStaysAsItIs(Reply.bytes("texts/plain", TEXT.getBytes(UTF_8)));
        for (boolean known : new boolean[] {true, false}) {
            Reply streamed = Reply.stream("text/plain", subscriber -> {
                SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();
                publisher.subscribe(subscriber);
                publisher.submit(ByteBuffer.wrap(TEXT.getBytes(UTF_8)));
                publisher.close();
            });
            assertStaysAsItIs(known ? streamed.length(TEXT.length()) : streamed);
        }
    }

    @Test
    void problemsAndOtherJsonAreCompressed() throws Exception {
        for (String type : new String[] {"application/problem+json", "Application/JSON; charset=utf-8", "text/html"}) {
            try (MashupRig rig = rig(Reply.bytes(type, TEXT.getBytes(UTF_8)).status(502))) {
                HttpResponse<byte[]> reply = send(rig, gzip(rig));

                assertThat(reply.statusCode()).isEqualTo(502);
                assertThat(expanded(reply.body())).isEqualTo(TEXT);
            }
        }
    }

    @Test
    void nothingIsCompressedByDefault() throws Exception {
        try (MashupRig rig = MashupRig.in(ExecutionMode.ASYNC)
                .compression(ReplyCompression.of(CompressionSettings.builder().build()))
                .serve(mashup -> CompletableFuture.completedStage(Reply.text(TEXT)))) {
            assertThat(send(rig, gzip(rig)).headers().map()).doesNotContainKeys("Content-Encoding", "Vary");
        }
    }

    private static void assertStaysAsItIs(Reply given) throws Exception {
        try (MashupRig rig = rig(given)) {
            HttpResponse<byte[]> reply = send(rig, gzip(rig));

            assertThat(reply.body()).hasSize(given.stream() == null ? given.body().length : TEXT.length());
            assertThat(reply.headers().allValues("Content-Encoding")).doesNotContain("gzip");
            assertThat(reply.headers().map()).doesNotContainKey("Vary");
        }
    }

    private static MashupRig rig(Reply reply) throws Exception {
        return MashupRig.in(ExecutionMode.ASYNC)
                .compression(RULES)
                .serve(mashup -> CompletableFuture.completedStage(reply));
    }

    private static HttpRequest.Builder gzip(MashupRig rig) {
        return rig.request("/").header("Accept-Encoding", "gzip");
    }

    private static HttpResponse<byte[]> send(MashupRig rig, HttpRequest.Builder request) throws Exception {
        return rig.sendForBytes(request);
    }

    private static String tag(HttpResponse<?> reply) {
        return reply.headers().firstValue("ETag").orElseThrow();
    }

    private static String expanded(byte[] gzip) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(gzip)).readAllBytes(), UTF_8);
    }
}
