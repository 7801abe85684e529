package dev.medley.loadtest.experiment.server;

/** The protocol between the server and its partners. */
public enum PartnerProtocol {
    /** What is negotiated; in the clear HTTP/1.1. */
    AUTO("auto"),
    HTTP_1_1("http/1.1"),
    H2C("h2c");

    private final String configured;

    PartnerProtocol(String configured) {
        this.configured = configured;
    }

    /** The value of {@code partners.*.protocol}. */
    public String configured() {
        return configured;
    }

    /** A part of the name of a file. */
    String fileName() {
        return configured.replace("/", "");
    }
}
