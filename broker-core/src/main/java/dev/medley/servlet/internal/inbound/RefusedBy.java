package dev.medley.servlet.internal.inbound;

import java.util.Locale;

/** What has refused an inbound request before its mashup was composed, or has kept it from any. */
public enum RefusedBy {
    /** It is no request of HTTP, or one that no handler sees. */
    MALFORMED,
    /** No mashup has its path. */
    PATH,
    /** Its mashup has not its method. */
    METHOD,
    /** Its client's address is not allowed. */
    ADDRESS,
    /** It is the preflight of a page of an origin that is not allowed. */
    ORIGIN,
    /** It has come by plain HTTP. */
    PLAIN,
    /** Its caller is not known, or may not make it. */
    CALLER,
    /** It is one too many of its client. */
    QUOTA,
    /** Too many requests are in flight. */
    LIMIT,
    /** Its body comes too slowly. */
    SLOW,
    /** The server is stopping. */
    STOPPING,
    /** A filter has replied. */
    FILTER;

    /** The attribute of a request that is refused before a mashup takes it. */
    public static final String ATTRIBUTE = "dev.medley.refused";

    /** Returns the name that metrics and logs use. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
