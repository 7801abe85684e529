package dev.medley.server.internal.declaration;

import java.util.Locale;

/** The format of the bodies of a partner's responses, as a declared mashup reads them. */
public enum ResponseFormat {
    /** A JSON document (RFC 8259). */
    JSON,
    /** An XML document without a DOCTYPE. */
    XML,
    /** Comma-separated values with a header line (RFC 4180). */
    CSV,
    /** Plain text. */
    TEXT;

    /** Returns the name that the configuration uses. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
