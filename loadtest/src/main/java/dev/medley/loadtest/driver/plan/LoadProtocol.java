package dev.medley.loadtest.driver.plan;

import java.net.URI;

/** The protocol of the driver. */
public enum LoadProtocol {

    /** HTTP/1.0, over TLS to an https URL: a connection for each request. */
    HTTP_1_0("HTTP/1.0"),

    /** HTTP/1.1, over TLS to an https URL: one request at a time on a connection. */
    HTTP_1_1("HTTP/1.1"),

    /** HTTP/2 in the clear, with prior knowledge: many requests at a time on a connection. */
    H2C("h2c"),

    /** HTTP/2 over TLS, negotiated by ALPN: many requests at a time on a connection. */
    H2("h2");

    private final String shown;

    LoadProtocol(String shown) {
        this.shown = shown;
    }

    /** Returns whether a connection carries many requests at a time. */
    public boolean multiplexed() {
        return this == H2C || this == H2;
    }

    /** Returns whether {@code target}, an http or https URL, can be loaded with it. */
    boolean suits(URI target) {
        return switch (this) {
            case HTTP_1_0, HTTP_1_1 -> true;
            case H2C -> !isSecure(target);
            case H2 -> isSecure(target);
        };
    }

    /** Returns the identification by ALPN (RFC 7301); that of h2c is registered too, but not negotiated. */
    public String alpn() {
        return multiplexed() ? shown : "http/1.1";
    }

    /** Returns whether {@code target} is an https URL. */
    public static boolean isSecure(URI target) {
        return "https".equalsIgnoreCase(target.getScheme());
    }

    @Override
    public String toString() {
        return shown;
    }
}
