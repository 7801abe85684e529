package dev.medley.partner;

import java.util.Locale;

/** The reason why a request went to the partner (RFC 9211, section 2.2). */
public enum Forward {
    /** No response is stored for the target. */
    URI_MISS,
    /** Responses are stored for the target, and none for these request fields. */
    VARY_MISS,
    /** A response is stored that this request may not have. */
    MISS,
    /** The stored response is not fresh. */
    STALE,
    /** The request does not accept the stored response. */
    REQUEST;

    /** The name in a Cache-Status field. */
    public String token() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
