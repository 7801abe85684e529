package dev.medley.partner;

/** What Medley asks an issuer for a token with. */
public enum OAuth2Grant {
    /** Its own name: one token for all requests (RFC 6749, section 4.4). */
    CLIENT_CREDENTIALS("client-credentials"),
    /** The token that the caller of a mashup has shown: one token for each caller (RFC 8693). */
    TOKEN_EXCHANGE("token-exchange");

    private final String configured;

    OAuth2Grant(String configured) {
        this.configured = configured;
    }

    /** Returns the name that the configuration uses. */
    public String configured() {
        return configured;
    }
}
