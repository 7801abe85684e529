package dev.medley.config;

import java.util.Locale;

/** The field in which trusted proxies name the client. */
public enum ForwardedField {
    /** {@code Forwarded} (RFC 7239). */
    FORWARDED,
    /** {@code X-Forwarded-For}, with {@code X-Forwarded-Proto} and {@code X-Forwarded-Host}. */
    X_FORWARDED;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
