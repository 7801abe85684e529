package dev.medley.exchange;

import static dev.medley.exchange.BrokerRig.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.Soon;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that partners compress, whole and part by part. A part of a body is never taken for the whole. */
@ParameterizedClass
@EnumSource(BrokerRig.Way.class)
class CompressedBodyTest {

    private static final byte[] TEXT = "{\"city\":\"Bern\"}".getBytes(StandardCharsets.UTF_8);
    private static final int MIB = 1 << 20;

    @RegisterExtension
    final BrokerRig rig;

    private final PartnerStubs stubs;

    CompressedBodyTest(BrokerRig.Way way) {
        rig = new BrokerRig(way);
        stubs = rig.stubs();
    }

    // ---- What is asked for. -------------------------------------------------------------------------------------

    @Test
    void compressionIsAskedForWhereItIsConfiguredOnly() {
        rig.start(at(stubs.uri()));
        rig.get("/partner/0").assertEnded(Outcome.COMPLETED, null);
        assertThat(accepted()).isNull();
    }

    @Test
    void aPartnerIsAskedForTheCodingsThatAreDecompressed() {
        rig.start(at(stubs.uri()).decompress(true));
        rig.get("/partner/0").assertEnded(Outcome.COMPLETED, null);
        assertThat(accepted()).isEqualTo("gzip, deflate");
    }

    @ParameterizedTest
    @CsvSource({"Accept-Encoding, gzip", "accept-encoding, br", "Range, bytes=0-99"})
    void aRequestThatAsksForCodingsOrPartsItselfGetsTheBodyAsItComes(String name, String value) {
        byte[] coded = Compressed.gzip(TEXT);
        answer(coded, "gzip");
        rig.start(at(stubs.uri()).decompress(true));
        PartnerResponse response =
                rig.start(rig.exchange().get("/a").header(name, value)).response();
        assertThat(response.body()).isEqualTo(coded);
        assertThat(response.head().header("Content-Encoding")).isEqualTo("gzip");
        assertThat(response.head().contentLength()).isEqualTo(coded.length);
        assertThat(accepted()).isEqualTo(name.toLowerCase(Locale.ROOT).equals("accept-encoding") ? value : null);
    }

    @Test
    void aBodyThatWasNotAskedForCompressedComesAsItIs() {
        byte[] coded = Compressed.gzip(TEXT);
        answer(coded, "gzip");
        rig.start(at(stubs.uri()));
        assertThat(rig.get("/a").response().body()).isEqualTo(coded);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | gzip, which is not decoded: set decompress: true for the partner, and no Accept-Encoding in the request",
                "br | br, which is not decoded",
            })
    void aCompressedBodyThatIsExpectedToBeADocumentFailsWithTheCoding(String coding, String expected) {
        answer(Compressed.gzip(TEXT), coding);
        rig.start(at(stubs.uri()));
        RecordingListener exchange = rig.start(rig.exchange().get("/a").expectJson());
        exchange.assertEnded(Outcome.FAILED, Reason.BROKEN_JSON);
        assertThat(exchange.failure()).hasMessageEndingWith("the body has the coding " + expected);
    }

    // ---- Bodies that are in order. ------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({"gzip", "x-gzip", "GZIP", "'identity, gzip'"})
    void aGzippedDocumentIsDecompressed(String coding) {
        answer(Compressed.gzip(TEXT), coding);
        rig.start(at(stubs.uri()).decompress(true));
        RecordingListener exchange = rig.start(rig.exchange().get("/a").expectJson());
        assertThat(exchange.response().json().tree().get("city").asString()).isEqualTo("Bern");
        assertThat(exchange.response().body()).isEqualTo(TEXT);
    }

    @Test
    void aDeflatedDocumentIsDecompressedWithAndWithoutTheHeaderOfZlib() {
        stubs.answer(
                "GET", "/a", coded(Compressed.zlib(TEXT), "deflate"), coded(Compressed.bareDeflate(TEXT), "deflate"));
        rig.start(at(stubs.uri()).decompress(true));
        assertThat(rig.get("/a").response().body()).isEqualTo(TEXT);
        assertThat(rig.get("/a").response().body()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity"})
    void aPartnerMayLeaveTheBodyAsItIs(String coding) {
        stubs.answer("GET", "/a", coding.isEmpty() ? StubAnswer.body(200, "a/b", TEXT) : coded(TEXT, coding));
        rig.start(at(stubs.uri()).decompress(true));
        PartnerResponse response = rig.get("/a").response();
        assertThat(response.body()).isEqualTo(TEXT);
        assertThat(response.head().contentLength()).isEqualTo(TEXT.length);
    }

    @Test
    void theHeadIsThatOfTheDecompressedBody() {
        stubs.answer(
                "GET",
                "/a",
                coded(Compressed.gzip(TEXT), "gzip")
                        .header("ETag", "\"7\"")
                        .header("Accept-Ranges", "bytes")
                        .header("Vary", "Accept-Encoding"));
        rig.start(at(stubs.uri()).decompress(true));
        PartnerResponse response = rig.get("/a").response();
        assertThat(response.head().contentLength()).isEqualTo(-1);
        for (String field : List.of("Content-Encoding", "Content-Length", "Accept-Ranges")) {
            assertThat(response.head().header(field)).as(field).isNull();
            assertThat(response.head().headers())
                    .noneMatch(header -> header.name().equalsIgnoreCase(field));
        }
        assertThat(response.head().header("etag")).isEqualTo("W/\"7\"");
        assertThat(response.head().header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(response.head().header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void aResponseWithoutABodyIsComplete() {
        byte[] nothing = {};
        stubs.answer("HEAD", "/a", coded(nothing, "gzip"));
        stubs.answer("GET", "/a", coded(nothing, "gzip"));
        stubs.answer("GET", "/b", StubAnswer.status(304).header("Content-Encoding", "br"));
        rig.start(at(stubs.uri()).decompress(true));
        assertThat(rig.start(rig.exchange().request("HEAD", "/a")).response().body())
                .isEmpty();
        assertThat(rig.get("/a").response().body()).isEmpty();
        assertThat(rig.get("/b").response().status()).isEqualTo(304);
    }

    @Test
    void aStreamedBodyIsDecompressedPartByPart() {
        byte[] plain = new byte[3 * MIB];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) ((i * i) >> 7);
        }
        answer(Compressed.gzip(plain), "gzip");
        rig.start(at(stubs.uri()).decompress(true).limits(l -> l.maxBody(1)));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.streamedText().getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo(plain);
        assertThat(exchange.parts())
                .allSatisfy(part -> assertThat(part.bytes().remaining()).isBetween(1, 16 * 1024));
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void theNextPartIsDecompressedWhenItIsDemandedAndNotBefore() {
        answer(Compressed.bomb(100 * 1024), "gzip");
        rig.start(at(stubs.uri()).decompress(true));
        RecordingListener exchange = rig.start(rig.exchange().get("/a").streamed());
        exchange.await(Event.BODY_PART);
        for (int parts = 1; exchange.exchange().state() == ExchangeState.BODY; parts++) {
            int expected = parts;
            Soon.until(
                    "a part or the end",
                    () -> exchange.parts().size() >= expected
                            || exchange.exchange().state().isEnd());
            exchange.await(exchange.exchange().state());
            if (exchange.parts().size() >= expected) {
                assertThat(exchange.parts()).hasSize(expected);
                exchange.parts().get(expected - 1).next();
            }
        }
        exchange.assertEnded(Outcome.COMPLETED, null);
        assertThat(exchange.streamedText()).hasSize(100 * 1024);
    }

    // ---- Bodies that are not. -----------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"gzip, gzip", "deflate, gzip", "br", "gzip, br", "zstd", "compress", "a, b, c"})
    void nestedAndOtherCodingsAreRefusedBeforeTheHeadIsReported(String coding) {
        answer(TEXT, coding);
        rig.start(at(stubs.uri()).decompress(true));
        RecordingListener whole = rig.get("/a");
        whole.assertEnded(Outcome.FAILED, Reason.BAD_CONTENT_CODING);
        assertThat(whole.failure()).hasMessageContaining("its Content-Encoding is '" + coding + "'");
        RecordingListener streamed =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        streamed.assertEnded(Outcome.FAILED, Reason.BAD_CONTENT_CODING);
        assertThat(streamed.events()).doesNotContain(Event.HEADERS_COMPLETED);
        assertThat(whole.exchange().timings().attempts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 20})
    void aBodyThatIsCutOffIsNoBody(int missing) {
        byte[] coded = Compressed.gzip(TEXT);
        answer(Arrays.copyOf(coded, coded.length - missing), "gzip");
        rig.start(at(stubs.uri()).decompress(true));
        rig.get("/a").assertEnded(Outcome.FAILED, Reason.BAD_CONTENT_CODING);
        RecordingListener streamed =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        streamed.assertEnded(Outcome.FAILED, Reason.BAD_CONTENT_CODING);
        assertThat(streamed.events()).doesNotContain(Event.BODY_COMPLETED);
    }

    @Test
    void aBodyThatIsNotWhatItIsAnnouncedToBeFails() {
        answer(TEXT, "gzip");
        rig.start(at(stubs.uri()).decompress(true));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.BAD_CONTENT_CODING);
        assertThat(exchange.failure()).hasMessageContaining("it is not gzip");
        assertThat(exchange.failure().summary()).isEqualTo("bad content coding");
    }

    // ---- Bombs. -------------------------------------------------------------------------------------------------

    @Test
    void aGzipBombIsStoppedByTheLimitOfAHeldBody() {
        answer(Compressed.bomb(64 * MIB), "gzip");
        rig.start(at(stubs.uri()).decompress(true).limits(l -> l.maxBody(100_000)));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.failure()).hasMessageContaining("max-body, 100000 bytes");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aGzipBombIsStoppedByItsExpansion() {
        answer(Compressed.bomb(64 * MIB), "gzip");
        rig.start(at(stubs.uri()).decompress(true).limits(l -> l.maxBody(128 * MIB)));
        RecordingListener exchange = rig.get("/a");
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.failure()).hasMessageContaining("max-expansion, 100 times the bytes received");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    @Test
    void aStreamedGzipBombIsStoppedByItsExpansion() {
        answer(Compressed.bomb(64 * MIB), "gzip");
        rig.start(at(stubs.uri()).decompress(true));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.events()).doesNotContain(Event.BODY_COMPLETED);
        int passed = exchange.parts().stream()
                .mapToInt(part -> part.bytes().remaining())
                .sum();
        assertThat(passed).isLessThan(4 * MIB);
    }

    @Test
    void theExpansionThatIsAllowedIsConfigured() {
        answer(Compressed.bomb(8 * MIB), "gzip");
        rig.start(at(stubs.uri()).decompress(true).limits(l -> l.maxExpansion(1_100)));
        assertThat(rig.get("/a").response().body()).hasSize(8 * MIB);
    }

    @ParameterizedTest
    @CsvSource({"true, 100000", "false, 100000"})
    void aStreamedBodyIsStoppedByItsOwnLimit(boolean compressed, long limit) {
        byte[] plain = new byte[200_000];
        stubs.answer(
                "GET", "/a", compressed ? coded(Compressed.gzip(plain), "gzip") : StubAnswer.body(200, "a/b", plain));
        rig.start(at(stubs.uri())
                .decompress(true)
                .limits(l -> l.maxStreamedBody(limit).maxExpansion(1_100)));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.failure()).hasMessageContaining("max-streamed-body, 100000 bytes");
        assertThat(exchange.streamedText().length()).isLessThanOrEqualTo(100_000);
        assertThat(exchange.events()).doesNotContain(Event.BODY_COMPLETED);
    }

    @Test
    void aStreamedBodyThatDecompressesToNothingIsStoppedByItsLimit() {
        byte[] empty = Compressed.gzip(new byte[0]);
        byte[] members = new byte[100 * empty.length];
        for (int i = 0; i < members.length; i++) {
            members[i] = empty[i % empty.length];
        }
        answer(members, "gzip");
        rig.start(at(stubs.uri())
                .decompress(true)
                .limits(l -> l.maxStreamedBody(1_000).maxExpansion(1_100)));
        RecordingListener exchange =
                rig.start(rig.exchange().get("/a").streamed(), rig.listener().readingOn());
        exchange.assertEnded(Outcome.FAILED, Reason.BODY_TOO_LARGE);
        assertThat(exchange.failure()).hasMessageContaining("max-streamed-body, 1000 bytes");
        Soon.asserted(() -> assertThat(rig.broker().heldBodyBytes()).isZero());
    }

    // ---- Help. --------------------------------------------------------------------------------------------------

    private void answer(byte[] body, String coding) {
        stubs.answer("GET", "/a", coded(body, coding));
    }

    private static StubAnswer coded(byte[] body, String coding) {
        return StubAnswer.body(200, "application/json", body).header("Content-Encoding", coding);
    }

    private @Nullable String accepted() {
        return stubs.recorded().get(0).header("Accept-Encoding");
    }
}
