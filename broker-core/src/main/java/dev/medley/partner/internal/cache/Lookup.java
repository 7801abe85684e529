package dev.medley.partner.internal.cache;

import dev.medley.partner.CacheStatus;
import dev.medley.partner.Forward;
import org.jspecify.annotations.Nullable;

/**
 * The result of a look-up.
 *
 * @param use what to do
 * @param stored the response to use, or to have validated; null if there is none
 * @param forward the reason if the request goes to the partner, or would
 */
public record Lookup(
        Use use, @Nullable StoredResponse stored, @Nullable Forward forward) {

    /** What to do with a request. */
    public enum Use {
        /** Answer by the stored response. */
        HIT,
        /** Answer by the stored response, which is stale, and have it validated besides. */
        STALE,
        /** Send it to the partner. */
        FORWARD,
        /** Answer by 504: it says {@code only-if-cached}, and nothing can be used (RFC 9111, section 5.2.1.7). */
        REFUSED
    }

    /**
     * The stored response.
     *
     * @throws IllegalStateException if there is none
     */
    public StoredResponse response() {
        if (stored == null) {
            throw new IllegalStateException(use + " without a stored response");
        }
        return stored;
    }

    /** The Cache-Status of a response to the request. */
    public CacheStatus status() {
        return forward == null ? CacheStatus.HIT : CacheStatus.forwarded(forward);
    }
}
