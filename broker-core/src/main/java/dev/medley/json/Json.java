package dev.medley.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One JSON document (RFC 8259), checked from the first byte to the last: its grammar, its encoding, names that occur
 * twice, depth, lengths and {@linkplain JsonLimits numbers}. It keeps the bytes, so that a merge can pass them on
 * unchanged; a tree is made on demand. Immutable, thread-safe.
 */
public final class Json {

    /** A merge is deeper than the documents in it, each of which may have the largest depth. */
    private static final int MAX_DEPTH = 2 * JsonScanner.MAX_DEPTH;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .build();

    /** Characters that are decoded at a time. */
    private static final int PIECE = 4096;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final byte[] bytes;
    private volatile @Nullable JsonNode tree;

    private Json(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads {@code bytes}, which must not be changed thereafter, within the {@linkplain JsonLimits#DEFAULT usual limits}.
     *
     * @throws MalformedJsonException if they are not exactly one document, or one beyond the limits, with the place
     */
    public static Json parse(byte[] bytes) throws MalformedJsonException {
        return parse(bytes, JsonLimits.DEFAULT);
    }

    /** As {@link #parse(byte[])}, within {@code limits}. */
    public static Json parse(byte[] bytes, JsonLimits limits) throws MalformedJsonException {
        checkEncoding(bytes);
        new JsonScanner(bytes, limits).check();
        return new Json(bytes);
    }

    /** The document that {@code value} (a record, a map, a tree, …) is written as. */
    public static Json of(Object value) {
        return new Json(MAPPER.writeValueAsBytes(value));
    }

    /** A document that needs no check, as it is composed of documents. */
    static Json checked(byte[] bytes) {
        return new Json(bytes);
    }

    /** The document as a tree. */
    public JsonNode tree() {
        JsonNode made = tree;
        if (made == null) {
            made = MAPPER.readTree(bytes);
            tree = made;
        }
        return made;
    }

    /** The document as an object of {@code type}, a record for instance. */
    public <T> T as(Class<T> type) {
        return MAPPER.readValue(bytes, type);
    }

    /** The bytes of the document; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Json that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * UTF-8 only, without a byte order mark. Clients may detect UTF-16 and UTF-32 by their zero bytes, or accept sequences
     * that are not UTF-8; as the bytes are passed on, neither is allowed.
     */
    private static void checkEncoding(byte[] bytes) throws MalformedJsonException {
        int i = 0;
        for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, i);
            if ((((eight - LOW_BITS) | eight) & HIGH_BITS) != 0) {
                break;
            }
        }
        boolean ascii = true;
        for (; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                throw new MalformedJsonException("broken JSON: a zero byte at offset " + i + " (is it UTF-16?)");
            }
            ascii &= bytes[i] > 0;
        }
        if (ascii) {
            return;
        }
        decode(ByteBuffer.wrap(bytes));
        if (bytes[0] == (byte) 0xEF) {
            throw new MalformedJsonException("broken JSON: it begins with a byte order mark");
        }
    }

    /** In small pieces, which are dropped: the text of a large document would be several times its size. */
    private static void decode(ByteBuffer bytes) throws MalformedJsonException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer dropped = CharBuffer.allocate(Math.min(bytes.remaining(), PIECE));
        CoderResult result;
        do {
            dropped.clear();
            result = decoder.decode(bytes, dropped, true);
            if (result.isError()) {
                throw new MalformedJsonException("broken JSON: not UTF-8, at offset " + bytes.position());
            }
        } while (result.isOverflow());
    }
}
