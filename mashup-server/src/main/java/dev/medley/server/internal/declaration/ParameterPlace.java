package dev.medley.server.internal.declaration;

import java.util.Locale;

/** The places of parameters in requests. */
public enum ParameterPlace {
    /** A variable of the path. */
    PATH,
    /** The query. */
    QUERY,
    /** A header field. */
    HEADER;

    /** Returns the name in the configuration. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
