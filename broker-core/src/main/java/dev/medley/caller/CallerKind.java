package dev.medley.caller;

/** How a caller has shown who it is. */
public enum CallerKind {
    /** By a JWT in the field {@code Authorization} (RFC 6750). */
    TOKEN("token"),
    /** By the key of an API in a header field. */
    API_KEY("api-key"),
    /** By the certificate of its connection. */
    CERTIFICATE("certificate");

    private final String configured;

    CallerKind(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration and expressions use. */
    public String configured() {
        return configured;
    }
}
