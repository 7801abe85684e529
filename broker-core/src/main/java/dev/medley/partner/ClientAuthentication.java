package dev.medley.partner;

/** How Medley shows an issuer of tokens who it is (RFC 6749, section 2.3; RFC 7523, section 2.2). */
public enum ClientAuthentication {
    /** Id and secret in the field {@code Authorization} of the token request. */
    BASIC("basic"),
    /** Id and secret in the body of the token request. */
    POST("post"),
    /** A JWT that is signed by a private key. */
    PRIVATE_KEY_JWT("private-key-jwt");

    private final String configured;

    ClientAuthentication(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
