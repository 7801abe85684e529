package dev.medley.loadtest.driver;

/** The protocol of the driver. */
public enum LoadProtocol {

    /** HTTP/1.1: one request at a time on a connection. */
    HTTP_1_1("HTTP/1.1"),

    /** HTTP/2 in the clear, with prior knowledge: many requests at a time on a connection. */
    H2C("h2c");

    private final String shown;

    LoadProtocol(String shown) {
        this.shown = shown;
    }

    @Override
    public String toString() {
        return shown;
    }
}
