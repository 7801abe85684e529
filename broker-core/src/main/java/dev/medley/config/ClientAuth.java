package dev.medley.config;

import java.util.Locale;

/** The certificate that a server asks its clients for. */
public enum ClientAuth {
    /** None is asked for. */
    NONE,
    /** One is asked for; a client without one is accepted, and one with a certificate that is not trusted is not. */
    WANT,
    /** A client without a trusted certificate is refused. */
    NEED;

    /** Returns the name in the configuration. */
    public String configured() {
        return name().toLowerCase(Locale.ROOT);
    }
}
