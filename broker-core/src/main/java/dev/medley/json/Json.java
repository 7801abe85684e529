package dev.medley.json;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * One JSON document (RFC 8259), checked from the first byte to the last: its grammar, its encoding, names that occur
 * twice, depth, lengths and {@linkplain JsonLimits numbers}. It keeps the bytes, so that a merge can pass them on
 * unchanged; a tree is made on demand. Jackson writes it as the document that it is, and reads one from any value. Immutable,
 * thread-safe.
 */
@JsonSerialize(using = DocumentSerializer.class)
@JsonDeserialize(using = DocumentDeserializer.class)
public final class Json {

    /** Characters that are decoded at a time. */
    private static final int PIECE = 4096;

    /** Eight bytes of a document, the first one as the lowest. */
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final byte[] bytes;
    private final @Nullable BiFunction<String, String, RuntimeException> origin;
    private final Map<String, String> missing;
    /** True if a number in it may be too large for Java. */
    private final boolean large;

    private volatile @Nullable JsonNode tree;

    private Json(
            byte[] bytes,
            @Nullable BiFunction<String, String, RuntimeException> origin,
            Map<String, String> missing,
            boolean large) {
        this.large = large;
        this.bytes = bytes;
        this.origin = origin;
        this.missing = missing;
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
        return parse(bytes, limits, null);
    }

    /**
     * As {@link #parse(byte[], JsonLimits)}, of a document whose origin, such as a partner, is at fault if it does not fit a type.
     *
     * @param origin creates the failure of {@link #as} from the place in the document (RFC 6901, empty for the document itself) and
     *     the expected value, with names of classes: for logs and messages, not for clients; null for a failure of the caller
     */
    public static Json parse(
            byte[] bytes, JsonLimits limits, @Nullable BiFunction<String, String, RuntimeException> origin)
            throws MalformedJsonException {
        checkEncoding(bytes);
        boolean large = new JsonScanner(bytes, limits).check();
        return new Json(bytes, origin, Map.of(), large);
    }

    /**
     * The document that {@code value} (a record, a map, a tree, null, …) is written as. A document is written as it is,
     * within a value, too.
     *
     * @throws IllegalArgumentException if it cannot be written, with the place: it has a stage or an exchange in it, which
     *     no document can be made of, an object without properties, or a number that JSON does not have, such as NaN; or Jackson
     *     fails on it
     */
    public static Json of(@Nullable Object value) {
        if (value instanceof Json document) {
            return document;
        }
        Map<String, String> missing = new LinkedHashMap<>();
        byte[] written = JsonValues.write(value, missing);
        return new Json(written, null, missing.isEmpty() ? Map.of() : missing, false);
    }

    /** A document that needs no check, because it is composed of documents. */
    static Json checked(byte[] bytes, Map<String, String> missing) {
        return new Json(bytes, null, missing, false);
    }

    /**
     * The document as a tree.
     *
     * @throws RuntimeException if it has a number that is too large for {@code double}, such as {@code 1e400}; as {@link #as(Class)}
     *     for a document that does not fit
     */
    public JsonNode tree() {
        JsonNode made = tree;
        if (made == null) {
            made = JsonValues.tree(bytes, large, origin);
            tree = made;
        }
        return made;
    }

    /**
     * The document as an object of {@code type}, a record for instance. Members that the type does not have are ignored.
     * Refused are: an absent or null member for a primitive, a text for a number or a boolean and the reverse, a fraction
     * for a whole number, a number that is too large for {@code float} or {@code double}, null in place of the document.
     *
     * @throws RuntimeException if the document does not fit. For that of a partner it is an exception of reason
     *     {@code UNEXPECTED_SHAPE}, by which the client gets a 502; for any other an {@link IllegalArgumentException}
     * @throws IllegalArgumentException if Jackson can read no document into such a type
     */
    public <T> T as(Class<T> type) {
        return JsonValues.read(bytes, type, large, origin);
    }

    /** As {@link #as(Class)}, for a type with parameters: {@code new TypeReference<List<City>>() {}}. */
    public <T> T as(TypeReference<T> type) {
        return JsonValues.read(bytes, type, large, origin);
    }

    /**
     * The parts that are missing in a document that a merge made, each with its reason, in the order of the document; empty
     * for any other. A part of a part has both names: {@code user.news}.
     */
    public Map<String, String> missing() {
        return Collections.unmodifiableMap(missing);
    }

    /** This document, with {@code more} parts that are missing in it. */
    public Json withMissing(Map<String, String> more) {
        if (more.isEmpty()) {
            return this;
        }
        Map<String, String> all = new LinkedHashMap<>(missing);
        all.putAll(more);
        return new Json(bytes, origin, all, large);
    }

    /** This document, with an origin as of {@link #parse(byte[], JsonLimits, BiFunction)}. */
    public Json withOrigin(BiFunction<String, String, RuntimeException> newOrigin) {
        return new Json(bytes, newOrigin, missing, large);
    }

    /** This document, without the tree that may have been made of it, and that takes several times the memory of its bytes. */
    public Json withoutTree() {
        return new Json(bytes, origin, missing, large);
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

    /** The document. The annotations are for Jackson 2, which a mashup may use by itself. */
    @Override
    @JsonValue
    @JsonRawValue
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * UTF-8 only, without a byte order mark. Clients may detect UTF-16 and UTF-32 by their zero bytes, or accept sequences
     * that are not UTF-8; because the bytes are passed on, neither is allowed.
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
