package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.account.internal.HeldBytes;
import dev.medley.exchange.internal.content.BadContentException;
import dev.medley.exchange.internal.content.ContentCoding;
import dev.medley.exchange.internal.content.ContentDecoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Whatever bytes a partner sends as gzip or deflate, they are decompressed within the limits, or refused. */
class ContentDecoderFuzzTest {

    private static final int MAX_EXPANSION = 100;
    private static final long FREE = 1L << 20;

    @FuzzTest
    void gzipIsDecompressedAsByTheJdkOrRefused(byte[] body) throws IOException {
        byte[] decoded = decoded(ContentCoding.GZIP, body);
        if (decoded != null && body.length > 0) {
            try (GZIPInputStream jdk = new GZIPInputStream(new ByteArrayInputStream(body))) {
                assertThat(decoded).isEqualTo(jdk.readAllBytes());
            }
        }
    }

    @FuzzTest
    void deflateIsDecompressedOrRefused(byte[] body) {
        decoded(ContentCoding.DEFLATE, body);
    }

    /** The plain body; null if it is refused. It does not matter where a body is cut. */
    private static byte @Nullable [] decoded(ContentCoding coding, byte[] body) {
        byte[] whole = decoded(coding, body, Math.max(1, body.length));
        assertThat(decoded(coding, body, 1)).isEqualTo(whole);
        return whole;
    }

    private static byte @Nullable [] decoded(ContentCoding coding, byte[] body, int piece) {
        HeldBytes held = new HeldBytes(FREE);
        ContentDecoder decoder = new ContentDecoder(coding, MAX_EXPANSION, held.common());
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try {
            for (int from = 0; from < body.length; from += piece) {
                assertThat(decoder.add(ByteBuffer.wrap(body, from, Math.min(piece, body.length - from))))
                        .isTrue();
                for (ByteBuffer part = decoder.read(); part != null; part = decoder.read()) {
                    byte[] bytes = new byte[part.remaining()];
                    part.get(bytes);
                    plain.writeBytes(bytes);
                }
            }
            return decoder.end() == null ? plain.toByteArray() : null;
        } catch (BadContentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return null;
        } finally {
            assertThat(plain.size())
                    .isLessThanOrEqualTo((int) Math.max(FREE, (long) MAX_EXPANSION * (body.length + 1)));
            decoder.close();
            assertThat(held.used()).isZero();
        }
    }
}
