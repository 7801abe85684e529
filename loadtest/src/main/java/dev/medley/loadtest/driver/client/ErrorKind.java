package dev.medley.loadtest.driver.client;

/** Why a request did not end with the answer that was expected. */
public enum ErrorKind {

    /** The answer has another status than the expected one. */
    STATUS("status"),

    /** The answer is complete, but its body is not the expected one. */
    CONTENT("content"),

    /** No complete answer came in time. */
    TIMEOUT("timeout"),

    /** No connection was made: refused, not answered in time, or broken before it could be used. */
    CONNECT("connect"),

    /** A connection was made, but its TLS handshake failed or was not completed in time. */
    TLS_HANDSHAKE("tls handshake"),

    /** The driver could not start the request: it was short of files, ports or connections. */
    DRIVER_LIMIT("driver limit"),

    /** Anything else, such as a connection that broke, or an answer that is not HTTP. */
    OTHER("other");

    private final String shown;

    ErrorKind(String shown) {
        this.shown = shown;
    }

    @Override
    public String toString() {
        return shown;
    }
}
