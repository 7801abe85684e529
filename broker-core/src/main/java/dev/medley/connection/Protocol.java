package dev.medley.connection;

/** The protocol that a connection to a partner speaks. */
public enum Protocol {
    /** HTTP/1.1 (RFC 9112): one exchange at a time on a connection. */
    HTTP_1_1("HTTP/1.1"),
    /** HTTP/2 (RFC 9113): many exchanges at a time on a connection, one a stream. */
    HTTP_2("HTTP/2");

    private final String shown;

    Protocol(String shown) {
        this.shown = shown;
    }

    /** Returns whether a connection carries several exchanges at a time. */
    public boolean multiplexed() {
        return this == HTTP_2;
    }

    /** Returns the version as the semantic conventions of OpenTelemetry have it ({@code network.protocol.version}). */
    public String version() {
        return shown.substring(shown.indexOf('/') + 1);
    }

    @Override
    public String toString() {
        return shown;
    }
}
