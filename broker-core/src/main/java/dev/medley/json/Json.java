package dev.medley.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One JSON document (RFC 8259), checked from the first byte to the last: its grammar, its encoding, names that occur
 * twice, depth and lengths. It keeps the bytes, so that a merge can pass them on as they are; a tree is made when one is
 * asked for. Immutable, thread-safe.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final byte[] bytes;
    private volatile @Nullable JsonNode tree;

    private Json(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads {@code bytes}, which must not be changed thereafter.
     *
     * @throws MalformedJsonException if they are not exactly one document, saying where
     */
    public static Json parse(byte[] bytes) throws MalformedJsonException {
        checkEncoding(bytes);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            checkDocument(parser);
        }
        return new Json(bytes);
    }

    /** The document that {@code value} (a record, a map, a tree, …) is written as. */
    public static Json of(Object value) {
        return new Json(MAPPER.writeValueAsBytes(value));
    }

    /** A document that is known to be one, as it was put together of such. */
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

    /** The document as it came; not to be changed. */
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

    private static void checkDocument(JsonParser parser) throws MalformedJsonException {
        try {
            if (parser.nextToken() == null) {
                throw new MalformedJsonException("the body is empty, not a JSON document");
            }
            skipDocument(parser);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException(
                        "more than one JSON document, at " + place(parser.currentTokenLocation()));
            }
        } catch (JacksonException x) {
            // What breaks a limit (depth, length of a number or a name) comes without its place.
            TokenStreamLocation known = x.getLocation();
            TokenStreamLocation where = known == null ? parser.currentLocation() : known;
            throw new MalformedJsonException("broken JSON: " + x.getOriginalMessage() + ", at " + place(where));
        }
    }

    private static void skipDocument(JsonParser parser) {
        int depth = 0;
        for (JsonToken token = parser.currentToken(); token != null; token = parser.nextToken()) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token.isNumeric()) {
                // A number is checked when it is looked at.
                parser.getNumberType();
            }
            if (depth == 0) {
                return;
            }
        }
    }

    /**
     * UTF-8 only. The parser would also take UTF-16 and UTF-32, which it tells by their zero bytes, and lets pass some
     * sequences that are not UTF-8; as the bytes are passed on, neither may be.
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
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException x) {
            throw new MalformedJsonException("broken JSON: not UTF-8 (" + x.getMessage() + ")");
        }
        if (bytes[0] == (byte) 0xEF) {
            throw new MalformedJsonException("broken JSON: it begins with a byte order mark");
        }
    }

    private static String place(TokenStreamLocation location) {
        return "line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }
}
