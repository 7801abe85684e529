package dev.medley.partner.internal.cache;

import java.util.Locale;

/** An event that the cache counts. */
public enum CacheEvent {
    /** An exchange was answered by a fresh response, or by one that the request accepted. */
    HIT,
    /** An exchange was answered by a stale response, which is validated besides. */
    STALE,
    /** An exchange waited for the call of another one. */
    COLLAPSED,
    /** A request went to the partner. */
    MISS,
    /** Of these, one by which the partner said that the stored response is still good. */
    VALIDATED,
    /** Of these, one whose failure a stored response took the place of. */
    STALE_IF_ERROR,
    /** An exchange that had waited for a call whose response may not be shared, and went itself. */
    NOT_SHARED;

    /** The name in metrics and in the status document. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
