package dev.medley.config;

import java.util.Locale;

/** The reply to a request on the port of plain HTTP, where the mashups have TLS. */
public enum PlainReply {
    /** A redirect to the same resource with https. */
    REDIRECT,
    /** A refusal. */
    REFUSE;

    String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
