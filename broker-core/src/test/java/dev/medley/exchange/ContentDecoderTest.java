package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.account.internal.HeldBytes;
import dev.medley.exchange.internal.content.BadContentException;
import dev.medley.exchange.internal.content.ContentCoding;
import dev.medley.exchange.internal.content.ContentDecoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentDecoderTest {

    private static final byte[] TEXT = "{\"city\":\"Bern\",\"days\":[1,2,3]}".getBytes(StandardCharsets.UTF_8);
    private static final int MIB = 1 << 20;
    private static final int FIXED_HEADER = 10;
    private static final int HAS_CRC = 2;

    private final HeldBytes held = new HeldBytes(MIB);

    @AfterEach
    void allMemoryIsGivenBack() {
        assertThat(held.used()).isZero();
    }

    /** The ways to compress. */
    enum Format {
        GZIP(ContentCoding.GZIP) {
            @Override
            byte[] of(byte[] plain) {
                return Compressed.gzip(plain);
            }
        },
        ZLIB(ContentCoding.DEFLATE) {
            @Override
            byte[] of(byte[] plain) {
                return Compressed.zlib(plain);
            }
        },
        BARE_DEFLATE(ContentCoding.DEFLATE) {
            @Override
            byte[] of(byte[] plain) {
                return Compressed.bareDeflate(plain);
            }
        };

        private final ContentCoding coding;

        Format(ContentCoding coding) {
            this.coding = coding;
        }

        abstract byte[] of(byte[] plain);
    }

    // ---- Bodies that are in order. ------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aBodyIsDecompressedWhole(Format format) throws BadContentException {
        assertThat(decoded(format.coding, format.of(TEXT))).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void aBodyMayComeByteByByte(Format format) throws BadContentException {
        assertThat(decoded(format.coding, format.of(TEXT), 1)).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource
    void aLargeBodyIsDecompressedWhole(Format format) throws BadContentException {
        byte[] plain = new byte[3 * MIB];
        new Random(1).nextBytes(plain);
        assertThat(decoded(format.coding, format.of(plain), 16_384)).isEqualTo(plain);
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyDocumentIsDecompressed(Format format) throws BadContentException {
        assertThat(decoded(format.coding, format.of(new byte[0]))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void aBodyWithoutAByteIsEmpty(ContentCoding coding) throws BadContentException {
        assertThat(decoded(coding, new byte[0])).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void membersOfGzipMayFollowOneAnother(int pieces) throws BadContentException {
        byte[] twice = joined(Compressed.gzip(TEXT), Compressed.gzip(new byte[0]), Compressed.gzip(TEXT));
        assertThat(decoded(ContentCoding.GZIP, twice, pieces)).isEqualTo(joined(TEXT, TEXT));
    }

    @ParameterizedTest
    @CsvSource({
        "0, ''",
        "1, ''", // text
        "2, ''", // checksum of the header
        "4, '\u0003\u0000abc'", // extra field
        "4, '\u0000\u0000'", // extra field of no length
        "8, 'name\u0000'",
        "8, '\u0000'",
        "16, 'comment\u0000'",
        "31, '\u0001\u0000xname\u0000comment\u0000'"
    })
    void theHeaderOfGzipMayHaveMoreFields(int flags, String fields) throws BadContentException {
        byte[] gzip = Compressed.gzip(TEXT);
        byte[] header = Arrays.copyOf(gzip, FIXED_HEADER);
        header[3] = (byte) flags;
        byte[] head = joined(header, fields.getBytes(StandardCharsets.ISO_8859_1));
        byte[] checksum = (flags & HAS_CRC) == 0 ? new byte[0] : checksumOf(head);
        byte[] body = joined(head, checksum, Arrays.copyOfRange(gzip, FIXED_HEADER, gzip.length));
        assertThat(decoded(ContentCoding.GZIP, body)).isEqualTo(TEXT);
        assertThat(decoded(ContentCoding.GZIP, body, 1)).isEqualTo(TEXT);
        if (checksum.length > 0) {
            body[head.length]++;
            assertRefused(ContentCoding.GZIP, body, "the checksum of its gzip header does not match");
        }
    }

    // ---- Bodies that are not. -----------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aBodyThatEndsAnywhereBeforeItsEndIsRefused(Format format) {
        byte[] whole = format.of(TEXT);
        for (int length = 1; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertRefused(format.coding, part, "it ends early");
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesBehindTheDataAreRefused(Format format) {
        String fault = format == Format.GZIP ? "it is not gzip" : "bytes follow its data";
        assertRefused(format.coding, joined(format.of(TEXT), new byte[] {0}), fault);
        assertRefused(format.coding, joined(format.of(TEXT), TEXT), fault);
    }

    @ParameterizedTest
    @EnumSource
    void aByteThatIsChangedDoesNotPassUnseen(Format format) throws BadContentException {
        byte[] whole = format.of(TEXT);
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 0x10;
            try {
                byte[] plain = decoded(format.coding, changed);
                boolean unchecked = format == Format.BARE_DEFLATE || (format == Format.GZIP && i < FIXED_HEADER);
                assertThat(unchecked || Arrays.equals(plain, TEXT))
                        .as("byte %d", i)
                        .isTrue();
            } catch (BadContentException refused) {
                assertThat(refused.reason()).isEqualTo(Reason.BAD_CONTENT_CODING);
            }
        }
    }

    @Test
    void plainTextIsRefused() {
        assertRefused(ContentCoding.GZIP, TEXT, "it is not gzip");
        assertRefused(ContentCoding.DEFLATE, TEXT, "its data are not deflate data");
    }

    @Test
    void flagsThatAreReservedAreRefused() {
        byte[] gzip = Compressed.gzip(TEXT);
        gzip[3] = (byte) 0x80;
        assertRefused(ContentCoding.GZIP, gzip, "has reserved flags");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 5, 4, 1})
    void theChecksumAndTheLengthOfGzipAreChecked(int fromTheEnd) {
        byte[] gzip = Compressed.gzip(TEXT);
        gzip[gzip.length - fromTheEnd]++;
        assertRefused(ContentCoding.GZIP, gzip, "its checksum or length does not match its data");
    }

    @Test
    void aDictionaryIsRefused() {
        Deflater deflater = new Deflater();
        deflater.setDictionary("city".getBytes(StandardCharsets.US_ASCII));
        deflater.setInput(TEXT);
        deflater.finish();
        byte[] body = new byte[100];
        int length = deflater.deflate(body);
        deflater.end();
        assertRefused(ContentCoding.DEFLATE, Arrays.copyOf(body, length), "it needs a dictionary");
    }

    // ---- Limits. ------------------------------------------------------------------------------------------------

    @Test
    void aBodyThatExpandsTooMuchIsNotDecompressedToItsEnd() {
        ContentDecoder decoder = new ContentDecoder(ContentCoding.GZIP, 100, held.common());
        byte[] bomb = Compressed.bomb(64 * MIB);
        decoder.add(ByteBuffer.wrap(bomb));
        long decoded = 0;
        try {
            for (ByteBuffer part = decoder.read(); part != null; part = decoder.read()) {
                decoded += part.remaining();
            }
            throw new AssertionError("decompressed " + decoded + " bytes");
        } catch (BadContentException x) {
            assertThat(x.reason()).isEqualTo(Reason.BODY_TOO_LARGE);
            assertThat(x).hasMessageContaining("100 times the bytes received");
        } finally {
            decoder.close();
        }
        assertThat(decoded).isBetween(bomb.length * 99L, bomb.length * 101L);
    }

    @Test
    void aBombInABombIsDecompressedOnce() throws BadContentException {
        byte[] inner = Compressed.bomb(64 * MIB);
        assertThat(decoded(ContentCoding.GZIP, Compressed.gzip(inner))).isEqualTo(inner);
    }

    @Test
    void aSmallBodyMayExpandAsItLikes() throws BadContentException {
        assertThat(decoded(ContentCoding.GZIP, Compressed.bomb(MIB))).hasSize(MIB);
    }

    @Test
    void aBodyWithoutMemoryToDecompressItIsNotDecompressed() {
        HeldBytes little = new HeldBytes(ContentDecoder.MEMORY - 1);
        ContentDecoder decoder = new ContentDecoder(ContentCoding.GZIP, 100, little.common());
        assertThat(decoder.add(ByteBuffer.wrap(Compressed.gzip(TEXT)))).isFalse();
        assertThat(little.used()).isZero();
    }

    @Test
    void aDecoderThatIsClosedTakesNoMemoryAndDecompressesNothing() throws BadContentException {
        ContentDecoder decoder = new ContentDecoder(ContentCoding.GZIP, 100, held.common());
        decoder.close();
        assertThat(decoder.add(ByteBuffer.wrap(Compressed.gzip(TEXT)))).isTrue();
        assertThat(decoder.read()).isNull();
        decoder.close();
    }

    // ---- Help. --------------------------------------------------------------------------------------------------

    private void assertRefused(ContentCoding coding, byte[] body, String fault) {
        for (int piece : new int[] {body.length, 1}) {
            assertThatExceptionOfType(BadContentException.class)
                    .as("%d bytes", body.length)
                    .isThrownBy(() -> decoded(coding, body, piece))
                    .withMessageContaining(fault)
                    .satisfies(x -> assertThat(x.reason()).isEqualTo(Reason.BAD_CONTENT_CODING));
        }
    }

    private byte[] decoded(ContentCoding coding, byte[] body) throws BadContentException {
        return decoded(coding, body, Math.max(1, body.length));
    }

    private byte[] decoded(ContentCoding coding, byte[] body, int piece) throws BadContentException {
        ContentDecoder decoder = new ContentDecoder(coding, 1000, held.common());
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try {
            for (int from = 0; from < body.length; from += piece) {
                decoder.add(ByteBuffer.wrap(body, from, Math.min(piece, body.length - from)));
                for (ByteBuffer part = decoder.read(); part != null; part = decoder.read()) {
                    byte[] bytes = new byte[part.remaining()];
                    part.get(bytes);
                    plain.writeBytes(bytes);
                }
            }
            BadContentException bad = decoder.end();
            if (bad != null) {
                throw bad;
            }
            return plain.toByteArray();
        } finally {
            decoder.close();
        }
    }

    private static byte[] checksumOf(byte[] header) {
        CRC32 crc = new CRC32();
        crc.update(header);
        return new byte[] {(byte) crc.getValue(), (byte) (crc.getValue() >> Byte.SIZE)};
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
