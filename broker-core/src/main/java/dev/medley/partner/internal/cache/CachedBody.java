package dev.medley.partner.internal.cache;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The body of a stored response. Its check as a document, which takes time in proportion to its length, is made once for all that
 * it answers. Thread-safe.
 */
public final class CachedBody {

    private final byte[] bytes;
    private volatile @Nullable Checked checked;

    CachedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A document without a tree: the bound of the cache counts its bytes only. */
    private record Checked(Json document, JsonLimits limits) {}

    /** The bytes; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * The body as a document, as {@link Json#parse(byte[], JsonLimits, BiFunction)} returns it.
     *
     * @param origin the same at each call but for its identity
     * @throws MalformedJsonException if it is none
     */
    public Json document(JsonLimits limits, @Nullable BiFunction<String, String, RuntimeException> origin)
            throws MalformedJsonException {
        Checked before = checked;
        if (before != null && before.limits.equals(limits)) {
            return before.document.withoutTree();
        }
        Json document = Json.parse(bytes, limits, origin);
        checked = new Checked(document.withoutTree(), limits);
        return document;
    }
}
