package dev.medley.partner.internal.credential;

import dev.medley.partner.OAuth2Settings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the token requests of one partner are made of. Immutable.
 *
 * @param partner the partner that the tokens are for
 * @param key that signs them; null if they have a secret instead
 * @param subject the token of a caller that the token is in exchange for; null for none
 */
public record TokenRequest(
        String partner,
        OAuth2Settings settings,
        @Nullable SigningKey key,
        @Nullable String subject) {

    /**
     * Reads the key.
     *
     * @throws IllegalArgumentException if it cannot be used, naming the partner and the file
     */
    static TokenRequest of(String partner, OAuth2Settings settings) {
        Path file = settings.key();
        return new TokenRequest(
                partner,
                settings,
                file == null ? null : SigningKey.read("partner %s: auth.oauth2.key: ".formatted(partner), file),
                null);
    }

    /** Returns this, for a token in exchange for that of a caller. */
    TokenRequest inExchangeFor(String callerToken) {
        return new TokenRequest(partner, settings, key, callerToken);
    }

    /** The name of the partner that issues the tokens. */
    public String issuer() {
        return settings.issuer();
    }

    /** The partner that the tokens are for. */
    @Override
    public String toString() {
        return "token for partner " + partner;
    }
}
