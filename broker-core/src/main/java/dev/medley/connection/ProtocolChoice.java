package dev.medley.connection;

/** The choice of the protocol of the connections to a partner. */
public enum ProtocolChoice {
    /** What the partner prefers of h2 and http/1.1 (ALPN, RFC 7301) over TLS; HTTP/1.1 in the clear. */
    AUTO("auto"),
    /** HTTP/1.1. */
    HTTP_1_1("http/1.1"),
    /** HTTP/2 over TLS, by ALPN. */
    H2("h2"),
    /** HTTP/2 in the clear, with prior knowledge (RFC 9113, section 3.3). */
    H2C("h2c");

    private final String configured;

    ProtocolChoice(String configured) {
        this.configured = configured;
    }

    /** The name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
