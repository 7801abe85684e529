package dev.medley.connection;

/** The protocol of the connections to a partner. */
public enum Protocol {
    /** HTTP/1.1 (RFC 9112): one exchange at a time on a connection. */
    HTTP_1_1("http/1.1");

    private final String configured;

    Protocol(String configured) {
        this.configured = configured;
    }

    /** The name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
