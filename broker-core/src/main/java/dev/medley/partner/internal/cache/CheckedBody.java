package dev.medley.partner.internal.cache;

import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.MalformedJsonException;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response that is stored, or that is large. Its check as a document, which takes time in proportion to its length, is made
 * once for all that it answers, where that holds up nobody. Thread-safe.
 */
public final class CheckedBody {

    private final byte[] bytes;
    private volatile @Nullable Checked checked;

    /** Creates one that has not been checked. */
    public CheckedBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A document without a tree, since the bound of the cache counts its bytes only; or why it is none. */
    private record Checked(
            @Nullable Json document, @Nullable MalformedJsonException fault, JsonLimits limits) {}

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
            if (before.document == null) {
                throw Objects.requireNonNull(before.fault);
            }
            return before.document.withoutTree();
        }
        try {
            Json document = Json.parse(bytes, limits, origin);
            checked = new Checked(document.withoutTree(), null, limits);
            return document;
        } catch (MalformedJsonException x) {
            checked = new Checked(null, x, limits);
            throw x;
        }
    }
}
